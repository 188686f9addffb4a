import { contract } from '@pim/contract'
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@rstest/core'
import { articleType, ContentCalls, putType } from '../../testing/content-calls.ts'
import { openWire, overWire, type Wire } from '../../testing/database-wire.ts'
import { startTestServer, type TestNode, type TestServer } from '../../testing/test-server.ts'

/*
 * Two servers over one database, the second by a cable that can be cut. What one of them is told the other one serves
 * within a second; and what it knows it goes on delivering when it is alone.
 */
let server: TestServer
let content: ContentCalls
let wire: Wire
let far: TestNode
let key: string

beforeAll(async () => {
  server = await startTestServer()
  content = new ContentCalls(server, server.acme)
  await putType(server, server.acme, articleType)
  wire = await openWire(server.rows.superuser)
  far = await server.anotherNode(overWire(server.rows.superuser, wire))
  key = (await server.ok(contract.apiKeys.createApiKey, { as: 'admin', body: { name: 'Consumer' } })).key
})
afterEach(async () => {
  wire.heal()
  await expect.poll(() => far.dependencies.notifications.isConnected, { timeout: 15_000 }).toBe(true)
  await expect.poll(() => far.database.isReady(), { timeout: 15_000 }).toBe(true)
})
afterAll(async () => {
  await server.close()
  wire.close()
})

const titleFrom = async (node: TestNode, contentItemId: string) => {
  const query = { contentItemId, variationId: server.acme.variations['en-US'] ?? '' }
  const { status, body } = await node.call(contract.delivery.getItemVariations, { apiKey: key, query })
  return status === 200 ? body?.items[0]?.fields.title : status
}

async function published(title: string) {
  const made = await content.make({ title })
  await content.step('publish', made.en)
  return made
}

const within = async (ms: number, holds: () => Promise<boolean>): Promise<number> => {
  const since = performance.now()
  while (!(await holds())) {
    if (performance.now() - since > ms) throw new Error(`not within ${ms} ms`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  return performance.now() - since
}

describe('every node', () => {
  it('delivers a publish, and a taking back, within a second of it', async () => {
    const { contentItemId, en } = await published('first')
    expect(await titleFrom(far, contentItemId)).toBe('first')
    for (let round = 0; round < 5; round++) {
      await content.update(en, { title: `round ${round}` })
      expect(await titleFrom(far, contentItemId)).toBe(round === 0 ? 'first' : `round ${round - 1}`)
      await content.step('publish', en)
      await within(1_000, async () => (await titleFrom(far, contentItemId)) === `round ${round}`)
    }
    await content.step('unpublish', en)
    await within(1_000, async () => (await titleFrom(far, contentItemId)) === undefined)
  })

  it('refuses a revoked key within five seconds, also one that has not heard of it', async () => {
    const { contentItemId } = await published('for a key')
    const doomed = await server.ok(contract.apiKeys.createApiKey, { as: 'admin', body: { name: 'Doomed' } })
    const ask = async () => {
      const query = { contentItemId }
      return (await far.call(contract.delivery.getItemVariations, { apiKey: doomed.key, query })).status
    }
    expect(await ask()).toBe(200)
    // Past the service, which would have sent word.
    await server.rows.look(`update api_key set revoked_at = now() where api_key_id = '${doomed.apiKeyId}'`)
    await within(5_500, async () => (await ask()) === 401)
  })
})

describe('a node without its database', () => {
  it.each([
    ['refused', () => wire.cut()],
    ['silent', () => wire.hang()],
  ] as const)(
    '%s: delivers what it knows, says so of the rest, and is well again afterwards',
    async (_how, fail) => {
      const { contentItemId, en } = await published('before')
      const other = await published('never asked for')
      expect(await titleFrom(far, contentItemId)).toBe('before')
      fail()
      const slowest: number[] = []
      const until = performance.now() + 3_000
      while (performance.now() < until) {
        const since = performance.now()
        const answers = await Promise.all(Array.from({ length: 10 }, () => titleFrom(far, contentItemId)))
        slowest.push(performance.now() - since)
        expect(new Set(answers)).toEqual(new Set(['before']))
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
      expect(Math.max(...slowest)).toBeLessThan(2_000)
      const [unknown, readiness] = await Promise.all([
        titleFrom(far, other.contentItemId),
        far.app.server.inject('/readyz'),
      ])
      expect([unknown, readiness.statusCode]).toEqual([503, 503])

      // What is published meanwhile is there as soon as the way is free again.
      await content.update(en, { title: 'after' })
      await content.step('publish', en)
      wire.heal()
      await within(15_000, async () => (await titleFrom(far, contentItemId)) === 'after')
      expect(await titleFrom(far, other.contentItemId)).toBe('never asked for')
    },
    40_000,
  )
})

describe('a database that has become slow', () => {
  it('keeps nobody past the deadline, and the server answers others meanwhile', async () => {
    const slow = await server.anotherNode(overWire(server.rows.superuser, wire))
    wire.delay(5_000)
    const since = performance.now()
    const [calls, alive] = await Promise.all([
      Promise.all(Array.from({ length: 40 }, () => slow.call(contract.tenants.getVariations, {}))),
      slow.app.server.inject('/healthz'),
    ])
    expect(performance.now() - since).toBeLessThan(16_000)
    expect(new Set(calls.map(({ status }) => status))).toEqual(new Set([503]))
    expect(alive.statusCode).toBe(200)
  }, 40_000)
})
