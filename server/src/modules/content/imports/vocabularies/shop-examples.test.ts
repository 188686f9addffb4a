import { readdirSync, readFileSync } from 'node:fs'
import { join, parse } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import {
  type BulkChange,
  type ContentType,
  contract,
  type Field,
  type ImportColumn,
  type ImportColumnReading,
} from '@pim/contract'
import { afterAll, beforeAll, expect, it } from '@rstest/core'
import sharp from 'sharp'
import { ContentCalls, imageType, putType, valuesOf } from '../../../../../testing/content-calls.ts'
import { type HttpsServer, startHttpsServer } from '../../../../../testing/https-server.ts'
import { personWith, startOwnServer, type TestServer } from '../../../../../testing/test-server.ts'
import { vocabularies } from './vocabulary.ts'

/** A small file of each shop goes in as it is proposed. What the shop's file does not say, as the currency, is answered here. */
const folder = join(import.meta.dirname, 'examples')
const files = new Map(readdirSync(folder).map((file) => [parse(file).name, file]))

/** Options are made by administrators. */
const admin = personWith('admin')
let outside: HttpsServer
let server: TestServer
let content: ContentCalls
beforeAll(async () => {
  const picture = (background: string) =>
    sharp({ create: { width: 8, height: 8, channels: 3, background } })
      .png()
      .toBuffer()
  const pictures = new Map([
    ['/red.png', await picture('red')],
    ['/blue.png', await picture('blue')],
  ])
  outside = await startHttpsServer((request, answer) =>
    answer.writeHead(200, { 'content-type': 'image/png' }).end(pictures.get(request.url ?? '')),
  )
  // The stand-in for the internet belongs to this file alone.
  server = await startOwnServer({ outside: outside.outside })
  content = new ContentCalls(server, server.acme)
  await server.ok(contract.tenants.changeTenant, { body: { importHosts: [outside.host] } })
  await putType(server, server.acme, imageType)
})
afterAll(async () => {
  await server.close()
  await outside.close()
})

const field = (technicalName: string, type: Field['type'], more: Partial<Field> = {}): Field => ({
  ...{ technicalName, friendlyName: { 'en-US': technicalName }, type, localizable: false },
  ...more,
})
const sized = (technicalName: string, family: string, units: readonly string[]) =>
  field(technicalName, 'measurement', { settings: { family, units: [...units] } })
const productOf = (technicalName: string, taxonomyId: string): ContentType => ({
  ...{ technicalName, friendlyName: { 'en-US': technicalName }, kind: 'user', titleField: 'title' },
  fields: [
    field('title', 'text', { localizable: true }),
    field('sku', 'text', { unique: 'contentType' }),
    field('gtin', 'identifier', { settings: { kind: 'gtin' } }),
    field('summary', 'text', { localizable: true }),
    field('description', 'richText', { localizable: true }),
    field('brand', 'text'),
    field('categories', 'concepts', { settings: { taxonomyIds: [taxonomyId] } }),
    field('tags', 'multiSelect', { settings: { options: [] } }),
    field('price', 'price', { settings: { currencies: ['EUR', 'SEK'] } }),
    sized('weight', 'Weight', ['KILOGRAM', 'GRAM']),
    sized('length', 'Length', ['CENTIMETER']),
    sized('width', 'Length', ['CENTIMETER']),
    sized('height', 'Length', ['CENTIMETER']),
    field('stock', 'integer'),
    field('images', 'medias'),
    field('slug', 'slug', { localizable: true }),
    field('seoTitle', 'text', { localizable: true }),
  ],
})

async function settled({ bulkChangeId }: BulkChange): Promise<BulkChange> {
  for (;;) {
    const now = await server.ok(contract.bulkChange.getBulkChange, { params: { bulkChangeId } })
    if (now.state !== 'rehearsing' && now.state !== 'executing') return now
    await wait(20)
  }
}

