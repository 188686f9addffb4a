import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { contract } from '@pim/contract'
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@rstest/core'
import { isWholeRun } from '../../testing/budget.ts'
import { articleType, ContentCalls, putType } from '../../testing/content-calls.ts'
import { type DatabaseProxy, openDatabaseProxy, throughProxy } from '../../testing/database-proxy.ts'
import { notificationsReceived } from '../../testing/notifications-received.ts'
import { personWith, startOwnServer, type TestNode, type TestServer } from '../../testing/test-server.ts'

const rounds = isWholeRun ? 3 : 1

/*
 * Two servers over one database; the second is connected through a proxy that a test can cut, silence or hold. What the
 * first one publishes the second one serves as soon as it has received the notification, and what the second one has in
 * its cache it delivers without the database.
 */
let server: TestServer
let content: ContentCalls
let proxy: DatabaseProxy
const proxies: DatabaseProxy[] = []
let far: TestNode
let key: string
/** By how much the clock of the second server is ahead. */
let aheadMs = 0

beforeAll(async () => {
  // A server of its own: it counts what its servers have kept.
  server = await startOwnServer()
  content = new ContentCalls(server, server.acme)
  await putType(server, server.acme, articleType)
  proxy = await openProxy()
  far = await server.anotherNode({
    address: throughProxy(server.rows.superuser, proxy),
    now: () => Date.now() + aheadMs,
  })
  key = (await server.ok(contract.apiKeys.createApiKey, { as: 'admin', body: { name: 'Consumer' } })).key
})
afterEach(async () => {
  proxy.heal()
  await expect.poll(() => far.dependencies.notifications.isConnected).toBe(true)
  await expect.poll(() => far.database.isReady()).toBe(true)
})
afterAll(async () => {
  // The servers are closed over connections that work again: what asks over one that is gone gives up only after seconds.
  for (const each of proxies) each.reconnect()
  await server.close()
  for (const each of proxies) each.close()
})

async function openProxy(): Promise<DatabaseProxy> {
  const opened = await openDatabaseProxy(server.rows.superuser)
  proxies.push(opened)
  return opened
}

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

describe('every node', () => {
  it('delivers a publish, and an unpublish, as soon as it has received the notification', async () => {
    const { contentItemId, en } = await published('first')
    expect(await titleFrom(far, contentItemId)).toBe('first')
    for (let round = 0; round < 5; round++) {
      await content.update(en, { title: `round ${round}` })
      expect(await titleFrom(far, contentItemId)).toBe(round === 0 ? 'first' : `round ${round - 1}`)
      await content.step('publish', en)
      await notificationsReceived(far.dependencies)
      expect(await titleFrom(far, contentItemId)).toBe(`round ${round}`)
    }
    await content.step('unpublish', en)
    await notificationsReceived(far.dependencies)
    expect(await titleFrom(far, contentItemId)).toBe(undefined)
  })

  it('refuses a revoked key within five seconds, also one that has not heard of it', async () => {
    const { contentItemId } = await published('for a key')
    const doomed = await server.ok(contract.apiKeys.createApiKey, { as: 'admin', body: { name: 'Doomed' } })
    let time = Date.now()
    const node = await server.anotherNode({ now: () => time })
    await notificationsReceived(node.dependencies)
    const ask = async () => {
      const query = { contentItemId }
      return (await node.call(contract.delivery.getItemVariations, { apiKey: doomed.key, query })).status
    }
    expect(await ask()).toBe(200)
    // In the database directly: the service would have sent a notification.
    await server.rows.look(`update api_key set revoked_at = now() where api_key_id = '${doomed.apiKeyId}'`)
    time += 1_999
    expect(await ask()).toBe(200)
    time += 3_001
    expect(await ask()).toBe(401)
  })
})

