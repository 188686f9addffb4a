import type { BatchItem, BatchItemResult, ItemBatch } from '@pim/contract'
import { contract, maxItemsPerBatch } from '@pim/contract'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { clusterWorkers } from '../../../../testing/citus.ts'
import { articleType, ContentCalls, imageType, putType, valuesOf } from '../../../../testing/content-calls.ts'
import { holdWrites } from '../../../../testing/held-writes.ts'
import { type Caller, personWith, startOwnServer, type TestServer } from '../../../../testing/test-server.ts'

let server: TestServer
let content: ContentCalls
let ids: Readonly<Record<'en' | 'sv' | 'de' | 'at', string>>
beforeAll(async () => {
  // A server of its own: who writes in its database is held back, and counted.
  server = await startOwnServer()
  content = new ContentCalls(server, server.acme)
  for (const type of [articleType, imageType]) await putType(server, server.acme, type)
  const { variations } = server.acme
  const of = (language: string) => variations[language] ?? ''
  ids = { en: of('en-US'), sv: of('sv-SE'), de: of('de-DE'), at: of('de-AT') }
})
afterAll(() => server.close())

const { batchItems, deleteItem, renameItem } = contract.contentItem
const loader = personWith('publisher')

type Asked = Partial<BatchItem> & { readonly sku?: string }
const fieldsOf = (values: Readonly<Record<string, unknown>>) =>
  Object.entries(values).map(([technicalFieldName, value]) => ({ technicalFieldName, value }))
const named = (sku: string, more: Asked = {}) => ({
  key: { technicalFieldName: 'sku', value: sku },
  technicalContentTypeName: 'article',
  name: sku,
  ...more,
})
const inEnglish = (values: Readonly<Record<string, unknown>>, step?: 'publish') => ({
  variations: [{ variationId: ids.en, fields: fieldsOf(values), resetFields: [], ...(step && { step }) }],
})

async function batch(
  items: readonly object[],
  options: Partial<Omit<ItemBatch, 'items'>> & Caller = {},
): Promise<BatchItemResult[]> {
  const { mode, atomic, keepChangesOfOthers, source, ...caller } = options
  const body = {
    items,
    ...(mode && { mode }),
    ...(atomic && { atomic }),
    ...(keepChangesOfOthers && { keepChangesOfOthers }),
    ...(source && { source }),
  }
  const { results } = await server.ok(batchItems, { as: loader, ...caller, body: body as ItemBatch })
  expect(results.map(({ index }) => index)).toEqual(items.map((_, at) => at))
  return results
}
const outcomes = (results: readonly BatchItemResult[]) =>
  results.map(({ outcome, problem }) => problem?.code ?? outcome)
const idOf = (result: BatchItemResult | undefined) => result?.contentItemId ?? ''
const itemCount = async () => {
  const [row] = await server.rows.look<{ n: number }>('select count(*)::int n from content_item')
  return row?.n
}

/** In a cluster the held writes wait on the workers, where the test does not see them. */
const itOnOneServer = clusterWorkers().length > 0 ? it.skip : it

