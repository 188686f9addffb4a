import { type Options, parse } from 'csv-parse/sync'

export const delimiters = [',', ';', '\t', '|'] as const
export type Delimiter = (typeof delimiters)[number]

export interface FoundDelimiter {
  readonly delimiter: Delimiter
  /** `assumed`: the file has one column. `firstLine`: as spreadsheets write it, `sep=;`. */
  readonly foundBy: 'firstLine' | 'rows' | 'assumed'
}

/** Rows that are looked at. */
const looked = 50

/** How every CSV is read: line ends of all systems, also mixed, and quotes inside of cells, which `quoteInside` tells of. */
export const reading = {
  relax_quotes: true,
  relax_column_count: true,
  record_delimiter: ['\r\n', '\n', '\r'],
  // A record comes with its letters as they stand in the file.
  raw: true,
} satisfies Options

/** What `on_record` gets with `reading`; the types of the library know of the cells alone. */
export interface Recorded {
  readonly record: string[]
  readonly raw: string
}

/**
 * The first cell whose quote is closed before the cell ends, such as `"a "b" c"`; undefined where there is none. The parser keeps
 * such a cell with its quotes, so it looks like one whose text begins with a quote; that one has all its quotes twice in the file.
 * Goes through the letters of the row once.
 */
export function quoteInside({ record, raw }: Recorded): number | undefined {
  if (!record.some((cell) => cell.startsWith('"'))) return undefined
  let at = 0
  for (const [index, cell] of record.entries()) {
    let written = cell
    if (raw[at] === '"') {
      written = `"${cell.replaceAll('"', '""')}"`
      if (!raw.startsWith(written, at)) return index
    }
    at += written.length + 1
  }
  return undefined
}

/** `sep=;`, the first line that spreadsheets write and read for themselves. */
export function namedDelimiter(head: string): Delimiter | undefined {
  const [, named] = /^sep=(.)[\r\n]/i.exec(head) ?? []
  return delimiters.find((each) => each === named)
}

/**
 * Finds what separates the cells: the sign that cuts most rows into as many cells as the first row. A comma of numbers or texts
 * does not stand in each row as often as in the first.
 *
 * @param head the beginning of the file; its last row may be cut off
 */
export function findDelimiter(head: string): FoundDelimiter {
  const named = namedDelimiter(head)
  if (named !== undefined) return { delimiter: named, foundBy: 'firstLine' }
  let best: FoundDelimiter & { readonly score: number; readonly columns: number } = {
    delimiter: ',',
    foundBy: 'assumed',
    score: 0,
    columns: 1,
  }
  for (const delimiter of delimiters) {
    const { columns, score } = scoreOf(head, delimiter)
    if (columns > 1 && (score > best.score || (score === best.score && columns > best.columns)))
      best = { delimiter, foundBy: 'rows', score, columns }
  }
  return { delimiter: best.delimiter, foundBy: best.foundBy }
}

function scoreOf(head: string, delimiter: Delimiter): { columns: number; score: number } {
  const rows: number[] = []
  let odd = 0
  const options: Options = {
    ...reading,
    delimiter,
    to: looked,
    on_record: (recorded: unknown) => {
      const { record, raw } = recorded as Recorded
      if (record.length > 1 || record[0]?.trim() !== '') rows.push(record.length)
      if (quoteInside({ record, raw }) !== undefined) odd += 1
      return null
    },
  }
  try {
    parse(head, options)
  } catch {
    // The head ends within quotes: the rows before tell enough.
  }
  // Its end may be missing.
  if (rows.length > 2 && rows.length < looked) rows.pop()
  const columns = rows[0] ?? 1
  const same = rows.filter((count) => count === columns).length
  return { columns, score: rows.length === 0 ? 0 : (same - odd) / rows.length }
}
