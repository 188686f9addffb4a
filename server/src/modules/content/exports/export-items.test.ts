import { once } from 'node:events'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { BulkChange, ExportRequest, Field, FieldInput, FieldType } from '@pim/contract'
import { columnOf, contract, itemColumns } from '@pim/contract'
import { richTextFromHtml } from '@pim/field-types'
import { fixtureIds, fixtures } from '@pim/field-types/fixtures'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import pg from 'pg'
import { isWholeRun } from '../../../../testing/budget.ts'
import { putType } from '../../../../testing/content-calls.ts'
import { personWith, startTestServer, type TestServer } from '../../../../testing/test-server.ts'
import { type FileShape, readRows } from '../../exchange/index.ts'
import { exportItems } from './export-items.ts'
import { createExportPlaces, type ExportPlaces } from './export-places.ts'

/** Files of items, read again and sent back through a bulk change: what was exported changes nothing. */
let server: TestServer
let languages: Readonly<Record<string, string>>
const editor = personWith('editor')
beforeAll(async () => {
  server = await startTestServer()
  languages = server.acme.variations
  await putType(server, server.acme, {
    technicalName: 'article',
    friendlyName: { 'en-US': 'Article' },
    kind: 'user',
    fields: [
      { ...label, technicalName: 'title', type: 'text' },
      { ...label, technicalName: 'sku', type: 'text', localizable: false, unique: 'tenant' },
      { ...label, technicalName: 'stock', type: 'integer', localizable: false },
      { ...label, technicalName: 'text', type: 'longText' },
      { ...label, technicalName: 'like', type: 'links' },
    ],
  })
  await putType(server, server.nordic, {
    technicalName: 'article',
    friendlyName: { 'en-US': 'Article' },
    kind: 'user',
    fields: [],
  })
})
afterAll(() => server.close())

const label = { friendlyName: { 'en-US': 'It' } }
const shapes = {
  csv: { format: 'csv', encoding: 'utf-8', delimiter: ',' },
  xlsx: { format: 'xlsx', sheet: '' },
  jsonl: { format: 'jsonLines', encoding: 'utf-8' },
} as const
type Format = keyof typeof shapes
const formats = Object.keys(shapes) as Format[]

async function exported(body: Partial<ExportRequest> & Pick<ExportRequest, 'technicalContentTypeName'>) {
  const answer = await server.call(contract.export.exportItems, { body, as: personWith('viewer') })
  expect(answer.status).toBe(200)
  return answer.bytes
}

async function rowsOf(bytes: Buffer, format: Format, type: string) {
  const shape: FileShape = format === 'xlsx' ? { ...shapes.xlsx, sheet: type } : shapes[format]
  const rows: Readonly<Record<string, unknown>>[] = []
  for await (const { values, problems } of readRows(() => [bytes], shape)) {
    expect(problems).toEqual([])
    rows.push(Object.fromEntries(values))
  }
  return rows
}

type Values = Readonly<Record<string, unknown>>
const fieldsOf = (values: Values) =>
  Object.entries(values).map(([technicalFieldName, value]) => ({ technicalFieldName, value }))
async function made(type: string, name: string, shared: Values, own: Readonly<Record<string, Values>> = {}) {
  const variations = Object.entries(own).map(([language, values]) => ({
    variationId: languages[language] ?? '',
    fields: fieldsOf(values),
  }))
  const body = { items: [{ name, technicalContentTypeName: type, fields: fieldsOf(shared), variations }] }
  const { results } = await server.ok(contract.contentItem.batchItems, { body, as: editor })
  expect(results[0]).toMatchObject({ outcome: 'created' })
  return results[0]?.contentItemId ?? ''
}

async function settled({ bulkChangeId }: BulkChange): Promise<BulkChange> {
  for (;;) {
    const now = await server.ok(contract.bulkChange.getBulkChange, { params: { bulkChangeId } })
    if (now.state !== 'rehearsing') return now
  }
}

