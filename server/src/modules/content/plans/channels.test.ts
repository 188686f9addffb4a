import type { ContentType, Plan, SearchFiltering, SearchInput } from '@pim/contract'
import { contract } from '@pim/contract'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { ContentCalls, putType } from '../../../../testing/content-calls.ts'
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts'

/** What is required on some channels only: it holds content back from those, and from no other. */
let server: TestServer
let content: ContentCalls
const product: ContentType = {
  technicalName: 'product',
  friendlyName: { 'en-US': 'Product' },
  kind: 'user',
  fields: [
    { technicalName: 'title', friendlyName: { 'en-US': 'Title' }, type: 'text', required: 'onPublish' },
    { technicalName: 'credit', friendlyName: { 'en-US': 'Credit' }, type: 'text', required: ['print'] },
    { technicalName: 'alt', friendlyName: { 'en-US': 'Alt' }, type: 'text', required: ['app', 'print'] },
  ],
}
beforeAll(async () => {
  server = await startTestServer()
  content = new ContentCalls(server, server.acme)
  await server.ok(contract.tenants.changeTenant, { as: 'admin', body: { deliveryTargets: ['web', 'print', 'app'] } })
  await putType(server, server.acme, product)
})
afterAll(() => server.close())

const { publish, unpublish } = contract.contentVariation
const of = (contentVariationId: string) => ({ params: { contentVariationId }, query: {} })

async function make(values: Readonly<Record<string, unknown>>, deliveryTargets: string[] = [], name = 'Shoe') {
  const { contentItemId } = await content.create(name, 'product')
  const all = await content.variations(contentItemId)
  const [en, at] = [all['en-US']?.contentVariationId ?? '', all['de-AT']?.contentVariationId ?? '']
  await content.update(en, values, { deliveryTargets })
  return { contentItemId, en, at }
}

const plan = (contentVariationId: string, step: 'publish' | 'unpublish'): Promise<Plan> =>
  server.ok(contract.publishPlan.makePlan, { body: { steps: [{ contentVariationId, step }] } })

/** Which of the channels a key that is limited to one of them gets the item by. */
async function deliveredOn(contentItemId: string, language?: string): Promise<string[]> {
  const found: string[] = []
  for (const deliveryTarget of ['web', 'print', 'app']) {
    const { key } = await server.ok(contract.apiKeys.createApiKey, {
      as: 'admin',
      body: { name: deliveryTarget, deliveryTargets: [deliveryTarget] },
    })
    const page = await server.ok(contract.delivery.getByItemIds, {
      apiKey: key,
      body: { contentItemIds: [contentItemId], ...(language && { variationId: server.acme.variations[language] }) },
    })
    if (page.items.length > 0) found.push(deliveryTarget)
  }
  return found
}

describe('readiness', () => {
  it('is told by channel, of what a publish would deliver', async () => {
    const { en, at } = await make({ title: 'Shoe', alt: 'A shoe' })
    expect((await content.get(en)).readiness).toEqual([
      { deliveryTarget: 'web', percent: 100, missing: [] },
      { deliveryTarget: 'print', percent: 66, missing: ['credit'] },
      { deliveryTarget: 'app', percent: 100, missing: [] },
    ])
    // What it inherits is not live yet.
    expect((await content.get(at)).readiness[0]).toEqual({ deliveryTarget: 'web', percent: 0, missing: ['title'] })
    await content.step('publish', en)
    expect((await content.get(at)).readiness[0]).toEqual({ deliveryTarget: 'web', percent: 100, missing: [] })
    const only = await content.update(en, { alt: null }, { deliveryTargets: ['app'] })
    expect(only.readiness).toEqual([{ deliveryTarget: 'app', percent: 50, missing: ['alt'] }])
  })
})

