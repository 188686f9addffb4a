import { contract, type DeliveryPage } from '@pim/contract'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { articleType, ContentCalls, imageType, putType } from '../../../testing/content-calls.ts'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'

/** Channels that have some variations only: what is live elsewhere is not answered on them, by any call. */
const { filterVariations, getByItemIds, getItemVariations, getBinaryContent } = contract.delivery
let server: TestServer
let content: ContentCalls
const keys: Record<string, string> = {}
const made: Record<string, string> = {}
let binaryId = ''
const idOf = (language: string) => server.acme.variations[language] ?? ''

const setChannels = (printVariations: readonly string[]) =>
  server.ok(contract.tenants.changeTenant, {
    body: {
      channels: [
        { technicalName: 'web', variationIds: ['en-US', 'sv-SE', 'de-DE'].map(idOf) },
        { technicalName: 'print', variationIds: printVariations.map(idOf) },
      ],
    },
  })

async function publish(name: string, values: Readonly<Record<string, unknown>>, deliveryTargets: string[]) {
  const { contentItemId, ...ids } = await content.make({ title: name, ...values }, name)
  made[name] = contentItemId
  for (const id of [ids.en, ids.sv, ids.de, ids.at]) {
    await content.update(id, {}, { deliveryTargets })
    await content.step('publish', id)
  }
}

beforeAll(async () => {
  server = await startTestServer()
  content = new ContentCalls(server, server.acme)
  await putType(server, server.acme, articleType)
  await putType(server, server.acme, imageType)
  for (const [name, deliveryTargets] of [
    ['all', []],
    ['web', ['web']],
    ['print', ['print']],
  ] as const) {
    const body = { name, deliveryTargets: [...deliveryTargets] }
    keys[name] = (await server.ok(contract.apiKeys.createApiKey, { as: 'admin', body })).key
  }
  const file = new Blob(['<svg xmlns="http://www.w3.org/2000/svg"/>'], { type: 'image/svg+xml' })
  binaryId = (await server.ok(contract.binary.uploadBinary, { file, fileName: 'a.svg' })).binaryId
  const { contentItemId } = await content.create('Picture', 'image')
  made.picture = contentItemId
  const { 'de-DE': german } = await content.variations(contentItemId)
  await content.update(german?.contentVariationId ?? '', { file: binaryId })
  await content.step('publish', german?.contentVariationId ?? '')
  await publish('everywhere', {}, [])
  await publish('printed', { related: [made.everywhere] }, ['print'])
  await setChannels(['en-US', 'sv-SE'])
})
afterAll(() => server.close())

const language = (variationId: string) =>
  Object.entries(server.acme.variations)
    .find(([, id]) => id === variationId)?.[0]
    ?.slice(0, 5) ?? ''
const seen = ({ items }: DeliveryPage) => items.map((row) => `${row.name} ${language(row.variationId)}`).sort()
const inAll = (name: string, languages: readonly string[]) => languages.map((each) => `${name} ${each}`)
const list = (apiKey = '', query: object = {}) =>
  server.ok(getItemVariations, { apiKey, query: { contentTypeTechnicalName: 'article', ...query } })