/** Imports the file with the mapping that is proposed for it. */
async function sentBack(type: string, bytes: Buffer, isBy: 'name' | 'label' = 'name'): Promise<BulkChange> {
  const announced = { as: editor, body: { fileName: 'back', byteSize: bytes.length } }
  const { importFileId } = await server.ok(contract.import.createImportFile, announced)
  const params = { importFileId, partNumber: '0' }
  const file = new Blob([Uint8Array.from(bytes)])
  await server.ok(contract.import.putImportFilePart, { as: editor, params, file, fileName: 'part' })
  const inspection = { params: { importFileId }, body: { technicalContentTypeName: type }, as: editor }
  const { shape, proposal, problems } = await server.ok(contract.import.inspectImportFile, inspection)
  expect(problems).toEqual([])
  const usual = isBy === 'name' ? ['certain'] : ['certain', 'likely']
  for (const { confidence } of proposal) expect(usual).toContain(confidence)
  const columns = proposal.map(({ column, target, reading }) => ({
    column,
    target,
    ...(reading?.markup && { reading: { markup: reading.markup } }),
  }))
  const mapping = { importFileId, technicalContentTypeName: type, columns, ...(shape && { shape }) }
  return settled(await server.ok(contract.bulkChange.createBulkChange, { body: { file: mapping }, as: editor }))
}

const texts = [
  '=HYPERLINK("x")',
  '-5',
  "'tis",
  'a;b,c|d\t"e"',
  ' spaces ',
  'two\r\nlines',
  '課',
  '#LEFT',
  '00123',
  '_x000D_',
]

