import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ContentVariation, contract } from '@pim/contract'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { personWith, startOwnServer, type TestServer } from '../../../server/testing/test-server.ts'
import { bundleSchema, type WrittenBundle, type WrittenItem } from '../bundle.ts'
import { ApiSession } from './api-session.ts'
import { type LoadOptions, loadBundle } from './load-bundle.ts'
import type { LoadReport } from './load-report.ts'
import { startLoader } from './loader-runs.ts'

let server: TestServer
let folder: string
let baseUrl: string
let token: string
beforeAll(async () => {
  // A server of its own: it listens at a port.
  server = await startOwnServer()
  folder = await mkdtemp(join(tmpdir(), 'pim-bundle-'))
  baseUrl = await server.app.server.listen({ port: 0, host: '127.0.0.1' })
  token = await server.identity.tokenFor({ userId: 'loader', tenants: ['acme'], roles: ['admin'] })
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

const text = (technicalName: string, more: object = {}) => ({
  technicalName,
  friendlyName: { 'en-US': technicalName },
  type: 'text' as const,
  ...more,
})
const bundleOf = (items: readonly WrittenItem[], more: Partial<WrittenBundle> = {}): WrittenBundle => ({
  variations: [
    { languageCode: 'en-US', friendlyName: 'English' },
    { languageCode: 'de-DE', friendlyName: 'Deutsch', fallback: 'en-US' },
  ],
  contentTypes: [
    {
      technicalName: 'thing',
      friendlyName: { 'en-US': 'Thing' },
      kind: 'user',
      fields: [
        text('sku', { localizable: false, unique: 'tenant' }),
        text('title', { required: 'onPublish' }),
        text('summary', { settings: { maxLength: 20 } }),
        text('story', { type: 'richText' }),
        text('kinds', { type: 'concepts', localizable: false }),
        text('related', { type: 'links', localizable: false }),
      ],
    },
    {
      technicalName: 'word',
      friendlyName: { 'en-US': 'Word' },
      kind: 'user',
      fields: [text('title'), text('of', { type: 'link' })],
    },
  ],
  keyFields: { thing: 'sku' },
  items: [...items],
  ...more,
})
const thing = (key: string, shared: object = {}, more: Partial<WrittenItem> = {}): WrittenItem => ({
  key,
  name: `Thing ${key}`,
  contentType: 'thing',
  shared: { sku: key, title: `Title ${key}`, ...shared },
  ...more,
})
const load = (bundle: WrittenBundle, as = token, options: LoadOptions = {}) =>
  loadBundle(new ApiSession({ baseUrl, credentials: { token: as } }), 'acme', bundleSchema.parse(bundle), options)
/** The values that a load reports as kept. */
const keptBy = ({ kept }: LoadReport) =>
  kept.map(({ subject, field, language, by }) => [subject, field, language, by].join(' ')).sort()

/** The variations of the items with these keys, by `<key> <language>`. */
async function stored(...keys: string[]): Promise<Record<string, ContentVariation>> {
  const { items } = await server.ok(contract.search.searchAll, {
    body: { paging: { pageNumber: 1, pageSize: 200 }, filtering: { contentTypeTechnicalNames: ['thing', 'word'] } },
  })
  const languages = new Map(Object.entries(server.acme.variations).map(([language, id]) => [id, language]))
  const found: Record<string, ContentVariation> = {}
  for (const contentItemId of new Set(items.map((item) => item.contentItemId))) {
    const variations = await server.ok(contract.contentItem.getItemVariations, { params: { contentItemId }, query: {} })
    for (const variation of variations) {
      const key = String(variation.fields.sku?.value ?? variation.fields.title?.value)
      const place = `${key} ${languages.get(variation.variationId)}`
      if (!keys.includes(key)) continue
      expect([place, found[place]]).toEqual([place, undefined])
      found[place] = variation
    }
  }
  return found
}
const staff = { as: personWith('publisher') }
const edit = (variation: ContentVariation | undefined, values: Readonly<Record<string, unknown>>) =>
  server.ok(contract.contentVariation.updateVariation, {
    ...staff,
    body: {
      contentVariationId: variation?.contentVariationId ?? '',
      fields: Object.entries(values).map(([technicalFieldName, value]) => ({ technicalFieldName, value })),
    },
  })

describe('what cannot be loaded', () => {
  it('is named where it stands in the HTML of a rich text: pictures, elements, links', async () => {
    const story = '<p>Ours <img src="a.png"> and <img src="a.png"><a href="javascript:1">go</a></p>'
    const bundle = bundleOf([thing('H-1', {}, { localized: { 'de-DE': { story } }, source: 'things.csv 7' })])
    const { leftOut, failures } = await load(bundle)
    const place = { subject: 'H-1', field: 'story', language: 'de-DE', source: 'things.csv 7' }
    expect(failures).toEqual([])
    expect(leftOut).toEqual([
      { ...place, kind: 'image', name: 'a.png', count: 2 },
      { ...place, kind: 'link', name: 'javascript:1', count: 1 },
    ])
  })

  it('is named with item, field, language and place, and the rest is loaded', async () => {
    const bundle = bundleOf(
      [
        thing('F-1'),
        thing('F-2', {}, { localized: { 'de-DE': { title: 'Ding', summary: 'viel zu lang für dieses Feld' } } }),
        thing('F-3', {}, { localized: { 'fr-FR': { title: 'Chose' } } }),
        thing('F-1', { title: 'A second one' }),
        thing('F-4', { title: null }),
        thing('F-5', { related: ['F-1', 'F-9'], kinds: ['kinds/none', 'kinds/one'] }),
        thing('F-6', { colour: 'red' }),
        { ...thing('F-7'), contentType: 'nothing' },
        thing('F-8', { related: ['F-7', 'F-1'] }),
      ],
      {
        taxonomies: [
          {
            key: 'kinds',
            friendlyName: 'Kinds',
            description: '',
            concepts: [
              { key: 'one', parentKey: null, friendlyName: 'One', description: '' },
              { key: 'twin', parentKey: null, friendlyName: 'one', description: '' },
              { key: 'lost', parentKey: 'nowhere', friendlyName: 'Lost', description: '' },
            ],
          },
        ],
      },
    )
    const path = join(folder, 'bundle.json')
    await writeFile(path, JSON.stringify(bundle))
    const run = startLoader(baseUrl, token, 'bundle', path, '--tenant', 'acme')
    expect(await run.ended).toBe(1)
    const output = run.output()
    for (const line of [
      'concept kinds/twin: another concept in its place',
      'concept kinds/lost: its parent nowhere is not there',
      'F-2 / summary / de-DE (bundle.json, items[1]): ',
      'F-3 / fr-FR (bundle.json, items[2]): 1 values are not loaded: the tenant has no such language',
      'F-1 (bundle.json, items[3]): has the key of an earlier one (bundle.json, items[0])',
      'F-4 / title / en-US (bundle.json, items[4]): ',
      'F-5 / related / en-US (bundle.json, items[5]): names item F-9, which is not there',
      'F-5 / kinds / en-US (bundle.json, items[5]): names concept kinds/none, which is not there',
      'F-6 / colour / en-US (bundle.json, items[6]): ',
      'F-7 (bundle.json, items[7]): NOT_FOUND: There is no content type nothing.',
      'F-8 / related / en-US (bundle.json, items[8]): names item F-7, which is not there',
      '7 created, 0 changed, 0 unchanged',
    ]) {
      expect(output).toContain(line)
    }
    const found = await stored('F-1', 'F-2', 'F-3', 'F-4', 'F-5', 'F-6', 'F-8')
    expect(found['F-1 en-US']).toMatchObject({ status: 'published', fields: { title: { value: 'Title F-1' } } })
    expect(found['F-2 de-DE']).toMatchObject({
      status: 'draft',
      fields: { title: { value: 'Ding' }, summary: { value: null } },
    })
    expect(found['F-4 en-US']).toMatchObject({ status: 'draft' })
    expect(found['F-5 en-US']?.fields.related?.value).toEqual([found['F-1 en-US']?.contentItemId])
    expect(found['F-5 en-US']?.fields.kinds?.value).toHaveLength(1)
    expect(found['F-8 en-US']).toMatchObject({ status: 'published' })
  })
})

describe('a second run', () => {
  it('knows a concept by its code, whatever staff have called it since', async () => {
    const concepts = [{ key: 'oak', parentKey: null, friendlyName: 'Oak', description: '', code: 'oak' }]
    const woods = { taxonomies: [{ key: 'woods', friendlyName: 'Woods', description: '', concepts }] }
    expect((await load(bundleOf([], woods))).failures).toEqual([])
    const { taxonomies } = contract
    const taxonomy = (await server.ok(taxonomies.getTaxonomies, {})).find(
      ({ friendlyName }) => friendlyName === 'Woods',
    )
    const params = { taxonomyId: taxonomy?.taxonomyId ?? '' }
    const [oak] = (await server.ok(taxonomies.getTaxonomy, { params, query: {} })).concepts
    const renamed = { ...params, conceptId: oak?.conceptId ?? '' }
    await server.ok(taxonomies.changeConcept, { params: renamed, query: { friendlyName: 'European oak' } })
    expect((await load(bundleOf([], woods))).failures).toEqual([])
    const after = (await server.ok(taxonomies.getTaxonomy, { params, query: {} })).concepts
    expect(after.map(({ friendlyName }) => friendlyName)).toEqual(['European oak'])
  })

  it('keeps what staff have written, publishes none of their drafts, and says so', async () => {
    await load(bundleOf([thing('K-1', { summary: 'Short' }), thing('K-2'), thing('K-3'), thing('K-4')]))
    const before = await stored('K-1', 'K-2', 'K-3', 'K-4')
    await edit(before['K-1 en-US'], { title: 'In our own words' })
    await server.ok(contract.contentVariation.publish, {
      ...staff,
      params: { contentVariationId: before['K-1 en-US']?.contentVariationId ?? '' },
      query: {},
    })
    await edit(before['K-2 de-DE'], { summary: 'Ein Entwurf' })
    const renamed = { contentItemId: before['K-3 en-US']?.contentItemId ?? '', name: 'Our name' }
    await server.ok(contract.contentItem.renameItem, { ...staff, query: renamed })
    const report = await load(
      bundleOf([
        thing('K-1', { summary: 'Shorter', title: 'New title' }),
        thing('K-2', {}, { localized: { 'de-DE': { title: 'Zwei' } } }),
        { ...thing('K-3'), name: 'New name' },
        thing('K-4', { title: 'New title' }),
      ]),
    )
    expect(report.failures).toEqual([])
    expect(keptBy(report)).toEqual([
      'K-1 title en-US acme-publisher',
      'K-2 $publish de-DE acme-publisher',
      'K-3 $name  acme-publisher',
      'K-3 $publish de-DE acme-publisher',
      'K-3 $publish en-US acme-publisher',
    ])
    const after = await stored('K-1', 'K-2', 'K-3', 'K-4')
    expect(after['K-1 en-US']).toMatchObject({
      status: 'published',
      hasUnpublishedChanges: false,
      fields: { title: { value: 'In our own words' }, summary: { value: 'Shorter' } },
    })
    expect(after['K-2 de-DE']).toMatchObject({ status: 'draft', publishedVersion: 1 })
    expect(after['K-2 de-DE']?.fields).toMatchObject({ summary: { value: 'Ein Entwurf' }, title: { value: 'Zwei' } })
    expect(after['K-2 en-US']).toMatchObject({ status: 'published' })
    expect(after['K-4 en-US']).toMatchObject({ status: 'published', fields: { title: { value: 'New title' } } })
  })

  it('keeps what the person who loads has changed by hand, too, and says so', async () => {
    const keys = ['H-1', 'H-2', 'H-3', 'H-4', 'H-5']
    await load(bundleOf(keys.map((key) => thing(key))))
    const before = await stored(...keys)
    const hand = new ApiSession({ baseUrl, credentials: { token } })
    hand.tenant = 'acme'
    const { contentVariation, contentItem } = contract
    const idOf = (key: string, language = 'en-US') => before[`${key} ${language}`]?.contentVariationId ?? ''
    const write = (key: string, technicalFieldName: string, value: string) => {
      const body = { contentVariationId: idOf(key), fields: [{ technicalFieldName, value }] }
      return hand.call(contentVariation.updateVariation, { body })
    }
    const step = (contentVariationId: string) => ({ params: { contentVariationId }, query: {} })
    await write('H-1', 'title', 'In my own words')
    await hand.call(contentVariation.publish, step(idOf('H-1')))
    await write('H-2', 'summary', 'My draft')
    await hand.call(contentVariation.unpublish, step(idOf('H-3', 'de-DE')))
    const contentItemId = before['H-4 en-US']?.contentItemId ?? ''
    await hand.call(contentItem.renameItem, { query: { contentItemId, name: 'My name' } })
    const next = bundleOf(keys.map((key) => ({ ...thing(key, { title: `New ${key}` }), name: `New ${key}` })))
    const again = bundleOf(keys.map((key) => ({ ...thing(key, { title: `Newer ${key}` }), name: `New ${key}` })))
    for (const bundle of [next, again]) {
      const report = await load(bundle)
      expect(report.failures).toEqual([])
      expect(keptBy(report)).toEqual([
        'H-1 title en-US loader',
        'H-2 $publish en-US loader',
        'H-3 $publish de-DE loader',
        'H-4 $name  loader',
        'H-4 $publish de-DE loader',
        'H-4 $publish en-US loader',
      ])
      expect(report.kept.every(({ at }) => Date.parse(at) > 0)).toBe(true)
    }
    const after = await stored(...keys)
    expect(after['H-1 en-US']?.fields.title?.value).toBe('In my own words')
    expect(after['H-2 en-US']).toMatchObject({ status: 'draft', publishedVersion: 1 })
    expect(after['H-2 en-US']?.fields).toMatchObject({
      summary: { value: 'My draft' },
      title: { value: 'Newer H-2' },
    })
    expect(after['H-3 de-DE']).toMatchObject({ status: 'unpublished', publishedVersion: null })
    expect(after['H-3 en-US']).toMatchObject({ status: 'published', fields: { title: { value: 'Newer H-3' } } })
    const { name } = await hand.call(contentItem.getItem, { params: { contentItemId }, query: {} })
    expect(name).toBe('My name')
    expect(after['H-5 en-US']).toMatchObject({ status: 'published', fields: { title: { value: 'Newer H-5' } } })
  })

  it('goes on with what an earlier load wrote, also where another person runs it', async () => {
    await load(bundleOf([thing('A-1'), thing('A-2', {}, { status: 'unpublished' })]))
    expect((await stored('A-2'))['A-2 en-US']).toMatchObject({ status: 'unpublished' })
    const other = await server.identity.tokenFor({ userId: 'night', tenants: ['acme'], roles: ['admin'] })
    const report = await load(bundleOf([thing('A-1', { title: 'New' }), thing('A-2')]), other)
    expect(report).toMatchObject({ failures: [], kept: [] })
    const after = await stored('A-1', 'A-2')
    expect(after['A-1 en-US']).toMatchObject({ status: 'published', fields: { title: { value: 'New' } } })
    // The load had unpublished it itself.
    expect(after['A-2 en-US']).toMatchObject({ status: 'published' })
  })

  it('overwrites nothing of people who write while it runs', async () => {
    const keys = Array.from({ length: 120 }, (_, at) => `S-${at}`)
    await load(bundleOf(keys.map((key) => thing(key))))
    const before = await stored(...keys)
    const written = new Map<string, string>()
    const loading = load(bundleOf(keys.map((key) => thing(key, { title: `New ${key}`, summary: 'New' }))))
    let isOver = false
    void loading.finally(() => {
      isOver = true
    })
    for (const key of keys.toReversed()) {
      if (isOver) break
      await edit(before[`${key} en-US`], { title: `Ours ${key}` })
      written.set(key, `Ours ${key}`)
    }
    const report = await loading
    expect(report.failures).toEqual([])
    expect(written.size).toBeGreaterThan(0)
    const after = await stored(...keys)
    for (const key of keys) {
      const { title, summary } = after[`${key} en-US`]?.fields ?? {}
      expect([key, title?.value, summary?.value]).toEqual([key, written.get(key) ?? `New ${key}`, 'New'])
    }
  })

  it('leaves deleted what staff have deleted, names it, and brings it back where that is asked for', async () => {
    const bundle = bundleOf([thing('D-1'), thing('D-2', { related: ['D-1'] })])
    await load(bundle)
    const contentItemId = (await stored('D-1'))['D-1 en-US']?.contentItemId ?? ''
    await server.ok(contract.contentItem.deleteItem, {
      ...staff,
      params: { contentItemId },
      query: { allowBrokenLinks: 'true' },
    })
    const report = await load(bundle)
    expect(report).toMatchObject({ created: 0, deleted: [{ subject: 'D-1', contentItemId }] })
    expect(await stored('D-1')).toEqual({})
    expect(await load(bundle, token, { restoresDeleted: true })).toMatchObject({
      created: 0,
      deleted: [],
      failures: [],
    })
    expect((await stored('D-1'))['D-1 en-US']?.contentItemId).toBe(contentItemId)
  })

  it('leaves deleted what it knows by name alone, too, names it, and brings it back where that is asked for', async () => {
    const named = (key: string, name: string) => ({ key, name, contentType: 'word', shared: { title: key } })
    const bundle = bundleOf([named('B-1', 'Mu\u0308nze'), named('B-2', 'Mint')])
    await load(bundle)
    const contentItemId = (await stored('B-1'))['B-1 en-US']?.contentItemId ?? ''
    await server.ok(contract.contentItem.deleteItem, { ...staff, params: { contentItemId }, query: {} })
    const twice = [await load(bundle), await load(bundle)]
    for (const report of twice)
      expect(report).toMatchObject({
        created: 0,
        unchanged: 1,
        failures: [],
        deleted: [{ subject: 'B-1', contentItemId }],
      })
    expect(await stored('B-1')).toEqual({})
    const restored = await load(bundle, token, { restoresDeleted: true })
    expect(restored).toMatchObject({ created: 0, deleted: [], failures: [] })
    expect((await stored('B-1'))['B-1 en-US']?.contentItemId).toBe(contentItemId)
  })

  it('finds items without a key by their names, and links them', async () => {
    const words = [
      { key: 'w1', name: 'Word one', contentType: 'word', shared: { title: 'W-1', of: 'w2' } },
      { key: 'w2', name: 'Word two', contentType: 'word', shared: { title: 'W-2', of: 'N-1' } },
      thing('N-1', { related: ['w1'] }),
    ]
    expect((await load(bundleOf(words))).failures).toEqual([])
    const report = await load(bundleOf(words))
    expect(report).toMatchObject({ created: 0, changed: 0, unchanged: 3, failures: [] })
    const found = await stored('W-1', 'W-2', 'N-1')
    expect(found['W-1 en-US']?.fields.of?.value).toBe(found['W-2 en-US']?.contentItemId)
    expect(found['W-2 en-US']?.fields.of?.value).toBe(found['N-1 en-US']?.contentItemId)
    expect(found['N-1 en-US']?.fields.related?.value).toEqual([found['W-1 en-US']?.contentItemId])
  })
})