describe('publishing', () => {
  it('goes to the channels that are ready, says which are not, and to the others once they are', async () => {
    const { contentItemId, en } = await make({ title: 'Shoe', alt: 'A shoe' })
    const made = await plan(en, 'publish')
    expect(made.canExecute).toBe(true)
    expect(made.items[0]).toMatchObject({
      liveAfter: { deliveryTargets: ['web', 'app'] },
      warnings: [{ code: 'HELD_BACK', technicalFieldName: 'credit', deliveryTargets: ['print'] }],
    })
    expect(await content.step('publish', en)).toMatchObject({ status: 'published', hasUnpublishedChanges: false })
    expect(await deliveredOn(contentItemId)).toEqual(['web', 'app'])
    await content.update(en, { credit: 'Somebody' })
    await content.step('publish', en)
    expect(await deliveredOn(contentItemId)).toEqual(['web', 'print', 'app'])
  })

  it('is refused where no channel is ready, and names field and channels', async () => {
    const { en } = await make({ title: 'Shoe' }, ['print'])
    const { fieldErrors } = await server.refused(publish, 'VALIDATION_FAILED', of(en))
    expect(fieldErrors).toMatchObject([
      { technicalFieldName: 'credit', code: 'REQUIRED', deliveryTargets: ['print'] },
      { technicalFieldName: 'alt', code: 'REQUIRED', deliveryTargets: ['print'] },
    ])
    await content.update(en, {}, { deliveryTargets: ['print', 'web'] })
    await content.step('publish', en)
    expect((await content.live(en)).deliveryTargets).toEqual(['web'])
  })

  it('of an ancestor takes no required value from a channel of what inherits it', async () => {
    const { en, at } = await make({ title: 'Shoe', alt: 'A shoe', credit: 'Somebody' })
    await content.step('publish', en)
    await content.step('publish', at)
    await content.update(en, { credit: null })
    const needed = await server.refused(publish, 'STILL_NEEDED', of(en))
    expect(needed.fieldErrors).toMatchObject([
      { technicalFieldName: 'credit', variationId: server.acme.variations['de-AT'], deliveryTargets: ['print'] },
    ])
    await server.refused(unpublish, 'STILL_NEEDED', of(en))
  })

  it('of an ancestor makes another channel of what inherits ready, which is then to be published', async () => {
    const { contentItemId, en, at } = await make({ title: 'Shoe', alt: 'A shoe' })
    await content.step('publish', en)
    await content.update(at, { title: 'Schuh' })
    await content.step('publish', at)
    expect((await content.live(at)).deliveryTargets).toEqual(['web', 'app'])
    await content.update(en, { credit: 'Somebody' })
    await content.step('publish', en)
    expect(await content.get(at)).toMatchObject({ status: 'draft', hasUnpublishedChanges: true })
    await content.step('publish', at)
    expect((await content.live(at)).deliveryTargets).toEqual([])
    expect(await deliveredOn(contentItemId)).toEqual(['web', 'print', 'app'])
  })
})

describe('a channel that has some variations only', () => {
  const channels = (print: readonly string[]) =>
    server.ok(contract.tenants.changeTenant, {
      as: 'admin',
      body: {
        channels: [
          { technicalName: 'web' },
          { technicalName: 'print', variationIds: print.map((language) => server.acme.variations[language] ?? '') },
          { technicalName: 'app' },
        ],
      },
    })
  const everything = { title: 'Shoe', alt: 'A shoe', credit: 'Somebody' }
  beforeAll(async () => {
    await channels(['en-US'])
  })
  afterAll(async () => {
    await channels([])
  })

  it('requires nothing of the others, and plans name the channels that have them', async () => {
    const { contentItemId, en, at } = await make(everything)
    const readyOf = async (id: string) => (await content.get(id)).readiness.map(({ deliveryTarget }) => deliveryTarget)
    expect([await readyOf(en), await readyOf(at)]).toEqual([
      ['web', 'print', 'app'],
      ['web', 'app'],
    ])
    expect((await plan(en, 'publish')).items[0]?.liveAfter?.deliveryTargets).toEqual([])
    await content.step('publish', en)
    const [row] = (await plan(at, 'publish')).items
    expect(row).toMatchObject({ liveAfter: { deliveryTargets: ['web', 'app'] }, warnings: [] })
    await content.step('publish', at)
    expect(await deliveredOn(contentItemId, 'de-AT')).toEqual(['web', 'app'])
    expect(await deliveredOn(contentItemId, 'en-US')).toEqual(['web', 'print', 'app'])
  })

  it('is given another variation later: what meets its requirements goes there, and nothing else', async () => {
    const [whole, partly] = [await make(everything), await make({ ...everything, credit: null })]
    for (const { en, at } of [whole, partly]) {
      await content.step('publish', en)
      await content.step('publish', at)
    }
    expect(await content.get(partly.at)).toMatchObject({ status: 'published', hasUnpublishedChanges: false })
    await channels(['en-US', 'de-AT'])
    expect(await deliveredOn(whole.contentItemId, 'de-AT')).toEqual(['web', 'print', 'app'])
    expect(await deliveredOn(partly.contentItemId, 'de-AT')).toEqual(['web', 'app'])
    await channels(['en-US'])
  })

  it('leaves a variation on no channel: it can be live, with what is required everywhere, and the plan says so', async () => {
    const { contentItemId, en, at } = await make(everything)
    await content.step('publish', en)
    await content.update(at, { title: null }, { deliveryTargets: ['print'] })
    await server.refused(publish, 'VALIDATION_FAILED', of(at))
    await content.update(at, { title: 'Schuh' })
    expect((await content.get(at)).readiness).toEqual([])
    const { canExecute, items } = await plan(at, 'publish')
    expect(canExecute).toBe(true)
    expect(items[0]).toMatchObject({
      liveAfter: { deliveryTargets: [], isOnNoChannel: true },
      warnings: [{ code: 'NO_CHANNEL' }],
    })
    await content.step('publish', at)
    expect(await deliveredOn(contentItemId, 'de-AT')).toEqual([])
    const { key } = await server.ok(contract.apiKeys.createApiKey, { as: 'admin', body: { name: 'all' } })
    const body = { contentItemIds: [contentItemId], variationId: server.acme.variations['de-AT'] }
    expect((await server.ok(contract.delivery.getByItemIds, { apiKey: key, body })).items).toEqual([])
  })
})

