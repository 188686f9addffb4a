import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import pg from 'pg'
import { openDatabaseProxy } from '../../../testing/database-proxy.ts'
import { notificationsReceived } from '../../../testing/notifications-received.ts'
import { type TestDatabase, testDatabase } from '../../../testing/test-database.ts'
import { type Notifications, type NotificationsOptions, openNotifications } from './notifications.ts'
import type { Payload } from './transaction.ts'

let test: TestDatabase
const open: Notifications[] = []
beforeAll(async () => {
  test = await testDatabase()
})
afterAll(async () => {
  await Promise.all(open.map((each) => each.close()))
  await test.close()
})

/** With a heartbeat that does not come during a test, because a machine that is slow could take it for lost. */
async function node(
  connection = test.address.platform,
  heartbeatMs = 600_000,
  more: Partial<NotificationsOptions> = {},
): Promise<Notifications> {
  const notifications = await openNotifications({ connection, heartbeatMs, ...more })
  open.push(notifications)
  return notifications
}

/** The payloads that a listener gets, from the moment on that it listens. */
async function heard(notifications: Notifications, topic: string): Promise<(Payload | undefined)[]> {
  const payloads: (Payload | undefined)[] = []
  notifications.listen(topic, (payload) => payloads.push(payload))
  await expect.poll(() => payloads.length).toBeGreaterThan(0)
  return payloads
}

const say = (from: Notifications, topic: string, payload: Payload) =>
  test.database.asSystem((trx) => from.send(trx, topic, payload))

/** Cuts every listening connection of this database, as a restart of the server does. */
async function cut(): Promise<void> {
  const client = new pg.Client({ ...test.superuser })
  await client.connect()
  await client.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and query ilike 'listen%' or query = 'select'`)
  await client.end()
}

describe('a notification', () => {
  it('reaches every node, also the sender, once the change is committed', async () => {
    const [one, two] = [await node(), await node()]
    const [atOne, atTwo] = [await heard(one, 'price-changed'), await heard(two, 'price-changed')]
    await say(one, 'price-changed', { id: 7 })
    await expect.poll(() => [atOne.at(-1), atTwo.at(-1)]).toMatchObject([{ id: 7 }, { id: 7 }])
  })

  it('is heard by the server that sends it before its caller hears of the commit, and not a second time', async () => {
    const proxy = await openDatabaseProxy(test.superuser)
    const { database } = test
    const one = await node({ ...test.superuser, host: '127.0.0.1', port: proxy.port }, 600_000, { database })
    const at = await heard(one, 'own-change')
    proxy.hold()
    await say(one, 'own-change', { id: 1 })
    expect(at).toEqual([undefined, { id: 1 }])
    proxy.heal()
    // In the database's order: behind its own, which has come as well by then.
    await notificationsReceived({ database, notifications: one })
    expect(at).toEqual([undefined, { id: 1 }])
    proxy.close()
  })

  it('is not sent for a change that was rolled back', async () => {
    const one = await node()
    const at = await heard(one, 'rolled-back')
    const change = test.database.asSystem(async (trx) => {
      await one.send(trx, 'rolled-back', { id: 1 })
      throw new Error('changed my mind')
    })
    await expect(change).rejects.toThrow('changed my mind')
    await say(one, 'rolled-back', { id: 2 })
    await expect.poll(() => at.at(-1)).toMatchObject({ id: 2 })
    expect(at).not.toContainEqual(expect.objectContaining({ id: 1 }))
  })

  it('reaches the listeners of its topic, until they stop', async () => {
    const one = await node()
    const [mine, other] = [await heard(one, 'mine'), await heard(one, 'other')]
    let count = 0
    const stop = one.listen('mine', () => count++)
    await expect.poll(() => count).toBeGreaterThan(0)
    stop()
    const before = count
    await say(one, 'mine', { id: 1 })
    await expect.poll(() => mine.at(-1)).toMatchObject({ id: 1 })
    expect(count).toBe(before)
    expect(other).not.toContainEqual(expect.objectContaining({ id: 1 }))
  })

  it('reaches the other listeners when one throws', async () => {
    const one = await node()
    one.listen('shared', () => {
      throw new Error('a fault of its own')
    })
    const at = await heard(one, 'shared')
    await say(one, 'shared', { id: 1 })
    await expect.poll(() => at.at(-1)).toMatchObject({ id: 1 })
  })

  it('is refused with a too large payload, and with an invalid topic', async () => {
    const one = await node()
    await expect(say(one, 'long', { text: 'x'.repeat(9_000) })).rejects.toThrow('too long')
    expect(() => one.listen('x"; drop table tenant; --', () => {})).toThrow('no name of a topic')
  })
})

describe('a node whose connection is silent', () => {
  it('counts as current for a second after a heartbeat that was answered was sent, and no longer', async () => {
    const proxy = await openDatabaseProxy(test.superuser)
    let time = 0
    const one = await node({ ...test.superuser, host: '127.0.0.1', port: proxy.port }, 10, { now: () => time })
    expect(one.isCurrent).toBe(true)
    time = 5_000
    expect(one.isCurrent).toBe(false)
    // The next beat that is answered says so.
    await expect.poll(() => one.isCurrent).toBe(true)
    proxy.hold()
    time = 5_999
    expect([one.isConnected, one.isCurrent]).toEqual([true, true])
    time = 6_000
    expect([one.isConnected, one.isCurrent]).toEqual([true, false])
    proxy.heal()
    proxy.close()
  })
})

describe('a node whose connection was lost', () => {
  it('reconnects, and calls its listeners with undefined, because notifications may have been missed', async () => {
    const one = await node()
    const at = await heard(one, 'after-restart')
    await cut()
    await expect.poll(() => at).toEqual([undefined, undefined])
    expect(one.isConnected).toBe(true)
    await say(one, 'after-restart', { id: 3 })
    await expect.poll(() => at.at(-1)).toMatchObject({ id: 3 })
  })

  it('detects a silent loss of the connection by the second heartbeat', async () => {
    const proxy = await openDatabaseProxy(test.superuser)
    const one = await node({ ...test.superuser, host: '127.0.0.1', port: proxy.port }, 200)
    const at = await heard(one, 'cut-cable')
    await expect.poll(() => one.isConnected).toBe(true)
    proxy.hang()
    await expect.poll(() => one.isConnected).toBe(false)
    // One heartbeat is sent without a reply, or none where the reply to the one before was already on its way.
    expect(proxy.lost).toBeLessThanOrEqual(1)
    const before = at.length
    proxy.heal()
    await expect.poll(() => at.length).toBeGreaterThan(before)
    proxy.close()
  })
})
