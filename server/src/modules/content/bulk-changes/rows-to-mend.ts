import { Readable } from 'node:stream'
import { problemsColumn } from '@pim/contract/export/columns.ts'
import { Problem } from '../../../core/problem.ts'
import { HttpResponse } from '../../../http/http-response.ts'
import { patiently } from '../../../http/streamed-json.ts'
import type { Database } from '../../../platform/database/database.ts'
import { findTypeByName } from '../../content-model/index.ts'
import {
  csvCell,
  type FileRow,
  type FileShape,
  type FileWorkers,
  UnreadableFile,
  type WrittenCell,
  writeWorkbook,
} from '../../exchange/index.ts'
import type { ImportFiles } from '../../import-files/index.ts'
import { type RowsPart, readingOf } from '../imports/import-reading.ts'
import { textOfCell } from '../imports/read-cells.ts'
import { findRowsOfFile, type RowOfFile } from '../store/bulk-change-row.repository.ts'
import type { StoredBulkChange } from './bulk-change.ts'
import { problemSentences, type StringsOfScreens } from './problem-sentences.ts'

const rowsAtOnce = 1_000

export interface RowsToMendParts {
  readonly database: Database
  readonly importFiles: ImportFiles
  readonly fileWorkers: FileWorkers
  readonly strings: () => Promise<StringsOfScreens>
}

interface Asked extends Pick<StoredBulkChange, 'bulkChangeId' | 'request'> {
  /** Of the words for what is wrong. */
  readonly languageCode: string
}

/** A row that is to be mended, and what is wrong with its item where it is the first of its rows. */
interface RowToMend {
  readonly row: FileRow
  readonly sentences: readonly string[]
}

/**
 * The rows of an imported file that have a problem or were not written, with all of their cells, so that they can be mended and imported
 * again: a file of the kind that was sent (XML has no rows, so it is XLSX), with the names of the columns in the same row. `onRow` is called with each row that is read.
 * Throws `NOT_FOUND` where the bulk change is no import, or its file is gone.
 */
export async function sendRowsToMend(
  { database, importFiles, fileWorkers, strings }: RowsToMendParts,
  tenantId: string,
  { bulkChangeId, request, languageCode }: Asked,
  onRow: () => void,
): Promise<HttpResponse & { readonly body: Readable }> {
  if (request.source !== 'file') throw new Problem('NOT_FOUND', { message: 'The bulk change is no import of a file.' })
  const { mapping } = request
  const file = await importFiles.open(tenantId, mapping.importFileId)
  const { technicalContentTypeName: typeName } = mapping
  const stored = await database.inTenantReadOnly(tenantId, (trx) => findTypeByName(trx, tenantId, typeName))
  const sentencesOf = problemSentences(await strings(), { type: stored?.type, mapping, languageCode })
  const stop = new AbortController()
  const reading = readingOf({ kind: 'rows', shape: mapping.shape })
  const parts = fileWorkers.read<RowsPart>(tenantId, file, reading, stop.signal)
  const shape = await shapeIn(parts)

  /** Where the items of the file begin, in the order of the file. */
  async function* items(): AsyncGenerator<RowOfFile> {
    for (let after = -1; ; ) {
      const range = { after, limit: rowsAtOnce }
      const found = await patiently(() =>
        database.inTenantReadOnly(tenantId, (trx) => findRowsOfFile(trx, tenantId, bulkChangeId, range)),
      )
      const last = found.at(-1)
      if (last === undefined) return
      after = last.position
      yield* found
    }
  }

  let columns: readonly string[] = []
  async function* rows(): AsyncGenerator<FileRow> {
    for await (const part of parts)
      if ('columns' in part) columns = part.columns
      else if ('rows' in part) yield* part.rows
  }

  async function* rowsToMend(): AsyncGenerator<RowToMend> {
    const begins = items()
    let current: RowOfFile | undefined
    let next = (await begins.next()).value as RowOfFile | undefined
    for await (const row of rows()) {
      onRow()
      while (next !== undefined && next.fileRow <= row.row) {
        current = next
        next = (await begins.next()).value as RowOfFile | undefined
      }
      if (current?.isToMend !== true) continue
      // Rows that follow are of the same item; what is wrong with it is said once.
      yield { row, sentences: current.fileRow === row.row ? sentencesOf(current.problem) : [] }
    }
  }

  const written = await writtenAs(shape, rowsToMend(), () => columns)
  const headers = {
    'content-type': written.mediaType,
    'content-disposition': `attachment; filename="rows-to-mend-${bulkChangeId}.${written.ending}"`,
  }
  // Whoever reads no more ends the process that reads the file.
  written.body.once('close', () => stop.abort(new Error('nobody reads the rows any more')))
  return Object.assign(new HttpResponse(200, headers, written.body), { body: written.body })
}

