import { type ContentTypeInput, contract, type DeliveryFilter, type DeliveryPage } from '@pim/contract'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { notificationsReceived } from '../../../testing/notifications-received.ts'
import { startOwnServer, type TestServer } from '../../../testing/test-server.ts'

const { getTenantVariations, filterVariations, getByItemIds, getItemVariations, getBinaryContent } = contract.delivery
const { publish, unpublish, updateVariation } = contract.contentVariation

const product: ContentTypeInput = {
  technicalName: 'product',
  friendlyName: { 'en-US': 'Product' },
  kind: 'user',
  titleField: 'title',
  fields: [
    { technicalName: 'title', friendlyName: { 'en-US': 'Title' }, type: 'text' },
    { technicalName: 'colour', friendlyName: { 'en-US': 'Colour' }, type: 'text' },
    { technicalName: 'stock', friendlyName: { 'en-US': 'Stock' }, type: 'integer' },
    { technicalName: 'related', friendlyName: { 'en-US': 'Related' }, type: 'links' },
  ],
}
const note: ContentTypeInput = {
  technicalName: 'note',
  friendlyName: { 'en-US': 'Note' },
  kind: 'user',
  fields: [{ technicalName: 'secret', friendlyName: { 'en-US': 'Secret' }, type: 'text' }],
}

let server: TestServer
let key: string
const en = () => server.acme.variations['en-US'] ?? ''
const de = () => server.acme.variations['de-DE'] ?? ''

beforeAll(async () => {
  // A server of its own: it listens at a port.
  server = await startOwnServer()
  for (const tenant of ['acme', 'nordic'])
    await server.ok(contract.contentModel.seedContentTypes, { tenant, body: { contentTypes: [product, note] } })
  key = await keyWith({})
})
afterAll(() => server.close())

async function keyWith(
  limits: { deliveryTargets?: string[]; contentTypeTechnicalNames?: string[] },
  tenant = 'acme',
): Promise<string> {
  const created = await server.ok(contract.apiKeys.createApiKey, { tenant, body: { name: 'test', ...limits } })
  return created.key
}

interface Made {
  readonly contentItemId: string
  /** The content variation of the default variation. */
  readonly id: string
  readonly all: readonly string[]
}

async function make(values: Record<string, unknown>, type = 'product', tenant = 'acme'): Promise<Made> {
  const { contentItemId, contentVariationIds } = await server.ok(contract.contentItem.createItem, {
    tenant,
    query: { name: `item ${Object.values(values)[0]}`, technicalContentTypeName: type },
  })
  const [id = ''] = contentVariationIds
  await edit(id, values, undefined, tenant)
  return { contentItemId, id, all: contentVariationIds }
}

const edit = (contentVariationId: string, values: Record<string, unknown>, targets?: string[], tenant = 'acme') =>
  server.ok(updateVariation, {
    tenant,
    body: {
      contentVariationId,
      fields: Object.entries(values).map(([technicalFieldName, value]) => ({ technicalFieldName, value })),
      ...(targets && { deliveryTargets: targets }),
    },
  })
/** What was published before may be kept: the answer is current once the server has received word of the change. */
async function goLive(contentVariationId: string, tenant = 'acme'): Promise<void> {
  await server.ok(publish, { tenant, params: { contentVariationId } })
  await notificationsReceived(server.dependencies)
}
async function takeDown(contentVariationId: string): Promise<void> {
  await server.ok(unpublish, { params: { contentVariationId } })
  await notificationsReceived(server.dependencies)
}

const filter = (body: Partial<DeliveryFilter>, apiKey = key) =>
  server.ok(filterVariations, {
    apiKey,
    body: { contentTypeTechnicalName: 'product', variationId: en(), filters: [], ...body },
  })
const byItem = (
  contentItemIds: string[],
  more: { variationId?: string; linkDepth?: 0 | 1 | 2 | 3 } = {},
  apiKey = key,
) => server.ok(getByItemIds, { apiKey, body: { contentItemIds, ...more } })
const titles = ({ items }: DeliveryPage) => items.map(({ fields }) => fields.title)

