import { columnsOf } from './columns.ts'
import { type CsvRecord, CsvRecords } from './csv-records.ts'
import { type Delimiter, namedDelimiter } from './delimiter.ts'
import { isDamaged } from './encoding.ts'
import { type FileProblem, UnreadableFile } from './file-problem.ts'
import type { HeaderPlace, PlainRow } from './header-row.ts'
import { maxRows, tooManyRows } from './limits.ts'

/** What `read-rows.ts` makes rows of: the cells of a row by the names of the columns. */
export interface ReadRow {
  readonly row: number
  readonly values: ReadonlyMap<string, unknown>
  readonly problems: readonly FileProblem[]
}

/**
 * Reads a CSV row by row; the first row that is not empty, from `headerRow` on, has the names of the columns. A row that is wrong comes with its problems.
 * Throws `UnreadableFile` where the reading cannot go on.
 */
export async function* csvRows(
  text: AsyncIterable<string>,
  { delimiter, headerRow = 1, firstRow = 1 }: { readonly delimiter: Delimiter } & HeaderPlace,
): AsyncGenerator<{ readonly columns: readonly string[] } | ReadRow> {
  const records = new CsvRecords(delimiter)
  let row = 0
  let columns: readonly string[] | undefined
  const rowsOf = function* (read: Iterable<CsvRecord>) {
    for (const record of read) {
      row += 1
      if (row < headerRow || (columns !== undefined && row < firstRow)) continue
      // Empty rows count; the names of the columns do not.
      if (row > maxRows + 1) throw tooManyRows(row)
      if (record.cells.every((cell) => cell.trim() === '')) continue
      if (columns === undefined) {
        columns = columnsOf(record.cells, row)
        yield { columns }
      } else yield { row, ...rowOf(columns, record, row) }
    }
  }
  for await (const part of withoutNamedDelimiter(text)) yield* rowsOf(records.read(part))
  yield* rowsOf(records.end())
  if (columns === undefined)
    throw new UnreadableFile({ code: 'EMPTY_FILE', message: 'The file has nothing but delimiters.' })
}

/** The rows at the beginning of a text that may be cut off: the last of them is left out unless others follow it. */
export function firstCsvRows(text: string, delimiter: Delimiter, count: number): PlainRow[] {
  const rows: PlainRow[] = []
  try {
    for (const { cells } of new CsvRecords(delimiter).read(withoutNamed(text))) {
      rows.push({ row: rows.length + 1, cells })
      if (rows.length >= count) break
    }
  } catch (error) {
    // Whoever reads the whole file is told of it.
    if (!(error instanceof UnreadableFile)) throw error
  }
  return rows
}

async function* withoutNamedDelimiter(text: AsyncIterable<string>): AsyncGenerator<string> {
  // Parts may be of one letter each.
  let begin: string | undefined = ''
  for await (const part of text) {
    if (begin === undefined) yield part
    else {
      begin += part
      if (begin.length < longestNamed) continue
      yield withoutNamed(begin)
      begin = undefined
    }
  }
  if (begin !== undefined) yield withoutNamed(begin)
}

const longestNamed = 'sep=;\r\n'.length
const withoutNamed = (begin: string): string =>
  namedDelimiter(begin) === undefined ? begin : begin.replace(/^.*(\r\n|\n|\r)/, '')

function rowOf(
  columns: readonly string[],
  { cells, quoteInside }: CsvRecord,
  row: number,
): { values: ReadonlyMap<string, string>; problems: FileProblem[] } {
  const problems: FileProblem[] = []
  const at = (index: number) => {
    const column = columns[index]
    return { row, columnNumber: index + 1, ...(column !== undefined && { column }) }
  }
  if (quoteInside !== undefined)
    problems.push({
      code: 'QUOTE_INSIDE',
      message: 'A quote ends before its cell does: quotes inside of quotes are written twice.',
      ...at(quoteInside),
    })
  // Cells without anything at the end are left over from a spreadsheet.
  const surplus = cells.findIndex((cell, index) => index >= columns.length && cell.trim() !== '')
  const counts = { found: cells.length, expected: columns.length }
  if (cells.length < columns.length)
    problems.push({
      code: 'TOO_FEW_CELLS',
      message: `The row has ${cells.length} cells of ${columns.length}: it may be cut in two by a line break without quotes.`,
      ...at(cells.length),
      params: counts,
    })
  else if (surplus !== -1)
    problems.push({
      code: 'TOO_MANY_CELLS',
      message: `The row has ${cells.length} cells for ${columns.length} columns: a cell with the delimiter needs quotes.`,
      ...at(surplus),
      params: counts,
    })
  const values = new Map<string, string>()
  for (const [index, column] of columns.entries()) {
    const cell = cells[index]
    if (cell === undefined) break
    if (isDamaged(cell))
      problems.push({
        code: 'DAMAGED_TEXT',
        message: 'The text has characters that could not be decoded, or that no text has.',
        ...at(index),
      })
    values.set(column, cell)
  }
  return { values, problems }
}