describe('a file of items', () => {
  it.each(formats)('comes back as %s with every text, and changes nothing', async (format) => {
    const ids = []
    for (const [index, text] of texts.entries())
      ids.push(
        await made(
          'article',
          `${text.trim()} ${format}`,
          { sku: `${format}-${index}`, stock: index - 2 },
          {
            'en-US': { title: text, text: index === 0 ? 'x'.repeat(32_000) : text },
            ...(index % 2 === 0 && { 'sv-SE': { title: `${text} på svenska` } }),
          },
        ),
      )
    const bytes = await exported({ technicalContentTypeName: 'article', contentItemIds: ids, format })
    const rows = await rowsOf(bytes, format, 'article')
    expect(rows.map((row) => row[itemColumns.id])).toEqual(ids)
    expect(rows[1]?.stock).toBe(format === 'csv' ? '-1' : -1)
    const { counts } = await sentBack('article', bytes)
    expect(counts).toMatchObject({ rows: texts.length, unchanged: texts.length, changed: 0, problem: 0 })
  })

  it('leaves out what is inherited, unless it is asked for what is shown', async () => {
    const id = await made('article', 'Inheriting', { sku: 'inheriting' }, { 'de-DE': { title: 'Käse' } })
    const asked = { technicalContentTypeName: 'article', contentItemIds: [id], format: 'jsonl' as const }
    const [own] = await rowsOf(await exported(asked), 'jsonl', 'article')
    expect(own).toMatchObject({ 'title:de-DE': 'Käse' })
    expect(own).not.toHaveProperty('title:de-AT')
    const [shown] = await rowsOf(await exported({ ...asked, values: 'effective' }), 'jsonl', 'article')
    expect(shown).toMatchObject({ 'title:de-DE': 'Käse', 'title:de-AT': 'Käse' })
  })

  it('has a row for each variation where that is asked for, and only what was chosen', async () => {
    const id = await made(
      'article',
      'Chosen',
      { sku: 'chosen' },
      { 'en-US': { title: 'Cheese' }, 'sv-SE': { title: 'Ost' } },
    )
    const bytes = await exported({
      technicalContentTypeName: 'article',
      contentItemIds: [id],
      layout: 'variations',
      technicalFieldNames: ['title', 'sku'],
      variationIds: [languages['sv-SE'] ?? '', languages['en-US'] ?? ''],
      withChannels: true,
      delimiter: ';',
    })
    expect(bytes.toString().split('\r\n')).toEqual([
      '\ufeff$id;$name;$variation;$channels;title;sku',
      `${id};Chosen;sv-SE;;Ost;chosen`,
      `${id};Chosen;en-US;;Cheese;chosen`,
      '',
    ])
  })

  it('has what a search finds, in its order', async () => {
    for (const name of ['Örn', 'Zebra', 'Ängel']) await made('article', `Found ${name}`, { sku: `found-${name}` })
    const selection = {
      filtering: { searchText: 'found' },
      sorting: { field: 'name', direction: 'desc' as const },
    }
    const asked = {
      technicalContentTypeName: 'article',
      selection,
      technicalFieldNames: ['sku'],
      format: 'jsonl' as const,
    }
    const rows = await rowsOf(await exported(asked), 'jsonl', 'article')
    expect(rows.map(({ sku }) => sku)).toEqual(['found-Zebra', 'found-Örn', 'found-Ängel'])
  })

  it.each(['csv', 'jsonl'] as const)(
    'for people has labels and texts without JSON, and comes back all the same: %s',
    async (format) => {
      const typeName = `story${format}`
      const longLabel = 'Schwer'.repeat(40)
      const field = (technicalName: string, name: string, type: FieldType, more: Partial<Field> = {}) => ({
        technicalName,
        friendlyName: { 'en-US': `${name} in English`, 'de-DE': name },
        type,
        ...more,
      })
      await putType(server, server.acme, {
        technicalName: typeName,
        friendlyName: { 'en-US': 'Story' },
        kind: 'user',
        fields: [
          field('title', '=Titel', 'text'),
          field('size', 'Maß (cm)', 'integer', { localizable: false }),
          field('length', 'Maß (cm)', 'integer', { localizable: false }),
          field('weight', longLabel, 'integer'),
          // The label of one field is the name of another.
          field('kind', 'size', 'text'),
          field('body', 'Text (lang)', 'richText'),
        ],
      })
      const values = {
        'en-US': { title: 'A', kind: 'k', weight: 3, body: richTextFromHtml('<p>5 * 3 <b>bold</b></p>') },
        'de-DE': { body: richTextFromHtml('<p>1. a_b</p>') },
      }
      const id = await made(typeName, `Story ${format}`, { size: 1, length: 2 }, values)
      const asked = { technicalContentTypeName: typeName, format, headingLanguageCode: 'de-DE' }
      for (const [richTexts, expected] of [
        ['markdown', '5 \\* 3 **bold**'],
        ['html', '<p>5 * 3 <strong>bold</strong></p>'],
      ] as const) {
        const bytes = await exported({ ...asked, contentItemIds: [id], richTexts })
        const [row = {}] = await rowsOf(bytes, format, typeName)
        expect(row['Text (lang) (en-US)']).toBe(expected)
        if (format !== 'jsonl')
          expect(Object.keys(row).filter((name) => !/\((?!en-US)[a-z]{2}-[A-Z]{2}\)$/.test(name))).toEqual([
            '$id',
            '$name',
            // An apostrophe keeps a spreadsheet from running it.
            "'=Titel (en-US)",
            'Maß (cm) [size]',
            'Maß (cm) [length]',
            ...['en-US', 'sv-SE', 'de-DE', 'de-AT'].map((tag) => `${longLabel.slice(0, 185)} [weight:${tag}]`),
            'size [kind:en-US]',
            'size [kind:sv-SE]',
            'size [kind:de-DE]',
            'size [kind:de-AT]',
            'Text (lang) (en-US)',
          ])
        const { counts } = await sentBack(typeName, bytes, 'label')
        expect(counts).toMatchObject({ rows: 1, unchanged: 1, changed: 0, problem: 0 })
      }
    },
  )

  it('names a field or a variation that is not there', async () => {
    const asked = { technicalContentTypeName: 'article' }
    const refusedField = await server.refused(contract.export.exportItems, 'INVALID_REQUEST', {
      body: { ...asked, technicalFieldNames: ['title', 'gone'] },
    })
    expect(refusedField.fieldErrors).toMatchObject([
      { technicalFieldName: 'body.technicalFieldNames', code: 'NOT_FOUND' },
    ])
    await server.refused(contract.export.exportItems, 'INVALID_REQUEST', {
      body: { ...asked, variationIds: [fixtureIds.items[0] ?? ''] },
    })
    await server.refused(contract.export.exportItems, 'NOT_FOUND', { body: { technicalContentTypeName: 'gone' } })
  })

  it('has nothing of another tenant', async () => {
    const id = await made('article', 'Of Acme', { sku: 'of-acme' })
    const body = { technicalContentTypeName: 'article', contentItemIds: [id], format: 'jsonl' as const }
    const { bytes } = await server.call(contract.export.exportItems, { body, tenant: server.nordic.externalId })
    expect(bytes.length).toBe(0)
  })
})

