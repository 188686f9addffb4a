import { Readable } from 'node:stream'
import type { PartProblem } from '@pim/contract'
import { problemsColumn } from '@pim/contract/export/columns.ts'
import { Problem } from '../../../core/problem.ts'
import { HttpResponse } from '../../../http/http-response.ts'
import { patiently } from '../../../http/streamed-json.ts'
import type { Database } from '../../../platform/database/database.ts'
import { csvCell, type FileRow, type FileShape, type FileWorkers, UnreadableFile } from '../../exchange/index.ts'
import type { ImportFiles } from '../../import-files/index.ts'
import { type RowsPart, readingOf } from '../imports/import-reading.ts'
import { textOfCell } from '../imports/read-cells.ts'
import { findRowsOfFile, type RowOfFile } from '../store/bulk-change-row.repository.ts'
import type { StoredBulkChange } from './bulk-change.ts'

const rowsAtOnce = 1_000

export interface RowsToMendParts {
  readonly database: Database
  readonly importFiles: ImportFiles
  readonly fileWorkers: FileWorkers
}

/**
 * The rows of an imported file that have a problem or were not written, with all of their cells, so that they can be mended and imported
 * again: CSV, and JSON lines of JSON lines. `onRow` is called with each row that is read. Throws `NOT_FOUND` where the bulk change is no
 * import, or its file is gone.
 */
export async function sendRowsToMend(
  { database, importFiles, fileWorkers }: RowsToMendParts,
  tenantId: string,
  { bulkChangeId, request }: Pick<StoredBulkChange, 'bulkChangeId' | 'request'>,
  onRow: () => void,
): Promise<HttpResponse & { readonly body: Readable }> {
  if (request.source !== 'file') throw new Problem('NOT_FOUND', { message: 'The bulk change is no import of a file.' })
  const file = await importFiles.open(tenantId, request.mapping.importFileId)
  const stop = new AbortController()
  const reading = readingOf({ kind: 'rows', shape: request.mapping.shape })
  const parts = fileWorkers.read<RowsPart>(tenantId, file, reading, stop.signal)
  const shape = await shapeIn(parts)
  const delimiter = shape.format === 'csv' ? shape.delimiter : ','

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

  async function* lines(): AsyncGenerator<string> {
    let columns: readonly string[] = []
    async function* rows(): AsyncGenerator<FileRow> {
      for await (const part of parts)
        if ('columns' in part) columns = part.columns
        else if ('rows' in part) yield* part.rows
    }
    let hasHead = shape.format === 'jsonLines'
    const begins = items()
    let current: RowOfFile | undefined
    let next = (await begins.next()).value as RowOfFile | undefined
    for await (const row of rows()) {
      onRow()
      while (next !== undefined && next.fileRow <= row.row) {
        current = next
        next = (await begins.next()).value as RowOfFile | undefined
      }
      if (!hasHead) yield csvLine([...columns, problemsColumn], delimiter)
      hasHead = true
      if (current?.isToMend !== true) continue
      // Rows that follow are of the same item; what is wrong with it is said once.
      const problem = current.fileRow === row.row ? textOfProblem(current.problem) : ''
      yield shape.format === 'jsonLines'
        ? jsonLine(row, problem)
        : csvLine([...cellsOf(row, columns, shape), problem], delimiter)
    }
  }
  const isJson = shape.format === 'jsonLines'
  const headers = {
    'content-type': isJson ? 'application/x-ndjson' : 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="rows-to-mend-${bulkChangeId}.${isJson ? 'jsonl' : 'csv'}"`,
  }
  async function* marked(): AsyncGenerator<string> {
    if (!isJson) yield '\ufeff'
    yield* lines()
  }
  const body = Readable.from(marked(), { objectMode: false })
  // Whoever reads no more ends the process that reads the file.
  body.once('close', () => stop.abort(new Error('nobody reads the rows any more')))
  return Object.assign(new HttpResponse(200, headers, body), { body })
}

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

const cellsOf = ({ values }: FileRow, columns: readonly string[], { format }: FileShape): string[] =>
  columns.map((name) => textOfCell(values.get(name), format))

const csvLine = (cells: readonly string[], delimiter: string): string => `${cells.map(csvCell).join(delimiter)}\r\n`

const jsonLine = ({ values }: FileRow, problem: string): string =>
  `${JSON.stringify({ ...Object.fromEntries(values), [problemsColumn]: problem })}\n`

/** Codes, for whoever mends the file: the screens have words for them. */
function textOfProblem(problem: PartProblem | null): string {
  if (problem === null) return ''
  const errors = (problem.fieldErrors ?? []).map(
    ({ technicalFieldName, code, params }) => `${technicalFieldName}: ${params?.reason ?? code}`,
  )
  return errors.length === 0 ? problem.code : errors.join('; ')
}