describe('a node that does not hear of changes, and does not know it yet', () => {
  it('answers nothing that was before one, from when it may not take itself for current', async () => {
    const { contentItemId, en } = await published('first')
    const silent = await openProxy()
    const node = await server.anotherNode({ address: throughProxy(server.rows.superuser, silent), currentMs: 1_000 })
    for (let round = 0; round < rounds; round++) {
      await expect.poll(() => titleFrom(node, contentItemId)).toBe(round === 0 ? 'first' : `round ${round - 1}`)
      await content.update(en, { title: `round ${round}` })
      silent.hangListeners()
      await content.step('publish', en)
      // Asked again and again, so that it is kept if anything is.
      while (node.dependencies.notifications.isCurrent) {
        await titleFrom(node, contentItemId)
        await pause(5)
      }
      // A machine that is too busy to answer says nothing that is old.
      for (let asked = 0; asked < 50; asked++)
        expect([`round ${round}`, 503]).toContain(await titleFrom(node, contentItemId))
      silent.heal()
      await expect.poll(() => node.dependencies.notifications.isCurrent).toBe(true)
    }
  }, 40_000)
})

describe('the server that has acknowledged that a tenant is paused', () => {
  it('refuses its people and keys from the next call on, before any word comes from the database', async () => {
    const silent = await openProxy()
    const node = await server.anotherNode({ address: throughProxy(server.rows.superuser, silent) })
    const operator = { ...personWith('admin'), tenants: [], roles: ['admin'] }
    const params = { externalId: server.acme.externalId }
    const statuses = async () => [
      (await node.call(contract.tenants.getVariations, {})).status,
      (await node.call(contract.delivery.getTenantVariations, { apiKey: key })).status,
    ]
    await expect.poll(statuses).toEqual([200, 200])
    silent.hangListeners()
    for (let round = 0; round < rounds; round++) {
      await node.ok(contract.installation.pauseTenant, { params, body: { reason: 'why' }, as: operator })
      expect(await statuses()).not.toContain(200)
      await node.ok(contract.installation.resumeTenant, { params, body: {}, as: operator })
      await expect.poll(statuses).toEqual([200, 200])
    }
  })
})

describe('a node without its database', () => {
  const faults = [
    ['silent', () => proxy.hang()],
    ['refused', () => proxy.cut()],
  ] as const
  it.each(isWholeRun ? faults : faults.slice(0, 1))(
    '%s: delivers what it has, answers 503 for the rest, and recovers afterwards',
    async (_how, fail) => {
      const { contentItemId, en } = await published('before')
      const other = await published('never asked for')
      expect(await titleFrom(far, contentItemId)).toBe('before')
      fail()
      const ask = () => Promise.all(Array.from({ length: 10 }, () => titleFrom(far, contentItemId)))
      const keepsServing = async () => {
        expect(new Set(await ask())).toEqual(new Set(['before']))
        await nextTurn()
      }
      // First while the server takes its connection for sound, then when it knows better.
      while (far.dependencies.notifications.isConnected) await keepsServing()
      for (let round = 0; round < 20; round++) await keepsServing()
      // What it knows of the key is too old by now, and cannot be looked up.
      aheadMs += 10_000
      for (let round = 0; round < 20; round++) await keepsServing()
      const [unknown, readiness] = await Promise.all([
        titleFrom(far, other.contentItemId),
        far.app.server.inject('/readyz'),
      ])
      // Its file may have it by then.
      expect([503, 'never asked for']).toContain(unknown)
      expect(readiness.statusCode).toBe(503)

      // What is published meanwhile is delivered as soon as the connection is back.
      await content.update(en, { title: 'after' })
      await content.step('publish', en)
      proxy.heal()
      await expect.poll(() => titleFrom(far, contentItemId)).toBe('after')
      expect(await titleFrom(far, other.contentItemId)).toBe('never asked for')
    },
    40_000,
  )
})

describe('a database that has become slow', () => {
  it('keeps no caller past the deadline, and the server answers others meanwhile', async () => {
    const slow = await server.anotherNode({ address: throughProxy(server.rows.superuser, proxy) })
    // Nothing arrives before the end of the test, so all responses come without the database.
    proxy.hold()
    let ended = 0
    const ask = () => slow.call(contract.tenants.getVariations, {}).finally(() => ++ended)
    const asked = Promise.all(Array.from({ length: 40 }, ask))
    const alive = await slow.app.server.inject('/healthz')
    expect([alive.statusCode, ended]).toEqual([200, 0])
    expect(new Set((await asked).map(({ status }) => status))).toEqual(new Set([503]))
  }, 40_000)
})