describe('a file that names what it refers to by keys', () => {
  const taxonomies = contract.taxonomies
  const type = 'guide'
  let kit: string
  let ids: Readonly<Record<'red' | 'blue' | 'bare' | 'twin' | 'lamp' | 'desk' | 'nameless' | 'front' | 'twice', string>>
  beforeAll(async () => {
    const concept = async (taxonomyId: string, friendlyName: string, code?: string) => {
      const { conceptId } = await server.ok(taxonomies.createConcept, {
        params: { taxonomyId },
        query: { friendlyName },
      })
      const params = { taxonomyId, conceptId }
      if (code !== undefined) await server.ok(taxonomies.changeConceptWords, { params, body: { code } })
      return conceptId
    }
    const taxonomy = async (friendlyName: string) =>
      (await server.ok(taxonomies.createTaxonomy, { query: { friendlyName } })).taxonomyId
    const [colours, moods] = [await taxonomy('Colours'), await taxonomy('Moods')]
    await concept(moods, 'Blue', 'blue')
    const image = {
      technicalName: 'image',
      friendlyName: { 'en-US': 'Image' },
      kind: 'media' as const,
      fields: [{ ...label, technicalName: 'file', type: 'binary' as const }],
    }
    await putType(server, server.acme, image)
    const media = async (fileName: string, words: string) => {
      const file = new Blob([words], { type: 'text/plain' })
      const { binaryId } = await server.ok(contract.binary.uploadBinary, { file, fileName })
      return made('image', words, {}, { 'en-US': { file: binaryId } })
    }
    const sku = { ...label, technicalName: 'sku', type: 'text' as const, localizable: false, unique: 'tenant' as const }
    const kits = { technicalName: 'kit', friendlyName: { 'en-US': 'Kit' }, kind: 'user' as const, fields: [sku] }
    await putType(server, server.acme, kits)
    kit = await made('kit', 'Kit', { sku: 'kit-1' })
    const desk = await made('article', 'Desk', { sku: 'desk, oak' })
    await media('twice.txt', 'the first one')
    ids = {
      red: await concept(colours, 'Red', 'red'),
      blue: await concept(colours, 'Blue', 'blue'),
      bare: await concept(colours, 'Bare'),
      twin: await concept(colours, 'Twin', 'a,b'),
      lamp: await made('article', 'Lamp', { sku: 'lamp-1' }),
      desk,
      nameless: await made('article', 'Nameless', {}),
      front: await media('front.txt', 'the front'),
      twice: await media('twice.txt', 'the second one'),
    }
    const toArticles = { settings: { contentTypeTechnicalNames: ['article'] } }
    await putType(server, server.acme, {
      technicalName: type,
      friendlyName: { 'en-US': 'Guide' },
      kind: 'user',
      fields: [
        { ...label, technicalName: 'topics', type: 'concepts' },
        { ...label, technicalName: 'colour', type: 'concept', settings: { taxonomyIds: [colours] } },
        { ...label, technicalName: 'related', type: 'links', ...toArticles },
        { ...label, technicalName: 'main', type: 'link', localizable: false, ...toArticles },
        { ...label, technicalName: 'anything', type: 'links' },
        {
          ...label,
          technicalName: 'either',
          type: 'links',
          settings: { contentTypeTechnicalNames: ['article', 'kit'] },
        },
        { ...label, technicalName: 'cover', type: 'media' },
        { ...label, technicalName: 'pictures', type: 'medias' },
      ],
    })
  })

  const asked = { technicalContentTypeName: type, references: 'keys' } as const
  const guides = async (format: Format) => [
    await made(
      type,
      `Guide ${format}`,
      { main: ids.lamp },
      {
        'en-US': {
          topics: [ids.red, ids.blue, ids.bare, ids.twin],
          colour: ids.blue,
          related: [ids.lamp],
          anything: [ids.lamp],
          either: [ids.lamp, kit],
          cover: ids.front,
          pictures: [ids.twice, ids.front],
        },
        'sv-SE': { related: [ids.lamp, ids.desk] },
        'de-DE': { related: [ids.nameless], colour: ids.red },
      },
    ),
    await made(type, `Bare guide ${format}`, {}),
  ]

  it('has codes, names of files and unique values, and ids of what these do not name alone', async () => {
    const contentItemIds = await guides('jsonl')
    const [row] = await rowsOf(await exported({ ...asked, contentItemIds, format: 'jsonl' }), 'jsonl', type)
    expect(row).toMatchObject({
      // The code "blue" is that of a mood, too; the field takes any. A comma would cut a cell in two.
      'topics:en-US': ['red', ids.blue, ids.bare, ids.twin],
      'colour:en-US': 'blue',
      'colour:de-DE': 'red',
      'main.sku': 'lamp-1',
      'related.sku:en-US': ['lamp-1'],
      'related.sku:sv-SE': [ids.lamp, ids.desk],
      'related.sku:de-DE': [ids.nameless],
      'anything:en-US': [ids.lamp],
      'either.sku:en-US': ['lamp-1', 'kit-1'],
      'cover:en-US': 'front.txt',
      'pictures:en-US': [ids.twice, 'front.txt'],
    })
  })

  it.each(formats.flatMap((format) => (['items', 'variations'] as const).map((layout) => [format, layout] as const)))(
    'changes nothing when it comes back: %s, a row for each of the %s',
    async (format, layout) => {
      const contentItemIds = await guides(format)
      const bytes = await exported({ ...asked, contentItemIds, format, layout })
      expect(await rowsOf(bytes, format, type)).toHaveLength(layout === 'items' ? 2 : 2 * Object.keys(languages).length)
      const { counts } = await sentBack(type, bytes)
      expect(counts).toMatchObject({ rows: 2, unchanged: 2, problem: 0 })
    },
  )

  it('has a key of items of any type where the type of the links has it, too', async () => {
    const id = await made('article', 'Liked', { sku: 'liked' }, { 'en-US': { like: [ids.lamp, kit] } })
    const bytes = await exported({
      ...asked,
      technicalContentTypeName: 'article',
      contentItemIds: [id],
      format: 'jsonl',
    })
    const [row] = await rowsOf(bytes, 'jsonl', 'article')
    expect(row).toMatchObject({ 'like.sku:en-US': ['lamp-1', 'kit-1'] })
    expect((await sentBack('article', bytes)).counts).toMatchObject({ unchanged: 1, problem: 0 })
  })

  it('makes the same links in a new item', async () => {
    const columns = ['$name', 'main.sku', 'related.sku', 'topics', 'cover']
    const line = `Copied,lamp-1,lamp-1,"red, ${ids.blue}",front.txt`
    const { counts, bulkChangeId } = await sentBack(type, Buffer.from(`${columns.join(',')}\n${line}\n`))
    expect(counts).toMatchObject({ created: 1, problem: 0 })
    const { items } = await server.ok(contract.bulkChange.getBulkChangeRows, { params: { bulkChangeId }, query: {} })
    const values = Object.fromEntries(
      (items[0]?.changes ?? []).map(({ technicalFieldName, after }) => [technicalFieldName, after?.value]),
    )
    expect(values).toMatchObject({
      main: ids.lamp,
      related: [ids.lamp],
      topics: [ids.red, ids.blue],
      cover: ids.front,
    })
  })
})

