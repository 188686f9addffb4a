import { finished } from 'node:stream/promises'
import { CsvError, type Options, parse } from 'csv-parse'
import { columnsOf } from './columns.ts'
import { type Delimiter, namedDelimiter, quoteInside, type Recorded, reading } from './delimiter.ts'
import { isDamaged } from './encoding.ts'
import { type FileProblem, UnreadableFile } from './file-problem.ts'
import { maxRowLength } from './limits.ts'

/** What `read-rows.ts` makes rows of: the cells of a row by the names of the columns. */
export interface ReadRow {
  readonly row: number
  readonly values: ReadonlyMap<string, unknown>
  readonly problems: readonly FileProblem[]
}

/**
 * Reads a CSV row by row; the first row that is not empty has the names of the columns. A row that is wrong comes with its problems.
 * Throws `UnreadableFile` where the reading cannot go on.
 */
export async function* csvRows(
  text: AsyncIterable<string>,
  delimiter: Delimiter,
): AsyncGenerator<{ readonly columns: readonly string[] } | ReadRow> {
  let read: Recorded[] = []
  const parser = parse({
    ...reading,
    delimiter,
    max_record_size: maxRowLength,
    // Rows do not go through the parser's own stream: its error would take those with it that nobody has read yet.
    on_record: (recorded: unknown) => {
      read.push(recorded as Recorded)
      return null
    },
  } satisfies Options)
  // Nothing comes out, but its end is only told where somebody reads.
  parser.resume()
  const failure = new Promise<Error>((resolve) => parser.once('error', resolve))
  const written = (part: string) =>
    new Promise<Error | undefined>((resolve) => parser.write(part, (error) => resolve(error ?? undefined)))
  const ended = () => {
    parser.end()
    return Promise.race([
      failure,
      finished(parser).then(
        () => undefined,
        () => failure,
      ),
    ])
  }
  let row = 0
  let columns: readonly string[] | undefined
  const rowsRead = function* () {
    const records = read
    read = []
    for (const recorded of records) {
      row += 1
      const { record } = recorded
      if (record.every((cell) => cell.trim() === '')) continue
      if (columns === undefined) {
        columns = columnsOf(record, row)
        yield { columns }
      } else yield { row, ...rowOf(columns, recorded, row) }
    }
  }
  try {
    for await (const part of withoutNamedDelimiter(text)) {
      const error = await written(part)
      yield* rowsRead()
      if (error !== undefined) throw unreadable(error, row + 1)
    }
    const error = await ended()
    yield* rowsRead()
    if (error !== undefined) throw unreadable(error, row + 1)
  } finally {
    parser.destroy()
  }
  if (columns === undefined)
    throw new UnreadableFile({ code: 'EMPTY_FILE', message: 'The file has nothing but delimiters.' })
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
  recorded: Recorded,
  row: number,
): { values: ReadonlyMap<string, string>; problems: FileProblem[] } {
  const cells = recorded.record
  const problems: FileProblem[] = []
  const at = (index: number) => {
    const column = columns[index]
    return { row, columnNumber: index + 1, ...(column !== undefined && { column }) }
  }
  const broken = quoteInside(recorded)
  if (broken !== undefined)
    problems.push({
      code: 'QUOTE_INSIDE',
      message: 'A quote ends before its cell does: quotes inside of quotes are written twice.',
      ...at(broken),
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

function unreadable(error: Error, row: number): Error {
  if (!(error instanceof CsvError)) return error
  if (error.code === 'CSV_QUOTE_NOT_CLOSED')
    return new UnreadableFile(
      { code: 'QUOTE_NOT_CLOSED', message: `A quote that opens in row ${row} is not closed before the end.`, row },
      error,
    )
  if (error.code !== 'CSV_MAX_RECORD_SIZE') return error
  const message = `Row ${row} has more than ${maxRowLength} characters: a quote in it may not be closed.`
  return new UnreadableFile({ code: 'ROW_TOO_LONG', message, row, params: { max: maxRowLength } }, error)
}
