import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type BulkChange, type ContentType, contract, type Field, type ImportInspection } from '@pim/contract'
import { problemsColumn } from '@pim/contract/export/columns.ts'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { ContentCalls, putType, valuesOf } from '../../../../testing/content-calls.ts'
import { personWith, startTestServer, type TestServer } from '../../../../testing/test-server.ts'
import { findEncoding, findShape, readRows, writeWorkbook } from '../../exchange/index.ts'

const as = personWith('editor')
const field = (technicalName: string, type: Field['type'], more: Partial<Field> = {}): Field => ({
  technicalName,
  friendlyName: { 'en-US': technicalName },
  type,
  localizable: false,
  ...more,
})
const tool: ContentType = {
  technicalName: 'tool',
  friendlyName: { 'en-US': 'Tool' },
  kind: 'user',
  titleField: 'title',
  fields: [
    field('title', 'text', { localizable: true, settings: { maxLength: 30 } }),
    field('sku', 'text', { unique: 'tenant' }),
    field('description', 'richText', { localizable: true }),
    field('gewicht', 'measurement', { settings: { family: 'Weight' } }),
    field('price', 'price', { settings: { currencies: ['EUR', 'SEK'] } }),
    field('farbe', 'multiSelect', {
      settings: {
        options: ['red', 'blue'].map((code) => ({ code, label: { 'de-DE': code === 'red' ? 'rot' : 'blau' } })),
      },
    }),
    field('stock', 'integer'),
    field('categories', 'concepts'),
  ],
}

let server: TestServer
let content: ContentCalls
beforeAll(async () => {
  server = await startTestServer()
  content = new ContentCalls(server, server.acme)
  await putType(server, server.acme, tool)
})
afterAll(() => server.close())

async function sent(bytes: Buffer, fileName: string): Promise<ImportInspection & { readonly importFileId: string }> {
  const body = { fileName, byteSize: bytes.length }
  const { importFileId } = await server.ok(contract.import.createImportFile, { as, body })
  const file = new Blob([Uint8Array.from(bytes)])
  await server.ok(contract.import.putImportFilePart, { as, params: { importFileId, partNumber: '0' }, file, fileName })
  const asked = { as, params: { importFileId }, body: { technicalContentTypeName: 'tool' } }
  return { ...(await server.ok(contract.import.inspectImportFile, asked)), importFileId }
}

async function settled({ bulkChangeId }: BulkChange): Promise<BulkChange> {
  for (;;) {
    const now = await server.ok(contract.bulkChange.getBulkChange, { as, params: { bulkChangeId } })
    if (now.state !== 'rehearsing' && now.state !== 'executing') return now
    await wait(20)
  }
}

/** Imports a file as it is proposed. */
async function imported({ importFileId, shape, proposal, proposedKeyField }: Awaited<ReturnType<typeof sent>>) {
  const file = {
    importFileId,
    technicalContentTypeName: 'tool',
    ...(shape && { shape }),
    columns: proposal.map(({ column, target, reading }) => ({ column, target, ...(reading && { reading }) })),
    ...(proposedKeyField !== null && { keyField: proposedKeyField }),
  }
  const made = await server.ok(contract.bulkChange.createBulkChange, { as, body: { file } })
  const { bulkChangeId, fingerprint } = await settled(made)
  const change = await settled(
    await server.ok(contract.bulkChange.executeBulkChange, { as, params: { bulkChangeId }, body: { fingerprint } }),
  )
  const query = { pageSize: '100' }
  const { items } = await server.ok(contract.bulkChange.getBulkChangeRows, { as, params: { bulkChangeId }, query })
  return { change, rows: items }
}

async function toMend({ bulkChangeId }: BulkChange, languageCode?: string) {
  const query = languageCode === undefined ? {} : { languageCode }
  const { bytes, headers } = await server.call(contract.bulkChange.getRowsToMend, {
    as,
    params: { bulkChangeId },
    query,
  })
  return { bytes: Buffer.from(bytes), name: headers['content-disposition'] ?? '' }
}