describe('exports at once', () => {
  const asked = { technicalContentTypeName: 'article', format: 'csv', layout: 'items', values: 'own', delimiter: ',' }
  const request = { ...asked, withChannels: false } as ExportRequest
  const { signal: never } = new AbortController()
  /** Begins a file, of which nothing is read yet. */
  const begun = async (inPlace: ExportPlaces, { tenantId } = server.acme, signal = never) => {
    const made = await inPlace(tenantId, signal, (onRow) => exportItems(server.dependencies, tenantId, request, onRow))
    if (!(made.body instanceof Readable)) throw new Error('a file is a stream')
    return made.body
  }
  const refused = { code: 'RATE_LIMITED' }

  it('are few of a tenant and of a process, and have their places until they are read or given up', async () => {
    const inPlace = createExportPlaces({ ofProcess: 3, ofTenant: 2, waitMs: 1 })
    const [one, two] = [await begun(inPlace), await begun(inPlace)]
    await expect(begun(inPlace)).rejects.toMatchObject(refused)
    const other = await begun(inPlace, server.nordic)
    await expect(begun(inPlace, server.nordic)).rejects.toMatchObject(refused)
    expect((await text(one)).split('\r\n').length).toBeGreaterThan(1)
    const three = await begun(inPlace)
    await expect(begun(inPlace)).rejects.toMatchObject(refused)
    two.destroy()
    await once(two, 'close')
    const gone = new AbortController()
    const four = await begun(inPlace, server.acme, gone.signal)
    gone.abort()
    await once(four, 'close')
    const five = await begun(inPlace)
    for (const each of [three, five, other]) each.destroy()
  })

  it('wait for a place before they are refused, and end where the caller has gone meanwhile', async () => {
    const inPlace = createExportPlaces({ ofProcess: 2, ofTenant: 1, waitMs: 60_000 })
    const gone = new AbortController()
    const one = await begun(inPlace)
    const waits = begun(inPlace, server.acme, gone.signal)
    // Another tenant's export comes after the one that waits, and ends before it.
    await text(await begun(inPlace, server.nordic))
    gone.abort()
    await expect(waits).rejects.toMatchObject(refused)
    one.destroy()
    await once(one, 'close')
    const soon = createExportPlaces({ ofProcess: 1, ofTenant: 1, waitMs: 1_000 })
    const before = await begun(soon)
    const after = begun(soon)
    before.destroy()
    ;(await after).destroy()
  })

  it('give their places back where they fail, or where the caller has gone before the first byte', async () => {
    const inPlace = createExportPlaces({ ofProcess: 1, ofTenant: 1, waitMs: 1 })
    const unknown = { ...server.acme, tenantId: fixtureIds.items[0] ?? '' }
    await expect(begun(inPlace, unknown)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const late = await begun(inPlace, server.acme, AbortSignal.abort())
    await once(late, 'close')
    const next = await begun(inPlace)
    next.destroy()
  })

  it('make room for others where nobody reads them, and only then', async () => {
    let now = 0
    const inPlace = createExportPlaces({ ofProcess: 2, ofTenant: 2, waitMs: 1 }, () => now)
    const unread = await begun(inPlace)
    now = 50_000
    const read = await begun(inPlace)
    now = 59_000
    await expect(begun(inPlace, server.nordic)).rejects.toMatchObject(refused)
    now = 61_000
    const next = await begun(inPlace, server.nordic)
    expect([unread.destroyed, read.destroyed]).toEqual([true, false])
    await expect(begun(inPlace, server.nordic)).rejects.toMatchObject(refused)
    for (const each of [read, next]) each.destroy()
  })

  it('are refused by the call while others of the tenant wait for the database', async () => {
    const client = new pg.Client(server.rows.superuser)
    await client.connect()
    await client.query('begin; lock table content_item in access exclusive mode')
    const calls = Array.from({ length: 5 }, () =>
      server.call(contract.export.exportItems, { body: { technicalContentTypeName: 'article' } }),
    )
    const first = [await Promise.race(calls), await server.call(contract.export.exportItems, { body: request })]
    for (const { status, problem, headers } of first)
      expect([status, problem?.code, headers['retry-after']]).toEqual([429, 'RATE_LIMITED', '5'])
    await client.end()
    expect((await Promise.all(calls)).map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 429, 429])
    await exported({ technicalContentTypeName: 'article' })
  })
})