describe('what is delivered', () => {
  it('has each field of its type, also one that was added after it was published', async () => {
    const drawer: ContentTypeInput = { ...note, technicalName: 'drawer' }
    const seed = (contentTypes: ContentTypeInput[]) =>
      server.ok(contract.contentModel.seedContentTypes, { body: { contentTypes } })
    await seed([drawer])
    const { contentItemId, id } = await make({ secret: 'key' }, 'drawer')
    await goLive(id)
    const asked = { contentTypeTechnicalName: 'drawer' }
    const fieldsOf = async () => {
      const [one, ...others] = [(await byItem([contentItemId])).items, (await filter(asked)).items].map(
        ([item]) => item?.fields,
      )
      expect(others).toEqual([one])
      return one
    }
    expect(await fieldsOf()).toEqual({ secret: 'key' })
    const colour = { technicalName: 'colour', friendlyName: { 'en-US': 'Colour' }, type: 'text' } as const
    await seed([{ ...drawer, fields: [colour, ...drawer.fields] }])
    await notificationsReceived(server.dependencies)
    expect(await fieldsOf()).toEqual({ colour: null, secret: 'key' })
    await edit(id, { colour: 'red' })
    await goLive(id)
    expect(await fieldsOf()).toEqual({ colour: 'red', secret: 'key' })
  })

  it('is what was published, until it is published again or taken back', async () => {
    const { contentItemId, id } = await make({ title: 'first' })
    expect((await byItem([contentItemId])).items).toEqual([])
    await goLive(id)
    const live = () => byItem([contentItemId])
    const [item] = (await live()).items
    expect(item).toMatchObject({
      contentItemId,
      contentVariationId: id,
      variationId: en(),
      name: 'item first',
      contentTypeTechnicalName: 'product',
      fields: { title: 'first', colour: null, stock: null, related: null },
    })
    await edit(id, { title: 'draft-marker' })
    expect(titles(await live())).toEqual(['first'])
    await goLive(id)
    expect(titles(await live())).toEqual(['draft-marker'])
    await takeDown(id)
    expect((await live()).items).toEqual([])
  })

  it('inherits from what is live, and says from where on demand', async () => {
    const { contentItemId, id, all } = await make({ title: 'inherited', stock: 3 })
    await goLive(id)
    const german = (await server.ok(contract.contentItem.getItemVariations, { params: { contentItemId } })).find(
      ({ variationId }) => variationId === de(),
    )
    expect(all).toContain(german?.contentVariationId)
    await edit(german?.contentVariationId ?? '', { colour: 'rot' })
    await goLive(german?.contentVariationId ?? '')
    const body = {
      variationId: de(),
      filters: [{ technicalFieldName: 'colour', operator: 'equals' as const, value: 'rot' }],
    }
    const [item] = (await filter({ ...body, includeSources: true })).items
    expect(item?.fields).toMatchObject({ title: 'inherited', colour: 'rot', stock: 3 })
    expect(item?.fieldSources).toMatchObject({ title: en(), colour: de() })
    const [only] = (await filter({ ...body, includeSources: true, fields: ['colour'] })).items
    expect([only?.fields, only?.fieldSources]).toEqual([{ colour: 'rot' }, { colour: de() }])
  })

  it('comes in the order in which ids were asked for, each once', async () => {
    const made = await Promise.all(['a', 'b', 'c'].map((title) => make({ title })))
    for (const { id } of made) await goLive(id)
    const ids = made.map(({ contentItemId }) => contentItemId).toReversed()
    const page = await byItem([...ids, ...ids], { variationId: en() })
    expect(page.items.map(({ contentItemId }) => contentItemId)).toEqual(ids)
    expect(page.paging).toEqual({ pageNumber: 1, pageSize: 3, totalCount: 3, totalPages: 1 })
  })
})

