/** One line of a table: a figure, what it may be at most, and what it stands beside. */
export interface TableRow {
  readonly what: string
  readonly p50?: number | undefined
  readonly p99?: number | undefined
  readonly unit?: string
  /** The same figure of something bare, measured in the same run, and what that is. */
  readonly beside?: { readonly what: string; readonly value: number } | undefined
  readonly bar?: string | undefined
  readonly isMet?: boolean | undefined
  readonly note?: string | undefined
}

export interface Figures {
  readonly p50: number
  readonly p99: number
  readonly most: number
}

export function figuresOf(values: readonly number[]): Figures {
  const sorted = values.toSorted((one, other) => one - other)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { p50: at(0.5), p99: at(0.99), most: at(1) }
}

/** The worst of each run, and of those the one in the middle: another program's moment is not ours. */
export const medianOf = (values: readonly number[]): number => figuresOf(values).p50

const number = (value: number | undefined): string => (value === undefined ? '' : value.toFixed(value < 10 ? 1 : 0))

export function printTable(title: string, rows: readonly TableRow[]): boolean {
  const cells = [
    ['', 'p50', 'p99 or max', '', 'beside', 'ratio', 'bar', '', ''],
    ...rows.map(({ what, p50, p99, unit = 'ms', beside, bar, isMet, note }) => [
      what,
      number(p50),
      number(p99),
      p50 === undefined && p99 === undefined ? '' : unit,
      beside ? `${beside.what} ${number(beside.value)}` : '',
      beside && beside.value > 0 ? `${((p50 ?? p99 ?? 0) / beside.value).toFixed(1)} ×` : '',
      bar ?? '',
      isMet === undefined ? '' : isMet ? 'met' : 'MISSED',
      note ?? '',
    ]),
  ]
  const widths = cells[0]?.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0))) ?? []
  console.log(`\n${title}`)
  for (const row of cells)
    console.log(
      row
        .map((cell, column) => {
          if (column === 0) return cell.padEnd(widths[0] ?? 0)
          return column === row.length - 1 ? cell : cell.padStart(widths[column] ?? 0)
        })
        .join('  ')
        .trimEnd(),
    )
  return rows.every(({ isMet }) => isMet !== false)
}