interface WrittenFile {
  readonly body: Readable
  readonly mediaType: string
  readonly ending: 'csv' | 'jsonl' | 'xlsx'
}

/** `columnsOf`: known once the first row has been read. */
async function writtenAs(
  shape: FileShape,
  rows: AsyncGenerator<RowToMend>,
  columnsOf: () => readonly string[],
): Promise<WrittenFile> {
  if (shape.format === 'jsonLines')
    return { body: readable(jsonLines(rows)), mediaType: 'application/x-ndjson', ending: 'jsonl' }
  if (shape.format === 'csv')
    return { body: readable(csvLines(shape, rows, columnsOf)), mediaType: 'text/csv; charset=utf-8', ending: 'csv' }
  // A workbook begins with its columns.
  const first = await rows.next()
  const columns = columnsOf()
  async function* cells(): AsyncGenerator<readonly WrittenCell[]> {
    for (let next = first; next.done !== true; next = await rows.next()) {
      const { row, sentences } = next.value
      yield [...columns.map((name) => writtenCell(row.values.get(name))), sentences.join('\n')]
    }
  }
  const isTable = shape.format === 'xlsx'
  const body = writeWorkbook({
    name: isTable ? shape.sheet : 'Rows',
    columns: [...columns, problemsColumn],
    rows: cells(),
    ...(isTable && { headerRow: shape.headerRow, firstRow: shape.firstRow }),
  })
  const mediaType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  return { body, mediaType, ending: 'xlsx' }
}

const readable = (lines: AsyncIterable<string>): Readable => Readable.from(lines, { objectMode: false })

async function* csvLines(
  { delimiter, headerRow = 1, firstRow = headerRow + 1 }: Extract<FileShape, { format: 'csv' }>,
  rows: AsyncIterable<RowToMend>,
  columnsOf: () => readonly string[],
): AsyncGenerator<string> {
  const line = (cells: readonly string[]) => `${cells.map(csvCell).join(delimiter)}\r\n`
  // A profile that says in which row the names are finds them there again.
  const begin = () =>
    `\ufeff${'\r\n'.repeat(headerRow - 1)}${line([...columnsOf(), problemsColumn])}${'\r\n'.repeat(firstRow - headerRow - 1)}`
  let hasBegun = false
  for await (const { row, sentences } of rows) {
    if (!hasBegun) yield begin()
    hasBegun = true
    yield line([...columnsOf().map((name) => textOfCell(row.values.get(name), 'csv')), sentences.join('\n')])
  }
  if (!hasBegun) yield begin()
}

async function* jsonLines(rows: AsyncIterable<RowToMend>): AsyncGenerator<string> {
  for await (const { row, sentences } of rows)
    yield `${JSON.stringify({ ...Object.fromEntries(row.values), [problemsColumn]: sentences.join('\n') })}\n`
}

const writtenCell = (value: unknown): WrittenCell =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : undefined

async function shapeIn(parts: AsyncIterator<RowsPart>): Promise<FileShape> {
  try {
    const { value } = await parts.next()
    if (value !== undefined && 'shape' in value) return value.shape
    throw new Error('the shape of a file comes first')
  } catch (error) {
    throw error instanceof UnreadableFile
      ? new Problem('UNAVAILABLE', { message: error.message, cause: error, retryAfter: 60 })
      : error
  }
}