describe('a key', () => {
  it('sees nothing of other types, as if there were none', async () => {
    const limited = await keyWith({ contentTypeTechnicalNames: ['note'] })
    const hidden = await make({ title: 'hidden' })
    const shown = await make({ secret: 'shown' }, 'note')
    await goLive(hidden.id)
    await goLive(shown.id)
    const ids = [hidden.contentItemId, shown.contentItemId]
    const page = await byItem(ids, {}, limited)
    expect(page.items.map(({ contentItemId }) => contentItemId)).toEqual([shown.contentItemId])
    const asked = async (contentTypeTechnicalName: string) => {
      const problem = await server.refused(filterVariations, 'NOT_FOUND', {
        apiKey: limited,
        body: { contentTypeTechnicalName, variationId: en(), filters: [] },
      })
      return { ...problem, traceId: '' }
    }
    expect(await asked('product')).toEqual(await asked('nothing-of-the-kind'))
    await server.refused(getItemVariations, 'INVALID_REQUEST', {
      apiKey: limited,
      query: { field: { title: ['hidden'] } },
    })
    const all = await server.ok(getItemVariations, { apiKey: limited, query: { pageSize: 200 } })
    expect(new Set(all.items.map(({ contentTypeTechnicalName }) => contentTypeTechnicalName))).toEqual(
      new Set(['note']),
    )
  })

  it('for one target is given what goes there, or everywhere', async () => {
    const print = await keyWith({ deliveryTargets: ['print'] })
    // One after the other: lists come in the order of the ids.
    const made = [await make({ title: 'web' }), await make({ title: 'print' }), await make({ title: 'all' })]
    const targets: Record<number, string[]> = { 0: ['web'], 1: ['print'], 2: [] }
    for (const [at, { id }] of made.entries()) {
      await edit(id, { stock: 7 }, targets[at])
      await goLive(id)
    }
    const ids = made.map(({ contentItemId }) => contentItemId)
    expect(titles(await byItem(ids, {}, print))).toEqual(['print', 'all'])
    expect(titles(await byItem(ids))).toEqual(['web', 'print', 'all'])
    const stock = [{ technicalFieldName: 'stock', operator: 'equals' as const, value: 7 }]
    expect(titles(await filter({ filters: stock, deliveryTarget: 'web' }))).toEqual(['web', 'all'])
    expect(titles(await filter({ filters: stock, deliveryTarget: 'web' }, print))).toEqual([])
    expect((await filter({ filters: [], deliveryTarget: 'print' })).paging.totalCount).toBe(
      (await filter({ filters: [] })).paging.totalCount - 1,
    )
  })

  it('opens one tenant, whatever the caller says', async () => {
    const foreign = await make({ title: 'foreign' }, 'product', 'nordic')
    await goLive(foreign.id, 'nordic')
    const theirs = await keyWith({}, 'nordic')
    const ask = (apiKey: string) => byItem([foreign.contentItemId], {}, apiKey)
    expect((await ask(theirs)).items).toHaveLength(1)
    expect((await ask(key)).items).toEqual([])
    await server.refused(getTenantVariations, 'FORBIDDEN', { apiKey: key, tenant: 'nordic' })
    await server.refused(getTenantVariations, 'API_KEY_INVALID', { apiKey: 'no-such-key' })
    await server.refused(filterVariations, 'NOT_FOUND', {
      apiKey: key,
      body: {
        contentTypeTechnicalName: 'product',
        variationId: server.nordic.variations['en-US'] ?? '',
        filters: [],
      },
    })
  })
})

