import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import pg from 'pg'
import { openWire } from '../../../testing/database-wire.ts'
import { type TestDatabase, testDatabase } from '../../../testing/test-database.ts'
import { type Notifications, openNotifications, type Payload } from './notifications.ts'

let test: TestDatabase
const open: Notifications[] = []
beforeAll(async () => {
  test = await testDatabase()
})
afterAll(async () => {
  await Promise.all(open.map((each) => each.close()))
  await test.close()
})

async function node(connection = test.address.platform): Promise<Notifications> {
  const notifications = await openNotifications({ connection, heartbeatMs: 200 })
  open.push(notifications)
  return notifications
}

/** What a listener is told, from the word on that it is listening. */
async function heard(notifications: Notifications, topic: string): Promise<(Payload | undefined)[]> {
  const payloads: (Payload | undefined)[] = []
  notifications.listen(topic, (payload) => payloads.push(payload))
  await expect.poll(() => payloads).toEqual([undefined])
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

describe('word from node to node', () => {
  it('reaches every node, the sender included, once the change is there to be read', async () => {
    const [one, two] = [await node(), await node()]
    const [atOne, atTwo] = [await heard(one, 'price-changed'), await heard(two, 'price-changed')]
    await say(one, 'price-changed', { id: 7 })
    await expect.poll(() => [atOne.at(-1), atTwo.at(-1)]).toEqual([{ id: 7 }, { id: 7 }])
  })

  it('is never heard of a change that was rolled back', async () => {
    const one = await node()
    const at = await heard(one, 'rolled-back')
    const change = test.database.asSystem(async (trx) => {
      await one.send(trx, 'rolled-back', { id: 1 })
      throw new Error('changed my mind')
    })
    await expect(change).rejects.toThrow('changed my mind')
    await say(one, 'rolled-back', { id: 2 })
    await expect.poll(() => at.at(-1)).toEqual({ id: 2 })
    expect(at).not.toContainEqual({ id: 1 })
  })

  it('goes to those who listen to its topic, until they stop', async () => {
    const one = await node()
    const [mine, other] = [await heard(one, 'mine'), await heard(one, 'other')]
    let count = 0
    const stop = one.listen('mine', () => count++)
    await expect.poll(() => count).toBeGreaterThan(0)
    stop()
    const before = count
    await say(one, 'mine', { id: 1 })
    await expect.poll(() => mine.at(-1)).toEqual({ id: 1 })
    expect(count).toBe(before)
    expect(other).not.toContainEqual({ id: 1 })
  })

  it('is not kept from the others by a listener that throws', async () => {
    const one = await node()
    one.listen('shared', () => {
      throw new Error('a fault of its own')
    })
    const at = await heard(one, 'shared')
    await say(one, 'shared', { id: 1 })
    await expect.poll(() => at.at(-1)).toEqual({ id: 1 })
  })

  it('refuses what the database would cut off, and names that are no topics', async () => {
    const one = await node()
    await expect(say(one, 'long', { text: 'x'.repeat(9_000) })).rejects.toThrow('too long')
    expect(() => one.listen('x"; drop table tenant; --', () => {})).toThrow('no name of a topic')
  })
})

describe('a node whose connection was lost', () => {
  it('connects again and tells its listeners that they may have missed something', async () => {
    const one = await node()
    const at = await heard(one, 'after-restart')
    await cut()
    await expect.poll(() => at).toEqual([undefined, undefined])
    expect(one.isConnected).toBe(true)
    await say(one, 'after-restart', { id: 3 })
    await expect.poll(() => at.at(-1)).toEqual({ id: 3 })
  })

  it('notices by the second heartbeat that the cable was cut without a word', async () => {
    const wire = await openWire(test.superuser)
    const one = await node({ ...test.superuser, host: '127.0.0.1', port: wire.port })
    const at = await heard(one, 'cut-cable')
    await expect.poll(() => one.isConnected).toBe(true)
    wire.hang()
    await expect.poll(() => one.isConnected).toBe(false)
    // At most one heartbeat was sent in vain; none, if the answer to the one before was already on its way.
    expect(wire.lost).toBeLessThanOrEqual(1)
    const before = at.length
    wire.heal()
    await expect.poll(() => at.length).toBeGreaterThan(before)
    wire.close()
  })
})
