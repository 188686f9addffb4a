import { type CsvRecord, CsvRecords } from './csv-records.ts'
import { UnreadableFile } from './file-problem.ts'

export const delimiters = [',', ';', '\t', '|'] as const
export type Delimiter = (typeof delimiters)[number]

export interface FoundDelimiter {
  readonly delimiter: Delimiter
  /** `assumed`: the file has one column. `firstLine`: as spreadsheets write it, `sep=;`. */
  readonly foundBy: 'firstLine' | 'rows' | 'assumed'
}

/** Rows that are looked at. */
const looked = 50

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
  for (const { cells, quoteInside } of firstRecords(head, delimiter)) {
    if (cells.length > 1 || cells[0]?.trim() !== '') rows.push(cells.length)
    if (quoteInside !== undefined) odd += 1
  }
  // Its end may be missing.
  if (rows.length > 2 && rows.length < looked) rows.pop()
  const columns = rows[0] ?? 1
  const same = rows.filter((count) => count === columns).length
  return { columns, score: rows.length === 0 ? 0 : (same - odd) / rows.length }
}

function* firstRecords(head: string, delimiter: Delimiter): Generator<CsvRecord> {
  const records = new CsvRecords(delimiter)
  let count = 0
  for (const record of records.read(head)) {
    yield record
    count += 1
    if (count === looked) return
  }
  try {
    yield* records.end()
  } catch (error) {
    // The head ends within quotes: the rows before tell enough.
    if (!(error instanceof UnreadableFile)) throw error
  }
}