describe('a list', () => {
  beforeAll(async () => {
    for (const [title, colour, stock] of [
      ['list one', 'red', 1],
      ['list two', 'blue', 2],
      ['list three', 'red', 3],
    ] as const)
      await goLive((await make({ title, colour, stock: stock + 100 })).id)
  })
  const inList = [{ technicalFieldName: 'stock', operator: 'between' as const, values: [101, 103] }]
  const red = { technicalFieldName: 'colour', operator: 'equals' as const, value: 'red' }
  const second = { technicalFieldName: 'stock', operator: 'equals' as const, value: 102 }

  it('matches all filters, or any of them', async () => {
    expect(titles(await filter({ filters: [...inList, red] }))).toEqual(['list one', 'list three'])
    expect(titles(await filter({ filters: [red, second] }))).toEqual([])
    expect(titles(await filter({ filters: [red, second], match: 'any' }))).toEqual([
      'list one',
      'list two',
      'list three',
    ])
  })

  it('is sorted by what it is asked for, and by id where nothing is said', async () => {
    const sorted = async (field: string, direction: 'asc' | 'desc') =>
      titles(await filter({ filters: inList, sorting: { field, direction } }))
    expect(titles(await filter({ filters: inList }))).toEqual(['list one', 'list two', 'list three'])
    expect(await sorted('publishedAt', 'desc')).toEqual(['list three', 'list two', 'list one'])
    expect(await sorted('name', 'asc')).toEqual(['list one', 'list three', 'list two'])
    expect(await sorted('fields.stock', 'desc')).toEqual(['list three', 'list two', 'list one'])
    await server.refused(filterVariations, 'INVALID_REQUEST', {
      apiKey: key,
      body: {
        contentTypeTechnicalName: 'product',
        variationId: en(),
        filters: [],
        sorting: { field: 'body; drop table tenant', direction: 'asc' },
      },
    })
  })

  it('takes values in the address, any of several', async () => {
    const ask = async (field: Record<string, string[]>) =>
      titles(await server.ok(getItemVariations, { apiKey: key, query: { field, variationId: en() } }))
    expect(await ask({ stock: ['101', '103'] })).toEqual(['list one', 'list three'])
    expect(await ask({ stock: ['101', '103'], title: ['list one'] })).toEqual(['list one'])
  })

  it.each([
    { 'field.nothing': '1' },
    { 'field.fields.stock': '1' },
    { 'field.__proto__': '1' },
    { other: '1' },
    { pageSize: '100000' },
    { pageNumber: '-1' },
    { 'field.stock': 'many' },
  ])('refuses %j', async (query) => {
    await server.refused(getItemVariations, 'INVALID_REQUEST', { apiKey: key, query: query as never })
  })

  it('loses and repeats nothing while content is published between its pages', async () => {
    const seen: unknown[] = []
    for (let pageNumber = 1; ; pageNumber++) {
      const page = await filter({ paging: { pageNumber, pageSize: 2 } })
      if (page.items.length === 0) break
      seen.push(...page.items.map(({ contentItemId }) => contentItemId))
      const [first] = page.items
      await edit(first?.contentVariationId ?? '', { colour: `changed ${pageNumber}` })
      await goLive(first?.contentVariationId ?? '')
    }
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen.length).toBe((await filter({})).paging.totalCount)
  })
})

describe('links', () => {
  it('are ids, and stand once in `linked` as deep as was asked, never what is not live', async () => {
    const leaf = await make({ title: 'leaf' })
    const draft = await make({ title: 'draft-marker' })
    const middle = await make({ title: 'middle', related: [leaf.contentItemId] })
    const top = await make({ title: 'top', related: [middle.contentItemId, draft.contentItemId] })
    await edit(leaf.id, { related: [middle.contentItemId] })
    for (const { id } of [leaf, middle, top]) await goLive(id)
    const ask = (linkDepth: 0 | 1 | 2 | 3) => byItem([top.contentItemId], { variationId: en(), linkDepth })
    const plain = await ask(0)
    expect(plain.items[0]?.fields.related).toEqual([middle.contentItemId, draft.contentItemId])
    expect(plain.linked).toBeUndefined()
    const names = async (depth: 1 | 2 | 3) =>
      Object.values((await ask(depth)).linked ?? {}).map(({ fields }) => fields.title)
    expect(await names(1)).toEqual(['middle'])
    expect((await names(2)).toSorted()).toEqual(['leaf', 'middle'])
    expect((await names(3)).toSorted()).toEqual(['leaf', 'middle'])
  })
})

describe('answers', () => {
  it('have a strong tag, belong to the key, and are not sent twice', async () => {
    const first = await server.call(getTenantVariations, { apiKey: key })
    expect(first.headers).toMatchObject({
      'cache-control': 'private, no-cache',
      vary: expect.stringContaining('x-api-key'),
    })
    const etag = first.headers.etag ?? ''
    expect(etag).toMatch(/^"[^"]+"$/)
    const again = await server.call(getTenantVariations, { apiKey: key, headers: { 'if-none-match': etag } })
    expect([again.status, again.bytes.length, again.headers.etag]).toEqual([304, 0, etag])
    const other = await server.call(getTenantVariations, {
      apiKey: await keyWith({}, 'nordic'),
      headers: { 'if-none-match': etag },
    })
    expect(other.status).toBe(200)
  })
})