describe('a batch', () => {
  it('creates items with all their variations, and publishes them in the same version', async () => {
    const [result] = await batch([
      named('N-1', {
        name: 'Lamp',
        fields: fieldsOf({ weight: 12 }),
        variations: [
          { variationId: ids.en, fields: fieldsOf({ title: 'Lamp' }), resetFields: [], step: 'publish' },
          { variationId: ids.de, fields: fieldsOf({ title: 'Leuchte' }), resetFields: [], step: 'publish' },
          { variationId: ids.sv, fields: fieldsOf({ title: 'Lampa' }), resetFields: [], deliveryTargets: ['web'] },
        ],
      }),
    ])
    expect(result).toMatchObject({ outcome: 'created' })
    const all = await content.variations(idOf(result))
    expect(all['en-US']).toMatchObject({
      status: 'published',
      version: 1,
      publishedVersion: 1,
      hasUnpublishedChanges: false,
    })
    expect(all['de-DE']).toMatchObject({ status: 'published', version: 1, publishedVersion: 1 })
    expect(all['sv-SE']).toMatchObject({
      status: 'draft',
      version: 1,
      publishedVersion: null,
      deliveryTargets: ['web'],
    })
    expect(Object.values(all).map((each) => valuesOf(each))).toMatchObject([
      { title: 'Lamp', sku: 'N-1', weight: 12, tone: 'neutral' },
      { title: 'Lampa', sku: 'N-1', weight: 12 },
      { title: 'Leuchte', sku: 'N-1', weight: 12 },
      { title: 'Leuchte', sku: 'N-1', weight: 12 },
    ])
    const live = await content.live(all['de-DE']?.contentVariationId ?? '')
    expect(valuesOf(live)).toMatchObject({ title: 'Leuchte', weight: 12 })
    const { items: versions } = await server.ok(contract.contentVariation.getVersions, {
      params: { contentVariationId: all['en-US']?.contentVariationId ?? '' },
      query: {},
    })
    expect(versions).toMatchObject([{ version: 1, action: 'create', status: 'published', isPublished: true }])
  })

  it('changes by key what is there, republishes it, and leaves alone what is the same', async () => {
    const asked = [
      named('U-1', inEnglish({ title: 'One' }, 'publish')),
      named('U-2', inEnglish({ title: 'Two' }, 'publish')),
    ]
    const first = await batch(asked)
    const [one, two] = await batch([named('U-1', inEnglish({ title: 'Uno' }, 'publish')), asked[1] ?? {}])
    expect([one?.outcome, two?.outcome]).toEqual(['updated', 'unchanged'])
    expect([idOf(one), idOf(two)]).toEqual(first.map(idOf))
    expect(one?.variations).toContainEqual(
      expect.objectContaining({ variationId: ids.en, version: 2, status: 'published' }),
    )
    const all = await content.variations(idOf(one))
    expect(valuesOf(await content.live(all['en-US']?.contentVariationId ?? '')).title).toBe('Uno')
    expect((await content.variations(idOf(two)))['en-US']?.version).toBe(1)
  })

  it('changes a value that variations share, and republishes those that show it', async () => {
    const steps = [ids.en, ids.de].map((variationId) => ({
      variationId,
      fields: [],
      resetFields: [],
      step: 'publish' as const,
    }))
    const title = named('S-1', { ...inEnglish({ title: 'Shared' }), fields: fieldsOf({ weight: 1 }) })
    await batch([title])
    await batch([named('S-1', { variations: steps })])
    const [result] = await batch([named('S-1', { fields: fieldsOf({ weight: 2 }), variations: steps })])
    const all = await content.variations(idOf(result))
    for (const language of ['en-US', 'de-DE']) {
      expect(all[language]).toMatchObject({ status: 'published', hasUnpublishedChanges: false })
      expect(valuesOf(await content.live(all[language]?.contentVariationId ?? '')).weight).toBe(2)
    }
    expect(all['sv-SE']).toMatchObject({ status: 'draft' })
  })

  it('answers each item for itself: one that fails leaves nothing behind and the others whole', async () => {
    const before = await itemCount()
    const results = await batch([
      named('E-1', inEnglish({ title: 'Fine' })),
      named('E-2', {
        variations: [{ variationId: ids.de, fields: fieldsOf({ summary: 'x'.repeat(21) }), resetFields: [] }],
      }),
      named('E-3', inEnglish({}, 'publish')),
      named('E-4', { technicalContentTypeName: 'nothing' }),
      named('E-5', { key: { technicalFieldName: 'title', value: 'no key' } }),
      named('E-6', inEnglish({ topics: ['01900000-0000-7000-8000-0000000000aa'] })),
      named('E-7', { name: undefined }),
      named('E-8', { fields: fieldsOf({ title: 'Localizable' }) }),
      named('E-1', inEnglish({ title: 'Again' })),
      named('E-9', inEnglish({ title: 'Fine, too' })),
    ])
    expect(outcomes(results)).toEqual([
      'created',
      'VALIDATION_FAILED',
      'VALIDATION_FAILED',
      'NOT_FOUND',
      'VALIDATION_FAILED',
      'VALIDATION_FAILED',
      'INVALID_REQUEST',
      'VALIDATION_FAILED',
      'INVALID_REQUEST',
      'created',
    ])
    expect(results[1]?.problem?.fieldErrors).toMatchObject([{ technicalFieldName: 'summary', variationId: ids.de }])
    expect(results[2]?.problem?.fieldErrors).toMatchObject([{ technicalFieldName: 'title', variationId: ids.en }])
    expect(results[5]?.problem?.fieldErrors).toMatchObject([{ technicalFieldName: 'topics', code: 'NOT_FOUND' }])
    expect(await itemCount()).toBe((before ?? 0) + 2)
  })

  it('writes nothing where one item fails and it was to be all or nothing', async () => {
    const before = await itemCount()
    const wrong = named('A-2', inEnglish({ summary: 'x'.repeat(21) }))
    const results = await batch([named('A-1', inEnglish({ title: 'Fine' })), wrong], { atomic: true })
    expect(outcomes(results)).toEqual(['BATCH_UNDONE', 'VALIDATION_FAILED'])
    expect(await itemCount()).toBe(before)
    expect(outcomes(await batch([named('A-1'), named('A-2')], { atomic: true }))).toEqual(['created', 'created'])
  })

  it('creates or updates alone where it is told so', async () => {
    await batch([named('M-1')])
    expect(outcomes(await batch([named('M-1'), named('M-2')], { mode: 'create' }))).toEqual([
      'UNIQUENESS_CONFLICT',
      'created',
    ])
    expect(outcomes(await batch([named('M-1', inEnglish({ title: 'x' })), named('M-3')], { mode: 'update' }))).toEqual([
      'updated',
      'NOT_FOUND',
    ])
  })

  it('fails the item whose unique value another one has, in the tenant or in the batch', async () => {
    await batch([named('Q-1', inEnglish({ code: 'taken' }))])
    const results = await batch([
      named('Q-2', inEnglish({ code: 'taken' })),
      named('Q-3', inEnglish({ code: 'free' })),
      named('Q-4', inEnglish({ code: 'free' })),
    ])
    expect(outcomes(results)).toEqual(['UNIQUENESS_CONFLICT', 'created', 'UNIQUENESS_CONFLICT'])
    expect(results[0]?.problem).toMatchObject({
      fieldErrors: [{ technicalFieldName: 'code' }],
      usedBy: [{ name: 'Q-1' }],
    })
    expect(results[2]?.problem).toMatchObject({ usedBy: [{ name: 'Q-3' }] })
  })

  it('names the variation whose value another item has, and no variation of a value that all of them share', async () => {
    const unkeyed = (values: object) => [{ technicalContentTypeName: 'article', name: 'Q', ...values }]
    const inBoth = (en: string, sv: string) => ({
      variations: [
        { variationId: ids.en, fields: fieldsOf({ slug: en }) },
        { variationId: ids.sv, fields: fieldsOf({ slug: sv }) },
      ],
    })
    await batch(unkeyed({ ...inBoth('q-one', 'q-two'), fields: fieldsOf({ sku: 'Q-SKU' }) }))
    const [inSwedish, shared] = [
      await batch(unkeyed(inBoth('q-other', 'q-two'))),
      await batch(unkeyed({ fields: fieldsOf({ sku: 'q-sku' }) })),
    ]
    expect(inSwedish[0]?.problem?.fieldErrors).toMatchObject([{ technicalFieldName: 'slug', variationId: ids.sv }])
    const [error] = shared[0]?.problem?.fieldErrors ?? []
    expect([error?.technicalFieldName, error?.variationId]).toEqual(['sku', undefined])
  })

  it('makes a copy whose texts are out of date where those of the original are, as far as they are the same', async () => {
    const original = await content.make({ title: 'Lamp', summary: 'Bright' })
    await content.update(original.sv, { title: 'Lampa', summary: 'Ljus' })
    await content.update(original.en, { title: 'Lantern', summary: 'Dim' })
    const [result] = await batch([
      {
        technicalContentTypeName: 'article',
        name: 'Copy',
        copyOf: original.contentItemId,
        variations: [
          { variationId: ids.en, fields: fieldsOf({ title: 'Lantern', summary: 'Dim' }) },
          { variationId: ids.sv, fields: fieldsOf({ title: 'Lampa', summary: 'Dunkel' }) },
        ],
      },
    ])
    const swedish = async () => (await content.variations(idOf(result)))['sv-SE']
    const copied = await swedish()
    expect(copied?.translation).toMatchObject({ state: 'outdated', outdatedFields: ['title'] })
    // The source as it was translated is the one that makes it right again.
    const { 'en-US': english } = await content.variations(idOf(result))
    await content.update(english?.contentVariationId ?? '', { title: 'Lamp' })
    expect((await swedish())?.translation.outdatedFields).toEqual([])
    const gone = { technicalContentTypeName: 'article', name: 'Copy', copyOf: idOf(result) }
    await server.ok(deleteItem, { params: { contentItemId: idOf(result) }, query: {} })
    expect((await batch([gone]))[0]?.problem?.fieldErrors).toMatchObject([{ technicalFieldName: 'copyOf' }])
  })

  it('makes an item once that two batches make at once by its key; the other one finds it', async () => {
    for (let round = 0; round < 5; round += 1) {
      const both = Array.from({ length: 4 }, (_, at) => named(`R-${round}-${at}`))
      const results = await Promise.all([batch(both), batch(both.toReversed())])
      expect(results.flatMap(outcomes).toSorted()).toEqual([...Array(4).fill('created'), ...Array(4).fill('unchanged')])
    }
  })

  itOnOneServer.each([
    ['each for itself', false],
    ['all or nothing', true],
  ])('changes the item that another batch has made since it looked for it: %s', async (_how, atomic) => {
    const sku = `R-late-${atomic}`
    const held = await holdWrites(server.rows)
    // Both have looked, neither has committed.
    const both = ['One', 'Two'].map((title) => batch([named(sku, inEnglish({ title }))], { atomic }))
    await held.untilWaiting(2)
    await held.release()
    const results = await Promise.all(both)
    expect(results.flatMap(outcomes).toSorted()).toEqual(['created', 'updated'])
    const last = results.findIndex(([result]) => result?.outcome === 'updated')
    const { 'en-US': english } = await content.variations(idOf(results[0]?.[0]))
    expect(valuesOf(english ?? Object.assign({})).title).toBe(['One', 'Two'][last])
  })

  itOnOneServer('gives a unique value that is no key to one of two batches that want it at once', async () => {
    const held = await holdWrites(server.rows)
    const both = ['X-1', 'X-2'].map((sku) => batch([named(sku, inEnglish({ code: 'wanted at once' }))]))
    await held.untilWaiting(2)
    await held.release()
    const results = (await Promise.all(both)).flat()
    expect(outcomes(results).toSorted()).toEqual(['UNIQUENESS_CONFLICT', 'created'])
  })

  it('links items by their keys, also to later ones of the same batch, and fails with them', async () => {
    const to = (...skus: string[]) => ({
      links: [{ technicalFieldName: 'related', toKeys: skus.map((value) => ({ technicalFieldName: 'sku', value })) }],
    })
    await batch([named('L-0')])
    const results = await batch([
      named('L-1', to('L-2', 'L-0')),
      named('L-2', to('L-1')),
      named('L-3', to('L-4')),
      named('L-4', inEnglish({ summary: 'x'.repeat(21) })),
      named('L-5', to('L-3')),
      named('L-6', to('nowhere')),
    ])
    expect(outcomes(results)).toEqual(['created', 'created', ...Array.from({ length: 4 }, () => 'VALIDATION_FAILED')])
    expect(results[2]?.problem?.fieldErrors).toMatchObject([{ technicalFieldName: 'related', code: 'NOT_FOUND' }])
    expect(results[5]?.problem?.fieldErrors?.[0]?.message).toContain('"nowhere"')
    const linked = valuesOf((await content.variations(idOf(results[0])))['en-US'] ?? Object.assign({}))
    const [zero] = await batch([named('L-0')])
    expect(linked.related).toEqual([idOf(results[1]), idOf(zero)])
  })

  it('takes the role publisher to publish, and editor for all else', async () => {
    const asked = [named('P-1', inEnglish({ title: 'x' }, 'publish'))] as ItemBatch['items']
    await server.refused(batchItems, 'FORBIDDEN', { as: 'editor', body: { items: asked } })
    await server.refused(batchItems, 'FORBIDDEN', { as: 'viewer', body: { items: [named('P-1')] } })
    expect(outcomes(await batch([named('P-1')], { as: 'editor' }))).toEqual(['created'])
  })

  it('refuses a version that has moved on, and merges what does not meet', async () => {
    const [made] = await batch([named('V-1', inEnglish({ title: 'One', summary: 'Short' }))])
    const variation = (await content.variations(idOf(made)))['en-US']
    await content.update(variation?.contentVariationId ?? '', { title: 'Two' })
    const saved = (values: Record<string, unknown>, baseVersion: number) =>
      batch([
        named('V-1', { variations: [{ variationId: ids.en, baseVersion, fields: fieldsOf(values), resetFields: [] }] }),
      ])
    expect(outcomes(await saved({ title: 'Three' }, 1))).toEqual(['VERSION_CONFLICT'])
    expect(outcomes(await saved({ summary: 'Shorter' }, 1))).toEqual(['updated'])
    expect(valuesOf((await content.variations(idOf(made)))['en-US'] ?? Object.assign({}))).toMatchObject({
      title: 'Two',
      summary: 'Shorter',
    })
  })

  it('takes a thousand items, and not one more', { timeout: 120_000 }, async () => {
    const many = Array.from({ length: maxItemsPerBatch }, (_, at) => named(`T-${at}`))
    expect(new Set(outcomes(await batch(many)))).toEqual(new Set(['created']))
    const body = { items: [...many, named('T-1000')] }
    expect((await server.refused(batchItems, 'INVALID_REQUEST', { body })).fieldErrors).toMatchObject([
      { technicalFieldName: 'body.items', code: 'TOO_BIG' },
    ])
  })
})