describe('a content type', () => {
  it('refuses a channel that the tenant does not have, by its place', async () => {
    const [title, ...others] = product.fields
    const fields = [{ ...title, required: ['web', 'radio'] }, ...others] as ContentType['fields']
    const { fieldErrors } = await server.refused(contract.contentModel.seedContentTypes, 'CONTENT_TYPE_INVALID', {
      body: { contentTypes: [{ ...product, fields }] },
    })
    expect(fieldErrors).toMatchObject([
      { technicalFieldName: 'body.contentTypes[0].fields[0].required[1]', code: 'UNKNOWN_TARGET' },
    ])
  })
})

describe('lists', () => {
  const names = ['None', 'Half', 'Whole']
  const page = (filtering: SearchFiltering, more: Partial<SearchInput> = {}) =>
    server.ok(contract.search.searchUserContent, {
      body: { filtering, paging: { pageNumber: 1, pageSize: 200 }, ...more },
    })
  const find = async (readiness: SearchFiltering['readiness'], more: Partial<SearchInput> = {}) =>
    (await page(readiness ? { readiness } : {}, more)).items.flatMap(({ name }) => (names.includes(name) ? [name] : []))
  const inOrder = () => find(undefined, { sorting: { field: 'readiness', direction: 'asc' } })

  it('show, find and order what is ready, whatever it follows from', async () => {
    const whole = await make({ title: 'A', alt: 'a', credit: 'a' }, [], 'Whole')
    await make({ title: 'B', alt: 'b' }, [], 'Half')
    await make({}, ['web'], 'None')
    expect(await inOrder()).toEqual(['None', 'Half', 'Whole'])
    const { items } = await page({})
    expect(items.find(({ name }) => name === 'Half')?.readiness).toEqual([
      { deliveryTarget: 'web', percent: 100, missing: [], missingCount: 0 },
      { deliveryTarget: 'print', percent: 66, missing: ['credit'], missingCount: 1 },
      { deliveryTarget: 'app', percent: 100, missing: [], missingCount: 0 },
    ])
    for (const sorting of [
      { field: 'modifiedAt', direction: 'desc' },
      { field: 'name', direction: 'desc' },
    ] as const) {
      expect((await find({ max: 99 }, { sorting })).toSorted()).toEqual(['Half', 'None'])
      expect(await find({ max: 99, deliveryTarget: 'print' }, { sorting })).toEqual(['Half'])
      expect(await find({ min: 60, max: 70, deliveryTarget: 'print' }, { sorting })).toEqual(['Half'])
      expect((await find({ min: 100, deliveryTarget: 'app' }, { sorting })).toSorted()).toEqual(['Half', 'Whole'])
      expect(await find({ max: 99, deliveryTarget: 'app' }, { sorting })).toEqual([])
    }
    const unknown = { filtering: { readiness: { max: 99, deliveryTarget: 'radio' } } }
    const refused = await server.refused(contract.search.searchUserContent, 'INVALID_REQUEST', { body: unknown })
    expect(refused.fieldErrors?.[0]?.technicalFieldName).toBe('body.filtering.readiness.deliveryTarget')

    // What it inherits has to be live.
    const inAustria = { variationId: server.acme.variations['de-AT'] ?? '' }
    expect(await find({ min: 1 }, inAustria)).toEqual([])
    await content.step('publish', whole.en)
    expect(await find({ min: 1 }, inAustria)).toEqual(['Whole'])
    await content.step('unpublish', whole.en)
    expect(await find({ min: 1 }, inAustria)).toEqual([])

    const fields = product.fields.map((field) => (field.technicalName === 'credit' ? withoutRequired(field) : field))
    await putType(server, server.acme, { ...product, fields })
    expect(await find({ max: 99 })).toEqual(['None'])
    await putType(server, server.acme, product)
    expect((await find({ max: 99 })).toSorted()).toEqual(['Half', 'None'])

    const change = (inSweden: string[]) =>
      server.ok(contract.tenants.changeTenant, {
        as: 'admin',
        body: {
          channels: ['web', 'print', 'app'].map((technicalName) => ({
            technicalName,
            variationIds: technicalName === 'print' ? inSweden : [],
          })),
        },
      })
    await change([server.acme.variations['sv-SE'] ?? ''])
    expect(await find({ max: 99 })).toEqual(['None'])
    expect(await find({ min: 0, deliveryTarget: 'print' })).toEqual([])
    await change([])
    expect(await inOrder()).toEqual(['None', 'Half', 'Whole'])
  })
})

const withoutRequired = ({ required: _, ...field }: ContentType['fields'][number]) => field