describe('values of each field type', () => {
  const types = Object.values(fixtures)
  let ids: Readonly<Record<string, string>> = {}
  beforeAll(async () => {
    const taxonomies = contract.taxonomies
    const { taxonomyId } = await server.ok(taxonomies.createTaxonomy, { query: { friendlyName: 'Any' } })
    const real: Record<string, string> = {}
    for (const [index, id] of fixtureIds.concepts.entries()) {
      const query = { friendlyName: `Concept ${index}` }
      real[id] = (await server.ok(taxonomies.createConcept, { params: { taxonomyId }, query })).conceptId
    }
    for (const id of fixtureIds.items) real[id] = await made('article', 'Linked', {})
    await putType(server, server.acme, {
      technicalName: 'picture',
      friendlyName: { 'en-US': 'Picture' },
      kind: 'media',
      fields: [{ ...label, technicalName: 'file', type: 'binary' }],
    })
    const uploaded = async (fileName: string) => {
      const file = new Blob([aPicture], { type: 'image/png' })
      return (await server.ok(contract.binary.uploadBinary, { file, fileName })).binaryId
    }
    for (const id of fixtureIds.medias)
      real[id] = await made('picture', 'Picture', {}, { 'en-US': { file: await uploaded(`${id}.png`) } })
    for (const id of fixtureIds.binaries) real[id] = await uploaded(`${id}.png`)
    ids = real
  })
  const withRealIds = (value: unknown): unknown =>
    JSON.parse(JSON.stringify(value).replace(/019a0000-[0-9a-f-]{27}/gi, (id) => ids[id.toLowerCase()] ?? id))

  const words = [
    ...texts,
    "''=1",
    "'",
    '=1+1',
    '@x',
    '+1',
    '\t=x',
    '1E5',
    '1.50',
    'TRUE',
    '2026-03-04',
    '\ufeffmark',
    'שלום, עולם',
    'مرحبا\u200f!',
    '👩‍👩‍👧‍👦🇸🇪',
    'one\rtwo\n\nthree',
    '\u00a0no break\u00a0',
    '""',
    '{"type":"doc"}',
    '<b>not bold</b> &amp;',
    'null',
  ]
  const textOf = (text: string) => ({
    type: 'doc',
    content: [{ type: 'paragraph', content: [{ type: 'text', text, marks: [{ type: 'bold' }] }] }],
  })
  /** What files are known to spoil, beside the values that each type shows. */
  const hostile: Partial<Record<FieldType, readonly unknown[]>> = {
    text: words.filter((text) => !/[\r\n]/.test(text)),
    longText: words,
    richText: words.filter((text) => !/[\r\n\t]/.test(text) && text.trim() === text).map(textOf),
    identifier: ['00123', '=1', '1E5', "'12"],
    decimal: ['12345678901234567890.12345678901234567890', '-0.10', '1.0', 0.1],
    integer: [-9_007_199_254_740_991, 1_000_000_000_000],
    date: ['0001-01-01', '9999-12-31', '1900-02-28'],
    dateTime: ['2026-03-29T02:30:00+02:00', '1969-12-31T23:59:59.999-11:00', '2026-01-01T00:00:00.001Z'],
    json: [words, { '=1': { deep: [[[{ a: null }]]] } }, '=1', '1', 'true', 'null', 1e-7, [1, '1', 1.5], '[]', ' '],
    table: [[{ size: '=1' }, { size: 'a,b;c\n"d"', chest: '88.10', inStock: false }]],
    group: [[{ title: '=1 שלום' }, { title: 'two\nlines'.replace('\n', ' '), inner: [{ title: "'deep" }] }]],
    price: [[{ amount: '12345678901234567890.10', currency: 'EUR' }]],
    boolean: [false],
  }

  const isEmpty = (value: unknown) => value === null || value === undefined
  const layouts = formats.flatMap((format) =>
    (['items', 'variations'] as const).map((layout) => [format, layout] as const),
  )
  // In the usual run each layout, with the formats whose cells are not typed as our values are.
  it.each(layouts.filter((_, at) => isWholeRun || [0, 3].includes(at)))(
    'come back and change nothing: %s, a row for each of the %s',
    async (format, layout) => {
      const fields: FieldInput[] = []
      const columns = types.map(({ type, settings, valid }) => {
        fields.push({ ...label, technicalName: type, type, settings: settings.default as FieldInput['settings'] })
        const shown = valid
          .filter(
            ({ value, normalised = value, settings: named = 'default' }) => !isEmpty(normalised) && named === 'default',
          )
          .map(({ value }) => value)
        expect(shown).not.toEqual([])
        return { type, values: [...shown, ...(hostile[type] ?? [])].map(withRealIds) }
      })
      const technicalName = `every-${format}-${layout}`
      // Only media have files.
      await putType(server, server.acme, { technicalName, friendlyName: { 'en-US': 'Every' }, kind: 'media', fields })
      const rounds = Math.max(...columns.map(({ values }) => values.length))
      const contentItemIds: string[] = []
      for (let round = 0; round < rounds; round += 1) {
        // Every other type is deliberately empty in Swedish, where it would inherit otherwise; German inherits all.
        const english = columns.map(({ type, values }) => [type, values[round % values.length]])
        const swedish = columns.map(({ type, values }, at) =>
          at % 2 === round % 2 ? [type, null] : [type, values[(round + 1) % values.length]],
        )
        const own = { 'en-US': Object.fromEntries(english), 'sv-SE': Object.fromEntries(swedish) }
        contentItemIds.push(await made(technicalName, `Round ${round}`, {}, own))
      }
      const bytes = await exported({ technicalContentTypeName: technicalName, contentItemIds, format, layout })
      const [first] = await rowsOf(bytes, format, technicalName)
      for (const { type } of types)
        expect([undefined, '']).not.toContain(first?.[layout === 'items' ? columnOf(type, 'en-US') : type])
      const { counts, bulkChangeId } = await sentBack(technicalName, bytes)
      const query = { pageSize: '100' }
      const { items } = await server.ok(contract.bulkChange.getBulkChangeRows, { params: { bulkChangeId }, query })
      const changed = items.flatMap(({ changes, problem, name }) => [
        ...changes.map((each) => [name, each.technicalFieldName, each.before?.value, each.after?.value]),
        ...(problem === null ? [] : [[name, problem.fieldErrors]]),
      ])
      expect(changed).toEqual([])
      expect(counts).toMatchObject({ rows: rounds, unchanged: rounds, noted: 0 })
    },
  )
})

const aPicture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)