describe('an item that staff have deleted', () => {
  const options = { source: 'supplier-d', keepChangesOfOthers: true } as const
  const restored = (contentItemId: string) =>
    server.ok(contract.contentItem.restoreItem, { as: loader, params: { contentItemId } })

  it('stays deleted when its source has it again, which is told, and is the same one once it is restored', async () => {
    const asked = [named('D-1', inEnglish({ title: 'One' }, 'publish')), named('D-2', inEnglish({ title: 'Two' }))]
    const [one, two] = await batch(asked, options)
    await server.ok(deleteItem, { as: loader, params: { contentItemId: idOf(one) }, query: {} })
    const before = await itemCount()
    const again = await batch([named(' d-1', inEnglish({ title: 'Uno' }, 'publish')), asked[1] ?? {}], options)
    expect(outcomes(again)).toEqual(['ITEM_DELETED', 'unchanged'])
    expect(again[0]?.problem?.usedBy).toEqual([{ contentItemId: idOf(one), name: 'D-1' }])
    expect([await itemCount(), idOf(again[1])]).toEqual([before, idOf(two)])
    await restored(idOf(one))
    const [back] = await batch([named('D-1', inEnglish({ title: 'Uno' }, 'publish'))], options)
    expect([back?.outcome, idOf(back)]).toEqual(['updated', idOf(one)])
  })

  it('is made anew by a batch without a source, and by any once it was erased for good', async () => {
    const [one] = await batch([named('D-3'), named('D-4')], options)
    const contentItemId = idOf(one)
    await server.ok(deleteItem, { as: loader, params: { contentItemId }, query: {} })
    await server.ok(contract.contentItem.purgeItem, { as: personWith('admin'), params: { contentItemId } })
    expect(outcomes(await batch([named('D-3')], options))).toEqual(['created'])
    const [four] = await batch([named('D-4')], options)
    await server.ok(deleteItem, { as: loader, params: { contentItemId: idOf(four) }, query: {} })
    expect(outcomes(await batch([named('D-4')]))).toEqual(['created'])
  })
})