async function cellsOf(bytes: Buffer) {
  const open = () => [bytes]
  const rows: Record<string, unknown>[] = []
  for await (const { values } of readRows(open, await findShape(open, await findEncoding(open()))))
    rows.push(Object.fromEntries(values))
  return rows
}

async function workbookOf(...rows: readonly (readonly (string | number)[])[]): Promise<Buffer> {
  const [columns = [], ...others] = rows
  async function* each() {
    yield* others
  }
  const parts: Buffer[] = []
  const sheet = { name: 'Prices', columns: columns.map(String), rows: each(), headerRow: 3 }
  for await (const part of writeWorkbook(sheet)) parts.push(part)
  return Buffer.concat(parts)
}

describe('a catalogue in BMEcat', () => {
  const catalogue = readFileSync(join(import.meta.dirname, '../../../../testing/xml/bmecat-1.2.xml'))

  it('is imported as it is proposed, and what is to be mended comes back as a workbook', async () => {
    const inspection = await sent(catalogue, 'catalogue.xml')
    expect(inspection).toMatchObject({
      looksLike: 'BMEcat 1.2',
      shape: { format: 'xml', encoding: 'windows-1252', element: 'BMECAT/T_NEW_CATALOG/ARTICLE' },
      encodingFoundBy: 'bytes',
      elements: expect.arrayContaining([{ path: 'BMECAT/T_NEW_CATALOG/ARTICLE', count: 2 }]),
      proposedKeyField: 'sku',
      problems: [],
    })
    const { change, rows } = await imported({
      ...inspection,
      proposal: inspection.proposal.filter(({ column }) => column !== 'Catalogue group'),
    })
    expect(change.counts).toMatchObject({ done: 2, problem: 0 })
    const variations = await content.variations(rows[0]?.contentItemId ?? '')
    const german = variations['de-DE'] === undefined ? {} : valuesOf(variations['de-DE'])
    expect(german).toMatchObject({
      title: 'Schlosserhammer',
      sku: 'H-100',
      gewicht: { amount: '1.5', unit: 'KILOGRAM' },
      price: [
        { amount: '18.90', currency: 'EUR' },
        { amount: '210', currency: 'SEK' },
      ],
      farbe: ['red', 'blue'],
    })
    expect(JSON.stringify(german.description)).toContain('"bold"')

    // With its groups, of which the tenant has no concepts.
    const { change: again } = await imported(await sent(catalogue, 'catalogue.xml'))
    expect(again.counts).toMatchObject({ problem: 1 })
    const { bytes, name } = await toMend(again)
    expect(name).toMatch(/\.xlsx"$/)
    const [row, ...others] = await cellsOf(bytes)
    expect(others).toEqual([])
    expect(row).toMatchObject({
      SUPPLIER_AID: 'H-100',
      'Feature: Farbe': 'rot\nblau',
      [problemsColumn]: 'Catalogue group: There is no such concept: Werkzeug > Hämmer, Werkzeug',
    })
  })
})

describe('a file of rows to mend', () => {
  const csv = [
    'sku;title;stock;categories;gewicht',
    'M-1;Fine;1;;1 kg',
    'M-2;=Many;lots;Nowhere, Nothing;2 kg',
    'M-3;Short;few;;3 blubs\n',
  ].join('\n')

  it('is a CSV of a CSV, with all faults of a row in the language of the person, and goes in again', async () => {
    const { change } = await imported(await sent(Buffer.from(csv, 'utf16le'), 'items.csv'))
    expect(change.counts).toMatchObject({ done: 1, problem: 2 })
    const { bytes, name } = await toMend(change, 'de-AT')
    expect(name).toMatch(/\.csv"$/)
    const text = bytes.toString()
    expect(text.split('\r\n')[0]).toBe(`\ufeffsku;title;stock;categories;gewicht;${problemsColumn}`)
    const [second, third] = await cellsOf(bytes)
    expect(second).toMatchObject({
      sku: 'M-2',
      title: "'=Many",
      stock: 'lots',
      [problemsColumn]: expect.stringMatching(/^stock: „lots“ ist [^\n]*\ncategories: [^\n]*Nowhere, Nothing[^\n]*$/),
    })
    expect(third?.[problemsColumn]).toMatch(/^stock: „few“ ist [^\n]*\ngewicht: [^\n]+$/)
    const mended = text.replace('lots', '5').replace('Nowhere, Nothing', '').replace('few', '6').replace('blubs', 'kg')
    const inspection = await sent(Buffer.from(mended), 'rows-to-mend.csv')
    expect(inspection).toMatchObject({ problems: [], columns: ['sku', 'title', 'stock', 'categories', 'gewicht'] })
    const again = await imported(inspection)
    expect(again.change.counts).toMatchObject({ done: 2, problem: 0 })
    expect(again.rows.map((row) => row.name)).toEqual(['=Many', 'Short'])
  })

  it('is a workbook of a workbook, with its numbers, its sheet, and its headings in their row', async () => {
    const workbook = await workbookOf(
      ['sku', 'title', 'stock'],
      ['00123', 'Lamp', 'many'],
      ['X-2', 'Table', 7],
      ['X-3', 'Chair', 1.5],
    )
    const inspection = await sent(workbook, 'items.xlsx')
    expect(inspection.shape).toEqual({ format: 'xlsx', sheet: 'Prices' })
    const { change } = await imported({ ...inspection, shape: { format: 'xlsx', sheet: 'Prices', headerRow: 3 } })
    expect(change.counts).toMatchObject({ done: 1, problem: 2 })
    const { bytes, name } = await toMend(change)
    expect(name).toMatch(/\.xlsx"$/)
    expect(await cellsOf(bytes)).toEqual([
      { sku: '00123', title: 'Lamp', stock: 'many', [problemsColumn]: 'stock: “many” is not a whole number.' },
      { sku: 'X-3', title: 'Chair', stock: 1.5, [problemsColumn]: 'stock: “1.5” is not a whole number.' },
    ])
    const sentAgain = await sent(bytes, 'rows-to-mend.xlsx')
    expect(sentAgain).toMatchObject({ problems: [], columns: ['sku', 'title', 'stock'] })
    // With the shape of the first file, as a profile has it.
    const again = await imported({ ...sentAgain, shape: { format: 'xlsx', sheet: 'Prices', headerRow: 3 } })
    expect(again.change.counts).toMatchObject({ problem: 2 })
  })

  it('is JSON lines of JSON lines, and is there for imports alone', async () => {
    const { change } = await imported(
      await sent(Buffer.from('{"sku":"J-1","title":"Lamp","stock":"x"}\n'), 'items.jsonl'),
    )
    const path = { as, params: { bulkChangeId: change.bulkChangeId } }
    const refused = await server.call(contract.bulkChange.getRowsToMend, { ...path, query: { languageCode: '../etc' } })
    expect([refused.status, refused.problem]).toMatchObject([
      400,
      { fieldErrors: [{ technicalFieldName: 'query.languageCode' }] },
    ])
    const { bytes } = await toMend(change, 'xx')
    const object = JSON.parse(bytes.toString()) as Record<string, unknown>
    expect(object).toEqual({
      sku: 'J-1',
      title: 'Lamp',
      stock: 'x',
      [problemsColumn]: expect.stringMatching(/^stock: /),
    })
    const mended = await sent(Buffer.from(`${JSON.stringify({ ...object, stock: 4 })}\n`), 'rows-to-mend.jsonl')
    expect(mended).toMatchObject({ problems: [], columns: ['sku', 'title', 'stock'] })
    const done = await imported(mended)
    expect(done.change.counts).toMatchObject({ done: 1, problem: 0 })
    const undo = await server.ok(contract.bulkChange.createBulkChange, {
      as,
      body: { undoOf: done.change.bulkChangeId },
    })
    const { bulkChangeId } = await settled(undo)
    await server.refused(contract.bulkChange.getRowsToMend, 'NOT_FOUND', { as, params: { bulkChangeId } })
  })
})
