import { Readable } from 'node:stream'
import type { BulkChangeRow, RowFilter } from '@pim/contract'
import { HttpResponse } from '../../../http/http-response.ts'
import { patiently } from '../../../http/streamed-json.ts'
import type { Database } from '../../../platform/database/database.ts'
import { findRows } from '../store/bulk-change-row.repository.ts'
import { presentRow } from './present-row.ts'

/** Rows that are read at once: a line may have some hundred thousand characters. */
const rowsAtOnce = 100

const heads = [
  'position',
  'contentItemId',
  'name',
  'contentType',
  'outcome',
  'leftOut',
  'result',
  'problem',
  'fields',
  'notes',
]

/** What a spreadsheet would take for a formula begins with an apostrophe; quotes around a cell do not keep it from that. */
const cell = (value: unknown): string => {
  const text = String(value ?? '')
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return `"${safe.replaceAll('"', '""')}"`
}

function csvLine({ problem, notes, ...row }: BulkChangeRow): string {
  const fields = (problem?.fieldErrors ?? []).map(
    ({ technicalFieldName, variationId, code }) =>
      `${technicalFieldName}${variationId ? ` (${variationId})` : ''}: ${code}`,
  )
  const { position, contentItemId, name, technicalContentTypeName, outcome, isLeftOut, result } = row
  const cells = [position, contentItemId, name, technicalContentTypeName, outcome, isLeftOut, result, problem?.code]
  const leftOut = notes.map((note) => `${note.column} (${note.row}): ${note.kind} ${note.name} × ${note.count}`)
  return `${[...cells, fields.join('; '), leftOut.join('; ')].map(cell).join(',')}\r\n`
}

const formats = {
  csv: { type: 'text/csv; charset=utf-8', head: `\ufeff${heads.join(',')}\r\n`, line: csvLine },
  jsonl: { type: 'application/x-ndjson', head: '', line: (row: BulkChangeRow) => `${JSON.stringify(row)}\n` },
}

/** The rows as a file, made as it is read: some rows are in memory at a time, however many there are. */
export function sendReport(
  database: Database,
  tenantId: string,
  bulkChangeId: string,
  {
    format,
    filter,
    shownTo,
  }: {
    readonly format: keyof typeof formats
    readonly filter?: RowFilter | undefined
    readonly shownTo: (row: BulkChangeRow) => BulkChangeRow
  },
): HttpResponse {
  const { type, head, line } = formats[format]
  async function* lines(): AsyncGenerator<string> {
    yield head
    for (let after = -1; ; ) {
      const range = { filter, after, limit: rowsAtOnce }
      const rows = await patiently(() =>
        database.inTenantReadOnly(tenantId, (trx) => findRows(trx, tenantId, bulkChangeId, range)),
      )
      const last = rows.at(-1)
      if (last === undefined) return
      after = last.position
      yield rows.map((row) => line(shownTo(presentRow(row)))).join('')
    }
  }
  const headers = {
    'content-type': type,
    'content-disposition': `attachment; filename="bulk-change-${bulkChangeId}.${format}"`,
  }
  return new HttpResponse(200, headers, Readable.from(lines(), { objectMode: false }))
}