describe('a batch that keeps the changes of others', () => {
  const options = { keepChangesOfOthers: true } as const

  it('replaces what the caller wrote, keeps what somebody else wrote since, and says so', async () => {
    const [made] = await batch([named('K-1', { ...inEnglish({ title: 'Ours', summary: 'Ours' }, 'publish') })], options)
    const en = (await content.variations(idOf(made)))['en-US']?.contentVariationId ?? ''
    await content.update(en, { title: 'Theirs' })
    await server.ok(renameItem, { query: { contentItemId: idOf(made), name: 'Their name' } })
    const next = named('K-1', { name: 'New name', ...inEnglish({ title: 'New', summary: 'New' }) })
    const [result] = await batch([next], options)
    expect(result).toMatchObject({ outcome: 'updated' })
    expect(result?.kept).toEqual([
      { technicalFieldName: 'title', variationId: ids.en, by: 'acme-editor', at: expect.any(String) },
      { technicalFieldName: '$name', variationId: null, by: 'acme-editor', at: expect.any(String) },
    ])
    const after = await content.variations(idOf(made))
    expect(valuesOf(after['en-US'] ?? Object.assign({}))).toMatchObject({ title: 'Theirs', summary: 'New' })
    const [back] = await batch([named('K-1', { name: undefined, ...inEnglish({ summary: 'Newer' }) })], options)
    expect([back?.outcome, back?.kept]).toEqual(['updated', undefined])
  })

  it('keeps what the caller has changed in another way, as that is not of the source', async () => {
    const [made] = await batch([named('H-1', inEnglish({ title: 'Batch', summary: 'Batch' }))], options)
    const en = (await content.variations(idOf(made)))['en-US']?.contentVariationId ?? ''
    const fields = fieldsOf({ title: 'By hand' })
    await server.ok(contract.contentVariation.updateVariation, { as: loader, body: { contentVariationId: en, fields } })
    // A batch that keeps nothing is no source either.
    await batch([named('H-1', inEnglish({ summary: 'Once' }))])
    const [result] = await batch([named('H-1', inEnglish({ title: 'New', summary: 'New', slug: 'new' }))], options)
    expect(result?.kept?.map(({ technicalFieldName, by }) => [technicalFieldName, by])).toEqual([
      ['title', 'acme-publisher'],
      ['summary', 'acme-publisher'],
    ])
    const after = (await content.variations(idOf(made)))['en-US'] ?? Object.assign({})
    expect(valuesOf(after)).toMatchObject({ title: 'By hand', summary: 'Once', slug: 'new' })
  })

  it('tells sources by their names, whoever calls', async () => {
    const of = (source: string, as = loader) => ({ ...options, source, as })
    await batch([named('T-1', inEnglish({ title: 'A' }))], of('supplier-a'))
    const [mine] = await batch([named('T-1', inEnglish({ title: 'B' }))], of('supplier-a', personWith('admin')))
    const [other] = await batch([named('T-1', inEnglish({ title: 'C' }))], of('supplier-b'))
    expect([mine?.outcome, mine?.kept, other?.outcome, other?.kept?.length]).toEqual([
      'updated',
      undefined,
      'unchanged',
      1,
    ])
  })

  it('takes versions from before sources had names for those of the source where they are of the caller', async () => {
    const [made] = await batch([named('BS-1', inEnglish({ title: 'Old', summary: 'Old' }, 'publish'))], options)
    const en = (await content.variations(idOf(made)))['en-US']?.contentVariationId ?? ''
    await content.update(en, { summary: 'Theirs' })
    await server.rows.look(`update content_version set source = '' where content_variation_id = '${en}'`)
    const [result] = await batch([named('BS-1', inEnglish({ title: 'New', summary: 'New' }, 'publish'))], options)
    expect(result?.kept?.map(({ technicalFieldName, by }) => [technicalFieldName, by])).toEqual([
      ['summary', 'acme-editor'],
      ['$publish', 'acme-editor'],
    ])
  })

  it('publishes its own unpublished changes, and never those of somebody else', async () => {
    const [mine, theirs, withdrawn] = await batch(
      ['O-1', 'O-2', 'O-3'].map((sku) => named(sku, inEnglish({ title: sku }, 'publish'))),
      options,
    )
    const variationOf = async (result: BatchItemResult | undefined) => (await content.variations(idOf(result)))['en-US']
    await batch([named('O-1', inEnglish({ title: 'Mine' }))], options)
    await content.update((await variationOf(theirs))?.contentVariationId ?? '', { summary: 'A draft' })
    await server.ok(contract.contentVariation.unpublish, {
      params: { contentVariationId: (await variationOf(withdrawn))?.contentVariationId ?? '' },
      query: {},
      as: 'admin',
    })
    const results = await batch(
      ['O-1', 'O-2', 'O-3'].map((sku) => named(sku, inEnglish({ title: `New ${sku}` }, 'publish'))),
      options,
    )
    expect((await variationOf(mine))?.status).toBe('published')
    expect(await variationOf(theirs)).toMatchObject({ status: 'draft', publishedVersion: 1 })
    expect(await variationOf(withdrawn)).toMatchObject({ status: 'draft', publishedVersion: null })
    expect(results.map(({ kept }) => kept?.map(({ technicalFieldName, by }) => [technicalFieldName, by]))).toEqual([
      undefined,
      [['$publish', 'acme-editor']],
      [['$publish', 'acme-admin']],
    ])
  })
})
