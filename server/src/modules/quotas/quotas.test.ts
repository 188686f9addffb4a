import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type ContentType, contract, type QuotaLimits, type QuotaName } from '@pim/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@rstest/core'
import { articleType, ContentCalls, putType } from '../../../testing/content-calls.ts'
import { holdWrites } from '../../../testing/held-writes.ts'
import { startOwnServer, type TestServer } from '../../../testing/test-server.ts'
import { Problem } from '../../core/problem.ts'
import { CallTally } from '../../http/rate-limits.ts'

const { apiKeys, binary, contentItem, contentModel, delivery, quotas, tenants } = contract

let server: TestServer
let calls: ContentCalls

beforeAll(async () => {
  // A server of its own: who writes in its database is held back, and counted.
  server = await startOwnServer()
  calls = new ContentCalls(server, server.acme)
  for (const tenant of [server.acme, server.nordic]) await putType(server, tenant, articleType)
})
afterAll(() => server.close())
beforeEach(async () => {
  await setLimits({})
})

const setLimits = (own: QuotaLimits, externalId = 'acme') =>
  server.ok(quotas.setTenantQuotas, { params: { externalId }, body: { own } })

async function useOf(quota: QuotaName, tenant = 'acme') {
  const found = (await server.ok(quotas.getUsage, { tenant })).quotas.find((each) => each.quota === quota)
  if (found === undefined) throw new Error(`no ${quota}`)
  return found
}

/** Sets the limit so that so many more fit. */
async function leave(quota: QuotaName, room: number): Promise<number> {
  const { used } = await useOf(quota)
  await setLimits({ [quota]: used + room })
  return used
}

const create = (tenant = 'acme') =>
  server.call(contentItem.createItem, { tenant, query: { name: 'X', technicalContentTypeName: 'article' } })

const upload = (bytes: number | string) =>
  server.call(binary.uploadBinary, {
    file: new Blob([typeof bytes === 'string' ? bytes : 'x'.repeat(bytes)]),
    fileName: 'note.txt',
  })

const storedObjects = async () =>
  (
    await readdir(join(server.dependencies.temporaryFolder, 'objects'), { recursive: true, withFileTypes: true })
  ).filter((entry) => entry.isFile()).length

const typeOf = (technicalName: string, fields: number): ContentType => ({
  technicalName,
  friendlyName: { 'en-US': technicalName },
  kind: 'user',
  fields: Array.from({ length: fields }, (_, at) => ({
    technicalName: `f${at}`,
    friendlyName: { 'en-US': `Field ${at}` },
    type: 'text',
  })),
})

const statuses = (results: readonly { readonly status: number }[]) => results.map(({ status }) => status).sort()

describe('a quota of items', () => {
  it('says which it is, how much is allowed and how much is used, and leaves what is there to be worked on', async () => {
    const { en } = await calls.make({ title: 'there' })
    const used = await leave('items', 0)
    const { problem, status } = await create()
    expect(status).toBe(409)
    expect(problem).toMatchObject({ code: 'QUOTA_REACHED', quota: { quota: 'items', limit: used, used, asked: 1 } })
    await calls.update(en, { title: 'still changed' })
    expect((await create('nordic')).status).toBe(200)
    await leave('items', 1)
    expect((await create()).status).toBe(200)
    expect((await useOf('items')).state).toBe('reached')
  })

  it('is not passed by thirty-two who create at once', async () => {
    const used = await leave('items', 5)
    const results = await Promise.all(Array.from({ length: 32 }, () => create()))
    expect(results.filter(({ status }) => status === 200)).toHaveLength(5)
    expect((await useOf('items')).used).toBe(used + 5)
  })

  it('is not passed by somebody who looks while another one has not ended', async () => {
    const used = await leave('items', 1)
    const held = await holdWrites(server.rows)
    const results = [create(), create()]
    await held.untilWaiting(2, results).finally(held.release)
    expect(statuses(await Promise.all(results))).toEqual([200, 409])
    expect((await useOf('items')).used).toBe(used + 1)
  })

  it('fails in a batch the items that are too many, and those alone', async () => {
    const { contentItemId } = await calls.make({ title: 'before' })
    const made = (name: string) => ({ name, technicalContentTypeName: 'article', variations: [] })
    const variationId = server.acme.variations['en-US'] ?? ''
    await leave('items', 2)
    const { results } = await server.ok(contentItem.batchItems, {
      body: {
        items: [
          ...['one', 'two', 'three'].map(made),
          {
            contentItemId,
            technicalContentTypeName: 'article',
            variations: [{ variationId, fields: [{ technicalFieldName: 'title', value: 'after' }] }],
          },
        ],
      },
    })
    expect(results.map(({ outcome }) => outcome)).toEqual(['created', 'created', 'failed', 'updated'])
    expect(results[2]).toMatchObject({ problem: { code: 'QUOTA_REACHED', quota: { quota: 'items', asked: 3 } } })
  })

  it('counts deleted items until they are removed for good', async () => {
    const { contentItemId } = await calls.make({ title: 'goes' })
    const used = await leave('items', 0)
    const params = { contentItemId }
    await server.ok(contentItem.deleteItem, { params })
    expect((await create()).status).toBe(409)
    await server.ok(contentItem.purgeItem, { params })
    expect((await useOf('items')).used).toBe(used - 1)
    expect((await create()).status).toBe(200)
  })
})

