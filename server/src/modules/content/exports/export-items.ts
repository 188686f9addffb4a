import { Readable } from 'node:stream'
import { type ExportRequest, maxExportedItems } from '@pim/contract'
import { behaviourOf, factsOf, LongValue } from '@pim/field-types'
import { Problem } from '../../../core/problem.ts'
import { Slice } from '../../../core/time-slices.ts'
import { HttpResponse } from '../../../http/http-response.ts'
import { patiently } from '../../../http/streamed-json.ts'
import type { Transactions } from '../../../platform/database/database.ts'
import { findSelected, type ListSources } from '../../content-index/index.ts'
import { findTypeByName } from '../../content-model/index.ts'
import { csvCell, type WrittenCell, writeWorkbook } from '../../exchange/index.ts'
import { variationsOf } from '../../tenants/index.ts'
import type { ItemState } from '../domain/item-state.ts'
import { loadItems } from '../store/load.ts'
import { withContents } from '../store/long-contents.ts'
import { type ExportColumn, type ExportedRow, type ExportPlan, planExport } from './export-columns.ts'
import { findLinkKeys, isReference, type LinkKeys, ReferenceNames, type Referring } from './reference-names.ts'

/** Items that are read at once. */
const itemsAtOnce = 50
/** A search that finds a hundred thousand items is read page by page, from one state. */
const selectionTimeouts = { statementMs: 60_000, deadlineMs: 120_000 }

export interface ExportSources extends Pick<ListSources, 'reader'> {
  readonly database: Pick<Transactions, 'inTenantReadOnly'>
}

/**
 * Items as a file, made as it is read: some items are in memory at a time, however many there are. An item that is changed meanwhile
 * is there as it was or as it is, one that is deleted is not. Throws `NOT_FOUND` where there is no such content type, and
 * `INVALID_REQUEST` for a field or variation that is not there, and for too many items. `onRow` is called with each row that is made.
 */
export async function exportItems(
  { database, reader }: ExportSources,
  tenantId: string,
  request: ExportRequest,
  onRow: () => void = () => {},
) {
  const isByKeys = request.references === 'keys'
  const { plan, ids, keys } = await database.inTenantReadOnly(
    tenantId,
    async (trx) => {
      const stored = await findTypeByName(trx, tenantId, request.technicalContentTypeName)
      if (stored === undefined) throw new Problem('NOT_FOUND')
      const { type } = stored
      const keysOfLinks: LinkKeys = isByKeys ? await findLinkKeys(trx, tenantId, type) : new Map()
      const planned = planExport(type, await variationsOf(trx, tenantId), request, keysOfLinks)
      const found = { plan: planned, keys: keysOfLinks }
      if (request.contentItemIds !== undefined) return { ...found, ids: [...new Set(request.contentItemIds)] }
      const { filtering, ...selection } = request.selection ?? { sorting: { field: 'name', direction: 'asc' } as const }
      const ofType = { ...filtering, contentTypeTechnicalNames: [type.technicalName] }
      const input = { ...selection, filtering: ofType }
      const { rows } = await findSelected(trx, tenantId, reader, input, maxExportedItems + 1)
      if (rows.length > maxExportedItems) throw tooMany()
      return { ...found, ids: [...new Set(rows.map(({ contentItemId }) => contentItemId))] }
    },
    selectionTimeouts,
  )

  const fieldNames = new Set(plan.fields.map(({ technicalName }) => technicalName))
  const names = isByKeys ? new ReferenceNames(keys) : undefined
  const rowsOf = (item: ItemState): ExportedRow[] =>
    plan.isByVariation
      ? plan.variations.map(({ variationId }) => ({ item, variationId, names }))
      : [{ item, variationId: undefined, names }]
  async function* rows(): AsyncGenerator<ExportedRow> {
    const slice = new Slice()
    for (let at = 0; at < ids.length; at += itemsAtOnce) {
      const part = ids.slice(at, at + itemsAtOnce)
      const items = await patiently(() =>
        database.inTenantReadOnly(tenantId, async (trx) => {
          const loaded = await loadItems(trx, tenantId, part, { lock: false })
          const read = loaded.map(({ item }) => item)
          await names?.learn(trx, tenantId, referring(plan, read.flatMap(rowsOf)))
          return read
        }),
      )
      const byId = new Map(items.map((item) => [item.contentItemId, item]))
      for (const id of part) {
        onRow()
        const short = byId.get(id)
        if (short === undefined || short.isDeleted) continue
        if (short.type.technicalName !== request.technicalContentTypeName) continue
        // One item's long texts are in memory at a time.
        const item = await patiently(() =>
          hasLongValue(short, fieldNames)
            ? database.inTenantReadOnly(tenantId, (trx) => withContents(trx, tenantId, short, fieldNames))
            : Promise.resolve(short),
        )
        yield* rowsOf(item)
        if (slice.isOver) await slice.pause()
      }
    }
  }
  const { type, extension, stream } = formats[request.format]
  const headers = {
    'content-type': type,
    'content-disposition': `attachment; filename="${request.technicalContentTypeName}.${extension}"`,
  }
  const body = stream(plan, rows(), request)
  return Object.assign(new HttpResponse(200, headers, body), { body })
}

