import { contract } from '@pim/contract'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { openDatabaseProxy, throughProxy } from '../../testing/database-proxy.ts'
import { ask, type Ids, makeThings } from '../../testing/every-call.ts'
import { personWith, startTestServer, type TestServer } from '../../testing/test-server.ts'
import { operationsOf } from './operation.ts'

let server: TestServer
let things: Ids
beforeAll(async () => {
  server = await startTestServer()
  things = await makeThings(server, 'acme', 'Ours')
})
afterAll(() => server.close())

const creating = operationsOf(contract).filter(({ route }) => route.creates === true)
/**
 * Keys are kept with the rows of a tenant, and these calls write none: a release is named by its bytes, so a repeat makes the same one;
 * a second deploy key stands in the list, and is revoked.
 */
const ofNoTenant = new Set(['sections.uploadRelease', 'deployKeys.createDeployKey'])
const keyed = (key: string, more: Record<string, string> = {}) => ({ headers: { 'idempotency-key': key, ...more } })
const product = (name: string) => ({ query: { name, technicalContentTypeName: 'product' } })
const { createItem } = contract.contentItem

const changesIn = async (tenantId: string): Promise<number> => {
  const [row] = await server.rows.look<{ n: number }>(
    `select count(*)::int n from audit_entry where tenant_id = '${tenantId}'`,
  )
  return row?.n ?? 0
}
const itemsNamed = (name: string) =>
  server.rows.look<{ id: string }>(`select content_item_id id from content_item where name = '${name}'`)

describe('a creating call', () => {
  it('is every call that makes something', () => {
    const made = operationsOf(contract).filter(
      ({ id }) => /\.(?:create|upload|seed|resync|rotate|batch|fetch|run)/i.test(id) && !ofNoTenant.has(id),
    )
    expect(creating.map(({ id }) => id).sort()).toEqual(made.map(({ id }) => id).sort())
  })

  it.each(creating.filter(({ route }) => route.bodyKind !== 'multipart').map(({ id, route }) => [id, route] as const))(
    'is made once with one key: %s',
    async (id, route) => {
      const key = `walk-${id}`
      const first = await ask(server, id, route, things, '', keyed(key).headers)
      expect([id, first.status]).toEqual([id, 200])
      const before = await changesIn(server.acme.tenantId)
      const repeat = await ask(server, id, route, things, '', keyed(key).headers)
      if (route.errors?.includes('SECRET_SHOWN_ONCE')) {
        const { key: secret, ...rest } = JSON.parse(first.text)
        expect(JSON.parse(repeat.text)).toMatchObject({ status: 409, code: 'SECRET_SHOWN_ONCE', firstAnswer: rest })
        expect(repeat.text).not.toContain(secret)
      } else expect(repeat).toEqual({ ...first, isRepeat: true })
      expect(await changesIn(server.acme.tenantId)).toBe(before)
    },
  )

  it('is made once with one key: an upload, whose bytes of the repeat are not kept', async () => {
    const upload = (text: string) =>
      server.call(contract.binary.uploadBinary, {
        file: new Blob([text], { type: 'text/plain' }),
        fileName: 'a.txt',
        ...keyed('upload'),
      })
    const first = await upload('once upon a time')
    const repeat = await upload('once upon a time')
    expect(repeat.body).toEqual(first.body)
    const params = { binaryId: first.body?.binaryId ?? '' }
    const bytes = await server.call(contract.binary.getBinaryContent, { params, query: { imageSize: 'original' } })
    expect(bytes.bytes.toString()).toBe('once upon a time')
    expect((await upload('another time')).problem?.code).toBe('IDEMPOTENCY_KEY_REUSED')
  })

  it('refuses a key that came before with another request', async () => {
    await server.ok(createItem, { ...product('Reused'), ...keyed('reused') })
    await server.refused(createItem, 'IDEMPOTENCY_KEY_REUSED', { ...product('Other'), ...keyed('reused') })
    expect(await itemsNamed('Other')).toEqual([])
    const body = { name: 'Reused' }
    await server.ok(contract.apiKeys.createApiKey, { body, as: 'admin', ...keyed('reused-body') })
    await server.refused(contract.apiKeys.createApiKey, 'IDEMPOTENCY_KEY_REUSED', {
      body: { name: 'Other' },
      as: 'admin',
      ...keyed('reused-body'),
    })
  })

  it.each([
    ['of nothing', ''],
    ['with a space', 'a b'],
    ['sent twice', 'a, a'],
    ['of 256 characters', 'k'.repeat(256)],
    ['beyond ASCII', 'schlüssel'],
  ])('refuses a key %s', async (_what, key) => {
    const problem = await server.refused(createItem, 'INVALID_REQUEST', { ...product('Bad key'), ...keyed(key) })
    expect(problem.fieldErrors).toMatchObject([{ technicalFieldName: 'header.idempotency-key' }])
    expect(await itemsNamed('Bad key')).toEqual([])
  })

  it('takes a key of 255 characters', async () => {
    await server.ok(createItem, { ...product('Long key'), ...keyed('~'.repeat(255)) })
  })

  it('is made once by repeats that come while the first one runs', async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => server.ok(createItem, { ...product('At once'), ...keyed('at-once') })),
    )
    expect(new Set(answers.map(({ contentItemId }) => contentItemId)).size).toBe(1)
    expect(await itemsNamed('At once')).toHaveLength(1)
  })

  it('is tried again where the first one failed', async () => {
    const query = { name: 'Later', technicalContentTypeName: 'laterType' }
    await server.refused(createItem, 'NOT_FOUND', { query, ...keyed('later') })
    const field = { technicalName: 'title', friendlyName: { 'en-US': 'Title' }, type: 'text' } as const
    const friendlyName = { 'en-US': 'Later' }
    const contentTypes = [{ technicalName: 'laterType', friendlyName, kind: 'user' as const, fields: [field] }]
    await server.ok(contract.contentModel.seedContentTypes, { body: { contentTypes }, as: 'admin' })
    await server.ok(createItem, { query, ...keyed('later') })
    expect(await itemsNamed('Later')).toHaveLength(1)
  })

  it('is another one by another person, and in another tenant', async () => {
    const inNordic = { tenant: 'nordic', as: 'admin' } as const
    await server.ok(contract.contentModel.seedContentTypes, { ...inNordic, body: {} })
    await server.ok(createItem, { ...product('Of each'), ...keyed('of-each') })
    await server.ok(createItem, { ...product('Of each'), ...keyed('of-each'), as: personWith('publisher') })
    await server.ok(createItem, { ...product('Of each'), ...keyed('of-each'), ...inNordic })
    expect(await itemsNamed('Of each')).toHaveLength(3)
  })

  it('is made anew after a day, and the old answer is removed', async () => {
    await server.ok(createItem, { ...product('Yesterday'), ...keyed('yesterday') })
    const old = `idempotency_key = 'yesterday' and created_at < now() - interval '1 day'`
    await server.rows.look(
      `update idempotency_key set created_at = now() - interval '25 hours' where idempotency_key = 'yesterday'`,
    )
    await server.ok(createItem, { ...product('Yesterday'), ...keyed('yesterday') })
    expect(await itemsNamed('Yesterday')).toHaveLength(2)
    expect(await server.rows.look(`select answer from idempotency_key where ${old}`)).toEqual([])
  })
})