describe('quotas of content types', () => {
  const put = (type: ContentType) =>
    server.call(contentModel.seedContentTypes, { body: { contentTypes: [type], allowDataLoss: true } })

  it('count types, fields and bytes, and let a model that is over them shrink', async () => {
    expect((await put(typeOf('small', 2))).status).toBe(200)
    await leave('contentTypes', 0)
    expect((await put(typeOf('another', 1))).problem?.quota).toMatchObject({ quota: 'contentTypes', asked: 1 })
    await leave('contentTypeFields', 3)
    expect((await put(typeOf('small', 6))).problem?.quota).toMatchObject({ quota: 'contentTypeFields', asked: 4 })
    expect((await put(typeOf('small', 5))).status).toBe(200)
    await leave('contentTypeBytes', 100)
    expect((await put(typeOf('small', 9))).problem?.quota).toMatchObject({ quota: 'contentTypeBytes' })
    await leave('contentTypeFields', -2)
    expect((await put(typeOf('small', 4))).status).toBe(200)
    expect((await put(typeOf('small', 5))).status).toBe(409)
  })
})

describe('a quota of API keys', () => {
  it('is not passed by those who make keys at once, and a revoked key makes room', async () => {
    await leave('apiKeys', 2)
    const results = await Promise.all(
      Array.from({ length: 6 }, (_, at) => server.call(apiKeys.createApiKey, { body: { name: `k${at}` } })),
    )
    expect(statuses(results)).toEqual([200, 200, 409, 409, 409, 409])
    const apiKeyId = results.find(({ body }) => body)?.body?.apiKeyId ?? ''
    await server.ok(apiKeys.revokeApiKey, { params: { apiKeyId } })
    expect((await server.call(apiKeys.createApiKey, { body: { name: 'next' } })).status).toBe(200)
  })
})

describe('quotas of files', () => {
  it('are not passed by uploads at once, and nothing of those that are refused is stored', async () => {
    expect((await upload(10)).status).toBe(200)
    // The frame of multipart counts until the file is there.
    await leave('storageBytes', 3 * 20_000 + 2_000)
    const before = { objects: await storedObjects(), used: (await useOf('storageBytes')).used }
    const results = await Promise.all(Array.from({ length: 12 }, () => upload(20_000)))
    const stored = results.filter(({ status }) => status === 200).length
    expect(results.find(({ problem }) => problem)?.problem).toMatchObject({
      code: 'QUOTA_REACHED',
      quota: { quota: 'storageBytes' },
    })
    expect(stored).toBeLessThanOrEqual(3)
    // Whoever comes after the others takes what is left.
    for (let left = 3 - stored; left > 0; left -= 1) expect((await upload(20_000)).status).toBe(200)
    expect((await upload(20_000)).status).toBe(409)
    expect(await storedObjects()).toBe(before.objects + 3)
    expect((await useOf('storageBytes')).used).toBe(before.used + 60_000)
  })

  it('are asked before the file is read, so that a file of no use is refused for its size first', async () => {
    await leave('storageBytes', 1_000)
    const page = `<!doctype html><script>alert(1)</script>${'x'.repeat(20_000)}`
    expect((await upload(page)).problem).toMatchObject({ code: 'QUOTA_REACHED', quota: { quota: 'storageBytes' } })
    expect((await upload(page.slice(0, 100))).status).toBe(415)
  })

  it('count files, and give back the room of an upload that failed', async () => {
    await leave('files', 1)
    for (let round = 0; round < 3; round += 1)
      expect((await upload('<!doctype html><script>alert(1)</script>')).status).toBe(415)
    expect((await upload(10)).status).toBe(200)
    const last = await upload(10)
    expect(last.problem?.quota).toMatchObject({ quota: 'files', asked: 1 })
  })

  it('are free again for what an erased file took', async () => {
    const before = await useOf('storageBytes')
    const { binaryId = '' } = (await upload(500)).body ?? {}
    await leave('files', 0)
    await server.ok(binary.eraseBinary, { params: { binaryId } })
    expect((await useOf('storageBytes')).used).toBe(before.used)
    expect((await upload(10)).status).toBe(200)
  })

  it('leave room on the disk for content: files are refused before the database has to refuse everything', async () => {
    const full = await server.anotherNode({ variables: { PIM_DISK_RESERVE_BYTES: String(2 ** 50) } })
    const { problem, status } = await full.call(binary.uploadBinary, { file: new Blob(['x']), fileName: 'a.txt' })
    expect([status, problem?.code]).toEqual([507, 'STORAGE_FULL'])
    const item = await full.call(contentItem.createItem, {
      query: { name: 'X', technicalContentTypeName: 'article' },
    })
    expect(item.status).toBe(200)
  })
})

