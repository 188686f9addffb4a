export interface Measured {
  readonly p50: number
  readonly p99: number
  readonly most: number
}

/** Milliseconds of each run; the first few, in which caches and plans come to be, do not count. */
export async function measure(runs: number, work: (run: number) => Promise<unknown>): Promise<Measured> {
  const warmUp = Math.min(20, Math.ceil(runs / 5))
  const times: number[] = []
  for (let run = 0; run < runs + warmUp; run++) {
    const start = performance.now()
    await work(run)
    if (run >= warmUp) times.push(performance.now() - start)
  }
  return summary(times)
}

export function summary(times: readonly number[]): Measured {
  const sorted = times.toSorted((one, other) => one - other)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { p50: at(0.5), p99: at(0.99), most: at(1) }
}

export interface TableRow {
  readonly what: string
  readonly p50?: number | undefined
  readonly p99?: number | undefined
  /** What the same costs in plain SQL, in the same run. */
  readonly raw?: number | undefined
  readonly bar?: string | undefined
  readonly isMet?: boolean | undefined
  readonly note?: string | undefined
}

const number = (value: number | undefined): string => (value === undefined ? '' : value.toFixed(value < 10 ? 2 : 1))

export function printTable(title: string, rows: readonly TableRow[]): void {
  const cells = [
    ['', 'p50 ms', 'p99 ms', 'raw SQL ms', 'ratio', 'bar', '', ''],
    ...rows.map(({ what, p50, p99, raw, bar, isMet, note }) => [
      what,
      number(p50),
      number(p99),
      number(raw),
      p50 !== undefined && raw !== undefined ? `${(p50 / raw).toFixed(2)} ×` : '',
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
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
        .join('  '),
    )
}