describe('the answer of a commit that is lost on the way', () => {
  it('is given to a repeat, which makes no second item and no second key', async () => {
    const proxy = await openDatabaseProxy(server.rows.address.app)
    const node = await server.anotherNode({ address: throughProxy(server.rows.superuser, proxy) })
    proxy.loseCommitOf('idempotency-keep')
    const request = { ...product('Lost'), ...keyed('lost') }
    await node.refused(createItem, 'OUTCOME_UNKNOWN', request)
    const [item] = await itemsNamed('Lost')
    expect(await node.ok(createItem, request)).toMatchObject({ contentItemId: item?.id })
    expect(await itemsNamed('Lost')).toHaveLength(1)

    proxy.loseCommitOf('idempotency-keep')
    const ofKey = { body: { name: 'Lost key' }, as: 'admin', ...keyed('lost-key') } as const
    await node.refused(contract.apiKeys.createApiKey, 'OUTCOME_UNKNOWN', ofKey)
    const { firstAnswer } = await node.refused(contract.apiKeys.createApiKey, 'SECRET_SHOWN_ONCE', ofKey)
    const keys = await node.ok(contract.apiKeys.getApiKeys, {})
    expect(keys.filter(({ name }) => name === 'Lost key')).toEqual([firstAnswer])

    proxy.loseCommitOf('idempotency-keep')
    const file = new Blob(['bytes that stay'], { type: 'text/plain' })
    const upload = { file, fileName: 'stay.txt', ...keyed('lost-file') }
    await node.refused(contract.binary.uploadBinary, 'OUTCOME_UNKNOWN', upload)
    const { binaryId } = await node.ok(contract.binary.uploadBinary, upload)
    const ofBinary = { params: { binaryId }, query: { imageSize: 'original' } }
    expect((await node.call(contract.binary.getBinaryContent, ofBinary)).bytes.toString()).toBe('bytes that stay')
    proxy.close()
  })
})

it('no secret is kept with a key', async () => {
  const { key } = await server.ok(contract.apiKeys.createApiKey, {
    body: { name: 'Secret' },
    as: 'admin',
    ...keyed('secret'),
  })
  const kept = await server.rows.look<{ answer: string }>(
    `select answer from idempotency_key where idempotency_key = 'secret'`,
  )
  expect(kept).toHaveLength(1)
  expect(JSON.stringify(kept)).not.toContain(key.slice(10))
})