describe('quotas of calls', () => {
  it('refuse what is over the day, by key and by person, each for its own kind and its own tenant', async () => {
    const node = await server.anotherNode({
      variables: { PIM_QUOTAS: 'deliveryCallsPerDay=5, managementCallsPerDay=7' },
    })
    const defaultVariation = { friendlyName: 'English', languageCode: 'en-US' }
    await node.ok(tenants.createTenant, { body: { externalId: 'shop', friendlyName: 'Shop', defaultVariation } })
    const { key } = await node.ok(apiKeys.createApiKey, { tenant: 'shop', body: { name: 'shop' } })
    const deliver = () => node.call(delivery.getTenantVariations, { apiKey: key })
    // The first answer is made, the others come from memory.
    for (let at = 0; at < 5; at += 1) expect((await deliver()).status).toBe(200)
    const { status, problem, headers } = await deliver()
    expect(status).toBe(429)
    expect(problem).toMatchObject({
      code: 'CALL_QUOTA_REACHED',
      quota: { quota: 'deliveryCallsPerDay', limit: 5, used: 5 },
    })
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    const list = (tenant: string) => node.call(tenants.getVariations, { tenant })
    for (let at = 0; at < 6; at += 1) expect((await list('shop')).status).toBe(200)
    expect((await list('shop')).problem?.quota?.quota).toBe('managementCallsPerDay')
    expect((await list('acme')).status).toBe(200)
    expect((await node.call(quotas.getUsage, { tenant: 'shop' })).status).toBe(200)
  })

  it('count what all servers have answered, and hold for each of them', async () => {
    const [one, other] = [await server.anotherNode(), await server.anotherNode()]
    const { used } = await useOf('managementCallsPerDay', 'nordic')
    await setLimits({ managementCallsPerDay: used + 3 }, 'nordic')
    const list = (node: typeof one) => node.call(tenants.getVariations, { tenant: 'nordic' })
    const refused = async (node: typeof one) => {
      // Until the server has heard of the limit, and of what the others have counted.
      for (;;) if ((await list(node)).problem?.code === 'CALL_QUOTA_REACHED') return true
    }
    expect(await refused(one)).toBe(true)
    await one.close()
    expect(await refused(other)).toBe(true)
    expect((await useOf('managementCallsPerDay', 'nordic')).used).toBeGreaterThanOrEqual(used + 3)
    await setLimits({}, 'nordic')
  })

  it('begin anew with the day', () => {
    let now = Date.UTC(2026, 10, 22, 23, 59, 59)
    const tally = new CallTally({ delivery: 2, management: null }, () => now)
    const count = () => tally.count('t', 'delivery')
    count()
    count()
    expect(count).toThrow(Problem)
    now += 1_000
    count()
    const day = Date.UTC(2026, 10, 22) / 86_400_000
    expect(tally.take()).toEqual([
      { tenantId: 't', day, calls: { delivery: 2, management: 0 } },
      { tenantId: 't', day: day + 1, calls: { delivery: 1, management: 0 } },
    ])
    count()
    expect(count).toThrow(Problem)
  })
})

describe('quotas', () => {
  it('are set by operators alone, for one tenant, in place of those of the installation', async () => {
    const node = await server.anotherNode({ variables: { PIM_QUOTAS: 'apiKeys=7, items=none' } })
    const params = { externalId: 'nordic' }
    const { limits } = await node.ok(quotas.setTenantQuotas, {
      params,
      body: { own: { files: 3, storageBytes: null } },
    })
    expect(limits).toMatchObject({ apiKeys: 7, items: null, files: 3, storageBytes: null })
    expect(await node.ok(quotas.getTenantQuotas, { params })).toMatchObject({ own: { files: 3, storageBytes: null } })
    expect((await useOf('files')).limit).not.toBe(3)
    const ofTenant = { userId: 'n', firstName: 'N', lastName: 'N', tenants: ['nordic'], roles: ['nordic:admin'] }
    for (const externalId of ['nordic', 'acme', 'unknown'])
      await server.refused(quotas.setTenantQuotas, 'FORBIDDEN', {
        as: ofTenant,
        params: { externalId },
        body: { own: { files: null } },
      })
    await server.refused(quotas.getUsage, 'FORBIDDEN', { as: 'publisher' })
    await server.refused(quotas.setTenantQuotas, 'NOT_FOUND', {
      params: { externalId: 'unknown' },
      body: { own: {} },
    })
  })

  it('say from eighty per cent on that they are near', async () => {
    const { used } = await useOf('items')
    await setLimits({ items: Math.ceil(used / 0.8) + 2 })
    expect((await useOf('items')).state).toBe('free')
    await setLimits({ items: Math.floor(used / 0.8) })
    expect((await useOf('items')).state).toBe('near')
  })
})