const referring = ({ columns }: ExportPlan, rows: readonly ExportedRow[]): Referring =>
  columns.flatMap(({ field, cell }) =>
    field === undefined || !isReference(field)
      ? []
      : rows.flatMap((row) => {
          const slot = cell(row)
          return slot === undefined ? [] : [{ field, value: slot.value }]
        }),
  )

function tooMany(): Problem {
  const message = `The search finds more than ${maxExportedItems} items, the most that one file may have.`
  const params = { max: maxExportedItems }
  return new Problem('INVALID_REQUEST', {
    fieldErrors: [{ technicalFieldName: 'body.selection', code: 'TOO_MANY', message, params }],
  })
}

function hasLongValue({ shared, variations }: ExportedRow['item'], names: ReadonlySet<string>): boolean {
  const isLong = (values: Readonly<Record<string, unknown>>) =>
    Object.entries(values).some(([name, value]) => value instanceof LongValue && names.has(name))
  return isLong(shared) || [...variations.values()].some(({ own }) => isLong(own))
}

type Write = (plan: ExportPlan, rows: AsyncGenerator<ExportedRow>, request: ExportRequest) => Readable

/** Characters that are sent at once: a write for each row is slow. */
const partLength = 65_536

const asCsv: Write = ({ columns }, rows, { delimiter }) => {
  async function* lines(): AsyncGenerator<string> {
    // The mark tells spreadsheets that it is UTF-8.
    let part = `\ufeff${columns.map(({ name }) => csvCell(name)).join(delimiter)}\r\n`
    for await (const row of rows) {
      part += `${columns.map((column) => csvCellOf(column, row)).join(delimiter)}\r\n`
      if (part.length < partLength) continue
      yield part
      part = ''
    }
    yield part
  }
  return Readable.from(lines(), { objectMode: false })
}

function csvCellOf(column: ExportColumn, row: ExportedRow): string {
  const cell = cellOf(column, row)
  // What a number begins with is no formula.
  return typeof cell === 'string' ? csvCell(cell) : String(cell ?? '')
}

const asWorkbook: Write = ({ columns }, rows, { technicalContentTypeName }) => {
  async function* cells(): AsyncGenerator<WrittenCell[]> {
    for await (const row of rows) yield columns.map((column) => cellOf(column, row))
  }
  return writeWorkbook({ name: technicalContentTypeName, columns: columns.map(({ name }) => name), rows: cells() })
}

/** Values as the API has them; a name that a row lacks is left alone by an import, null is deliberately empty. */
const asJsonLines: Write = ({ columns }, rows) => {
  async function* lines(): AsyncGenerator<string> {
    let part = ''
    for await (const row of rows) {
      const said = columns.flatMap((column): [string, unknown][] => {
        const slot = column.cell(row)
        if (slot === undefined || slot.value === undefined) return []
        const named = namesIn(column, row)
        return [
          [column.name, named === undefined ? contentIn(column, slot) : Array.isArray(slot.value) ? named : named[0]],
        ]
      })
      part += `${JSON.stringify(Object.fromEntries(said))}\n`
      if (part.length < partLength) continue
      yield part
      part = ''
    }
    yield part
  }
  return Readable.from(lines(), { objectMode: false })
}

const contentIn = ({ write }: ExportColumn, { value }: { readonly value: unknown }): unknown => {
  if (value !== null && write !== undefined) return write(value)
  return value instanceof LongValue ? value.content : value
}

const namesIn = ({ field, cell }: ExportColumn, row: ExportedRow): readonly string[] | undefined =>
  field === undefined ? undefined : row.names?.of(field, cell(row)?.value)

/** A number or truth value where the text that it would be read from has exactly its digits, else that text. */
function cellOf(column: ExportColumn, row: ExportedRow): WrittenCell {
  const { field } = column
  const slot = column.cell(row)
  const named = namesIn(column, row)
  if (named !== undefined) return named.join(', ')
  if (slot === undefined || slot.value === null) return undefined
  if (field === undefined) return slot.value as WrittenCell
  if (typeof slot.value === 'boolean') return slot.value
  const text = column.write?.(slot.value) ?? behaviourOf(field).toText(slot.value)
  if (!factsOf(field.type).isNumber) return text
  const number = Number(text)
  return Number.isFinite(number) && String(number) === text && text.length <= 15 ? number : text
}

const formats = {
  csv: { type: 'text/csv; charset=utf-8', extension: 'csv', stream: asCsv },
  xlsx: {
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    extension: 'xlsx',
    stream: asWorkbook,
  },
  jsonl: { type: 'application/x-ndjson', extension: 'jsonl', stream: asJsonLines },
}