/** What is proposed for the file, with these answers, and with all missing options and concepts made. */
async function imported(shop: string, answers: Readonly<Record<string, ImportColumnReading>>) {
  const { taxonomyId } = await server.ok(contract.taxonomies.createTaxonomy, { query: { friendlyName: shop } })
  const type = productOf(shop, taxonomyId)
  await putType(server, server.acme, type)
  const fileName = files.get(shop) ?? ''
  const text = readFileSync(join(folder, fileName), 'utf8').replaceAll('pictures.example.com', outside.host)
  const bytes = Buffer.from(text)
  const announced = { fileName, byteSize: bytes.length }
  const { importFileId } = await server.ok(contract.import.createImportFile, { body: announced })
  const params = { importFileId, partNumber: '0' }
  await server.ok(contract.import.putImportFilePart, { params, file: new Blob([bytes]), fileName })
  const body = { technicalContentTypeName: shop }
  const inspected = await server.ok(contract.import.inspectImportFile, { params: { importFileId }, body })
  const made = new Set<Field['type']>(['multiSelect', 'concepts'])
  const columns = inspected.proposal.map(({ column, target, reading }): ImportColumn => {
    const name = target.kind === 'field' ? target.technicalFieldName : ''
    const found = type.fields.find(({ technicalName }) => technicalName === name)
    const chosen = { ...reading, ...answers[column] }
    return { column, target, ...(found && { reading: chosen }), ...(found && made.has(found.type) && { adds: {} }) }
  })
  const file = {
    ...{ importFileId, technicalContentTypeName: shop, columns },
    ...(inspected.proposedKeyField !== null && { keyField: inspected.proposedKeyField }),
    ...(inspected.proposedJoinBy && { joinBy: inspected.proposedJoinBy }),
  }
  const change = await settled(await server.ok(contract.bulkChange.createBulkChange, { as: admin, body: { file } }))
  const { bulkChangeId, fingerprint } = change
  const execution = { as: admin, params: { bulkChangeId }, body: { fingerprint } }
  const done = await settled(await server.ok(contract.bulkChange.executeBulkChange, execution))
  const rows = await server.ok(contract.bulkChange.getBulkChangeRows, { params: { bulkChangeId } })
  return { looksLike: inspected.looksLike, done, rows: rows.items }
}

/** The values of an item in one line, in the order of the type: what is found by id is told by name, pictures by their number. */
async function lineOf(contentItemId: string | null): Promise<string> {
  const variation = (await content.variations(contentItemId ?? ''))['en-US']
  const told: string[] = []
  for (const [name, value] of Object.entries(variation === undefined ? {} : valuesOf(variation))) {
    if (value === null || value === undefined) continue
    if (name === 'images') told.push(`${(value as string[]).length} pictures`)
    else if (name === 'categories') told.push((await namesOf(value as string[])).join(', '))
    else if (name === 'description') told.push(textIn(value))
    else if (Array.isArray(value)) told.push(value.map(amountOf).join(' + '))
    else told.push(amountOf(value))
  }
  return told.join(' | ')
}
const textIn = (document: unknown) =>
  [...JSON.stringify(document).matchAll(/"text":"([^"]*)"/g)].map(([, text]) => text).join('')
function amountOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value)
  return Object.values(value).join(' ')
}
const namesOf = async (conceptIds: readonly string[]) => {
  const found = await server.ok(contract.taxonomies.lookUpConcepts, { body: { conceptIds: [...conceptIds] } })
  return conceptIds.flatMap((id) =>
    found.flatMap(({ conceptId, path, name }) => (conceptId === id ? [[...path, name].join(' > ')] : [])),
  )
}