describe('a question that was answered before', () => {
  let origin: string
  beforeAll(async () => {
    origin = await server.app.server.listen({ port: 0, host: '127.0.0.1' })
  })
  const ask = async (path: string, headers: Record<string, string>) => {
    const response = await fetch(`${origin}${path}`, { headers })
    const { date: _date, ...own } = Object.fromEntries(response.headers)
    return { status: response.status, headers: own, body: await response.text() }
  }

  it('is answered from memory as it was without, header by header', async () => {
    const path = `/api/delivery-api/content-item-variations?variationId=${en()}`
    const first = await ask(path, { 'x-api-key': key })
    expect(first.status).toBe(200)
    // Not kept where a change of before becomes known in between.
    await expect
      .poll(async () => {
        expect(await ask(path, { 'x-api-key': key })).toEqual(first)
        return server.dependencies.metrics.text()
      })
      .toContain('delivery.fromMemory')
    const unchanged = await ask(path, { 'x-api-key': key, 'if-none-match': first.headers.etag ?? '' })
    expect([unchanged.status, unchanged.body, unchanged.headers.etag]).toEqual([304, '', first.headers.etag])
  })

  it('is answered to nobody else', async () => {
    const path = `/api/delivery-api/content-item-variations?variationId=${en()}&pageSize=7`
    const limited = await keyWith({ contentTypeTechnicalNames: ['note'] })
    await ask(path, { 'x-api-key': key })
    expect((await ask(path, { 'x-api-key': key })).status).toBe(200)
    expect((await ask(path, { 'x-api-key': 'other' })).status).toBe(401)
    expect((await ask(path, {})).status).toBe(401)
    expect((await ask(path, { 'x-api-key': key, 'x-tenant-id': 'nordic' })).status).toBe(403)
    expect((await ask(path, { 'x-api-key': key, 'x-tenant-id': 'acme' })).status).toBe(200)
    expect((await ask(path, { 'x-api-key': await keyWith({}, 'nordic') })).status).toBe(404)
    expect((await ask(path, { 'x-api-key': limited })).body).not.toBe((await ask(path, { 'x-api-key': key })).body)
    expect((await ask(`${path}&other=1`, { 'x-api-key': key })).status).toBe(400)
  })

  it('is answered no more when the key is revoked', async () => {
    const path = '/api/delivery-api/tenant-variations'
    const created = await server.ok(contract.apiKeys.createApiKey, { body: { name: 'short-lived' } })
    for (let times = 0; times < 3; times++) expect((await ask(path, { 'x-api-key': created.key })).status).toBe(200)
    await server.ok(contract.apiKeys.revokeApiKey, { params: { apiKeyId: created.apiKeyId } })
    expect((await ask(path, { 'x-api-key': created.key })).status).toBe(401)
  })

  it('has a new answer as soon as something else is live', async () => {
    const { contentItemId, id } = await make({ title: 'seen' })
    const path = `/api/delivery-api/content-item-variations?contentItemId=${contentItemId}`
    const titlesNow = async () => titles(JSON.parse((await ask(path, { 'x-api-key': key })).body))
    expect([await titlesNow(), await titlesNow()]).toEqual([[], []])
    await goLive(id)
    expect(await titlesNow()).toEqual(['seen'])
  })
})

describe('files', () => {
  it('are delivered only while something that is live carries them', async () => {
    await server.ok(contract.contentModel.seedContentTypes, {
      body: {
        contentTypes: [
          {
            technicalName: 'paper',
            friendlyName: { 'en-US': 'Paper' },
            kind: 'media',
            fields: [{ technicalName: 'file', friendlyName: { 'en-US': 'File' }, type: 'binary' }],
          },
        ],
      },
    })
    const { binaryId } = await server.ok(contract.binary.uploadBinary, {
      file: new Blob(['%PDF-1.4\n%âãÏÓ\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n']),
      fileName: 'paper.pdf',
    })
    const ask = (apiKey: string) =>
      server.call(getBinaryContent, { apiKey, params: { binaryId }, query: { imageSize: 'original' } })
    const { id } = await make({ file: binaryId }, 'paper')
    expect((await ask(key)).status).toBe(404)
    await goLive(id)
    expect((await ask(key)).status).toBe(200)
    expect((await ask(await keyWith({ contentTypeTechnicalNames: ['product'] }))).status).toBe(404)
    expect((await ask(await keyWith({}, 'nordic'))).status).toBe(404)
    await takeDown(id)
    expect((await ask(key)).status).toBe(404)
  })
})