describe('a channel that has some variations', () => {
  it('is answered with those alone, by every call and to every key', async () => {
    const [whole, printed] = [
      { web: ['de-DE', 'en-US', 'sv-SE'], print: ['en-US', 'sv-SE'], all: ['de-DE', 'en-US', 'sv-SE'] },
      { web: [], print: ['en-US', 'sv-SE'], all: ['en-US', 'sv-SE'] },
    ]
    for (const name of ['web', 'print', 'all'] as const) {
      const apiKey = keys[name] ?? ''
      const expected = [...inAll('everywhere', whole[name]), ...inAll('printed', printed[name])]
      const page = await list(apiKey)
      expect([name, seen(page), page.paging.totalCount]).toEqual([name, expected, expected.length])
      for (const item of ['everywhere', 'printed'] as const) {
        const ofItem = inAll(item, (item === 'everywhere' ? whole : printed)[name])
        const contentItemId = made[item] ?? ''
        expect(seen(await server.ok(getItemVariations, { apiKey, query: { contentItemId } }))).toEqual(ofItem)
        expect(seen(await server.ok(getByItemIds, { apiKey, body: { contentItemIds: [contentItemId] } }))).toEqual(
          ofItem,
        )
        for (const each of ['de-AT', 'de-DE', 'en-US']) {
          const variationId = idOf(each)
          const rows = ofItem.filter((row) => row.endsWith(each))
          const body = { contentItemIds: [contentItemId], variationId }
          expect(seen(await server.ok(getByItemIds, { apiKey, body }))).toEqual(rows)
          expect(seen(await list(apiKey, { contentItemId, variationId }))).toEqual(rows)
          const filters = [{ technicalFieldName: 'title', operator: 'equals' as const, value: item }]
          const filtered = await server.ok(filterVariations, {
            apiKey,
            body: { contentTypeTechnicalName: 'article', variationId, filters },
          })
          expect([seen(filtered), filtered.paging.totalCount]).toEqual([rows, rows.length])
        }
      }
    }
    // A key for every channel that asks for one of them, and counts of lists without a filter.
    expect(seen(await list(keys.all, { deliveryTarget: 'web' }))).toEqual(inAll('everywhere', whole.web))
    const german = { variationId: idOf('de-DE'), deliveryTarget: 'print' }
    expect((await list(keys.all, german)).paging.totalCount).toBe(0)
  })

  it('has no links resolved and no files that are elsewhere', async () => {
    const contentItemIds = [made.printed ?? '']
    const ask = async (apiKey = '') =>
      Object.keys((await server.ok(getByItemIds, { apiKey, body: { contentItemIds, linkDepth: 1 } })).linked ?? {})
    expect(await ask(keys.print)).toEqual([made.everywhere])
    const file = (apiKey = '') =>
      server.call(getBinaryContent, { apiKey, params: { binaryId }, query: { imageSize: 'original' } })
    expect([(await file(keys.web)).status, (await file(keys.print)).status]).toEqual([200, 404])
    await setChannels(['de-DE'])
    expect([await ask(keys.print), (await file(keys.print)).status]).toEqual([[made.everywhere], 200])
    await setChannels(['en-US', 'sv-SE'])
  })

  it('is another one as soon as it is changed, also in what is kept and on other servers', async () => {
    const other = await server.anotherNode()
    const ask = async (node: Pick<TestServer, 'call'> = server) => {
      const query = { contentItemId: made.printed ?? '' }
      const { body, headers } = await node.call(getItemVariations, { apiKey: keys.print ?? '', query })
      return { rows: body === undefined ? [] : seen(body), etag: headers.etag }
    }
    const before = await ask()
    expect(await ask()).toEqual(before)
    expect(await ask(other)).toEqual(before)
    for (const each of [['de-DE'], ['en-US', 'de-AT'], ['en-US', 'sv-SE']]) {
      await setChannels(each)
      const after = await ask()
      expect(after.rows).toEqual(inAll('printed', [...each].sort()))
      await expect.poll(async () => (await ask(other)).rows, { timeout: 30_000 }).toEqual(after.rows)
    }
    expect(await ask()).toEqual(before)
  })

  it('that is asked for and not there is refused, by its place', async () => {
    const apiKey = keys.web ?? ''
    const refusal = { code: 'UNKNOWN_TARGET' }
    const query = { deliveryTarget: 'radio' }
    expect((await server.refused(getItemVariations, 'INVALID_REQUEST', { apiKey, query })).fieldErrors).toMatchObject([
      { ...refusal, technicalFieldName: 'query.deliveryTarget' },
    ])
    const place = { contentTypeTechnicalName: 'article', variationId: idOf('en-US'), filters: [] }
    const asked = { apiKey, body: { ...place, deliveryTarget: 'radio' } }
    expect((await server.refused(filterVariations, 'INVALID_REQUEST', asked)).fieldErrors).toMatchObject([
      { ...refusal, technicalFieldName: 'body.deliveryTarget' },
    ])
  })
})