const eur = { currency: 'EUR' }
const kilograms = { unit: 'KILOGRAM' }
const cases: Readonly<Record<string, { answers: Readonly<Record<string, ImportColumnReading>>; lines: string[] }>> = {
  shopify: {
    answers: { 'Variant Price': eur },
    lines: [
      'Birch Lamp | SH-1 | 4006381333931 | A lamp of birch. | Nordlys | Lighting > Table lamps | wood + warm | 49.90 EUR | GRAM 850 | 12 | 2 pictures | Birch Lamp by Nordlys',
      'Oak Shelf | SH-2 | Three boards. | Hem | Storage > Shelves | wood | 129.00 EUR | GRAM 4200 | 3 | 1 pictures',
    ],
  },
  woocommerce: {
    answers: { 'Regular price': eur },
    lines: [
      'Linen Cushion | WC-1 | 4006381333931 | Soft and washable. | Cover of linen. | Hem | Textiles > Cushions, Sale | soft + linen | 19.90 EUR | KILOGRAM 0.4 | CENTIMETER 40 | CENTIMETER 40 | CENTIMETER 12 | 25 | 2 pictures',
      'Wool Blanket | WC-2 | Woven in Borås. | Hem | Textiles > Blankets | wool | 89 EUR | KILOGRAM 1.25 | CENTIMETER 180 | CENTIMETER 130 | CENTIMETER 2 | 8 | 1 pictures',
      'Cotton Sheet | WC-3 | Textiles | 35.50 EUR | KILOGRAM 0.9 | CENTIMETER 240 | CENTIMETER 150 | CENTIMETER 1 | 0',
    ],
  },
  magento: {
    answers: { price: eur, weight: kilograms },
    lines: [
      'Copper Kettle | MG-1 | For two litres. | Boils two litres. | Default Category > Kitchen, Default Category > Sale | 59.000000 EUR | KILOGRAM 1.6 | 14 | 2 pictures | copper-kettle | Copper Kettle',
      'Iron Pan | MG-2 | For every stove. | Default Category > Kitchen | 44.500000 EUR | KILOGRAM 2.35 | 7 | 1 pictures | iron-pan',
      'Bread Knife | MG-3 | Default Category > Kitchen > Knives | 24.900000 EUR | KILOGRAM 0.18 | 31 | bread-knife',
    ],
  },
  prestashop: {
    answers: {
      'Price tax excluded': eur,
      Weight: kilograms,
      Width: { unit: 'CENTIMETER' },
      Height: { unit: 'CENTIMETER' },
    },
    lines: [
      'Garden Chair | PS-1 | 4006381333931 | Folds flat. | Acacia, oiled. | Utefolk | Garden, Chairs | oiled + folding | 79.90 EUR | KILOGRAM 4.5 | CENTIMETER 55 | CENTIMETER 88 | 20 | 2 pictures | Garden Chair',
      'Garden Table | PS-2 | Seats six. | Utefolk | Garden | oiled | 189 EUR | KILOGRAM 18.2 | CENTIMETER 140 | CENTIMETER 74 | 4 | 1 pictures',
      'Parasol | PS-3 | Garden | 65.5 EUR | KILOGRAM 6 | CENTIMETER 250 | 0',
    ],
  },
  commercetools: {
    answers: {},
    lines: [
      'Walnut Desk | ct-desk | With two drawers. | 1 pictures | walnut-desk | Walnut Desk',
      'Cork Stool | ct-stool | Light and warm. | 1 pictures | cork-stool',
      'Coat Rack | ct-rack | coat-rack',
    ],
  },
  vendure: {
    answers: { price: eur },
    lines: [
      'Clay Pot | VE-1 | Fired twice. | clay + handmade | 14.50 EUR | 40 | 2 pictures | clay-pot',
      'Glass Vase | VE-2 | Blown by mouth. | glass | 32 EUR | 9 | 1 pictures | glass-vase',
      'Seed Tray | VE-3 | 6.95 EUR | 120 | seed-tray',
    ],
  },
  akeneo: {
    answers: { weight: kilograms },
    lines: [
      'Trail Boot | AK-1 | 4006381333931 | Keeps water out. | Fjellko | hiking, sale | 129.00 EUR + 1490.00 SEK | KILOGRAM 1.1 | 1 pictures',
      'Ridge Shoe | AK-2 | Light on rock. | Fjellko | hiking | 99.90 EUR | KILOGRAM 0.8',
      'Day Pack | AK-3 | 749.00 SEK',
    ],
  },
  google: {
    answers: {},
    lines: [
      'Steel Bottle | GM-1 | 4006381333931 | Keeps tea hot for a day. | Ute | Home > Kitchen > Bottles | 24.90 EUR | KILOGRAM 0.42 | 2 pictures',
      'Lunch Box | GM-2 | Two compartments. | Ute | Home > Kitchen | 18.00 EUR | GRAM 310 | 1 pictures',
      'Tea Filter | GM-3 | Of steel. | Home > Kitchen | 7.50 EUR | GRAM 40 | 1 pictures',
    ],
  },
}

it('each vocabulary has an example', () => {
  expect([...files.keys()].sort()).toEqual(Object.keys(cases).sort())
  // Catalogues in BMEcat are read and imported whole by `xml.test.ts` and `supplier-files.test.ts`.
  expect(vocabularies().filter(({ name }) => !name.startsWith('BMEcat'))).toHaveLength(files.size)
})

it.each(Object.entries(cases))('a file of %s comes in whole as it is proposed', async (shop, { answers, lines }) => {
  const { looksLike, done, rows } = await imported(shop, answers)
  expect(rows.flatMap(({ fileRow, problem }) => (problem ? [[fileRow, problem]] : []))).toEqual([])
  expect(looksLike?.toLowerCase()).toContain(shop)
  expect(done).toMatchObject({ state: 'done', counts: { problem: 0, failed: 0, outdated: 0 } })
  const found: string[] = []
  for (const { contentItemId } of rows) found.push(await lineOf(contentItemId))
  expect(found).toEqual(lines)
})
