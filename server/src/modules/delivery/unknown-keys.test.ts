import { randomBytes } from 'node:crypto'
import { contract } from '@pim/contract'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import pg from 'pg'
import { isWholeRun } from '../../../testing/budget.ts'
import { type DatabaseProxy, openDatabaseProxy, throughProxy } from '../../../testing/database-proxy.ts'
import { notificationsReceived } from '../../../testing/notifications-received.ts'
import {
  createTestIdentity,
  personWith,
  startOwnServer,
  type TestNode,
  type TestServer,
} from '../../../testing/test-server.ts'

let server: TestServer
const proxies: DatabaseProxy[] = []
let origin = ''
let knownKey = ''
beforeAll(async () => {
  // A server of its own: it listens at a port, and cuts connections.
  server = await startOwnServer()
  origin = await listening(server)
  knownKey = (await server.ok(contract.apiKeys.createApiKey, { as: 'admin', body: { name: 'Consumer' } })).key
})
afterAll(async () => {
  // The servers are closed over connections that work again: what asks over one that is gone gives up only after seconds.
  for (const proxy of proxies) proxy.reconnect()
  await server.close()
  for (const proxy of proxies) proxy.close()
})

const listening = (node: TestNode) => node.app.server.listen({ port: 0, host: '127.0.0.1' })
const delivered = (from: string, key = randomBytes(24).toString('hex')) =>
  fetch(`${from}/api/delivery-api/tenant-variations`, { headers: { 'x-api-key': key } })
const statusesOf = async (answers: readonly Promise<Response>[]) =>
  (await Promise.all(answers)).map(({ status }) => status)
const times = <T>(count: number, act: () => T): T[] => Array.from({ length: count }, act)

/** Nobody can read the keys until this is called: every look-up of a key fails when its time is up. */
async function lockKeys(): Promise<() => Promise<void>> {
  const client = new pg.Client(server.rows.superuser)
  await client.connect()
  await client.query('begin; lock table api_key in access exclusive mode')
  return () => client.end()
}

/** The rejections that nobody has handled while something went on. */
async function unownedDuring(work: () => Promise<void>): Promise<unknown[]> {
  const unowned: unknown[] = []
  const note = (reason: unknown) => unowned.push(reason)
  process.on('unhandledRejection', note)
  try {
    await work()
    // Node reports an unowned rejection once its queue of microtasks is empty: before the event loop goes on.
    await new Promise((resolve) => setImmediate(resolve))
    return unowned
  } finally {
    process.off('unhandledRejection', note)
  }
}

describe('requests with unknown API keys', () => {
  it('are refused while the database is slow, and leave no rejected promise without an owner', async () => {
    const unlock = await lockKeys()
    try {
      const unowned = await unownedDuring(async () => {
        expect(new Set(await statusesOf(times(30, () => delivered(origin))))).toEqual(new Set([503]))
      })
      expect(unowned).toEqual([])
    } finally {
      await unlock()
    }
    expect((await fetch(`${origin}/healthz`)).status).toBe(200)
  })

  it('are refused by address before the database is asked, and known keys from there are served', async () => {
    const node = await server.anotherNode({ variables: { PIM_FAILURE_LIMIT: '1' } })
    const from = await listening(node)
    // Until it receives notifications, it forgets what it knows.
    await notificationsReceived(node.dependencies)
    await expect.poll(async () => (await delivered(from, knownKey)).status).toBe(200)
    const unlock = await lockKeys()
    try {
      const guesses = times(20, () => delivered(from))
      // Those that are not admitted are answered while the others wait for the database.
      const [first] = await Promise.all([Promise.race(guesses), delivered(from, knownKey)])
      expect([first?.status, Number(first?.headers.get('retry-after')) > 0]).toEqual([429, true])
      expect((await delivered(from, knownKey)).status).toBe(200)
      const statuses = await statusesOf(guesses)
      expect(statuses.filter((status) => status === 503).length).toBeLessThan(10)
      expect(new Set(statuses)).toEqual(new Set([429, 503]))
    } finally {
      await unlock()
    }
  })
})

describe('strangers while the database', () => {
  const restart = () =>
    server.rows.look(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`)
  const faults = [
    ['is slow', (proxy: DatabaseProxy) => proxy.hold()],
    ['restarts', restart],
    ['is silent', (proxy: DatabaseProxy) => proxy.hang()],
    ['is away', (proxy: DatabaseProxy) => proxy.cut()],
  ] as const
  it.each(isWholeRun ? faults : faults.slice(0, 2))(
    '%s get 401, 429 or 503, end nothing, and take nothing from a consumer whose answer is known',
    async (_how, fail) => {
      const proxy = await openDatabaseProxy(server.rows.superuser)
      proxies.push(proxy)
      const far = await server.anotherNode({ address: throughProxy(server.rows.superuser, proxy) })
      const from = await listening(far)
      await notificationsReceived(far.dependencies)
      const forger = await createTestIdentity()
      const asStaff = (headers: Record<string, string>) =>
        fetch(`${from}${contract.tenants.getVariations.path}`, { headers })
      const stranger = async () => {
        const userId = randomBytes(8).toString('hex')
        const forged = await forger.tokenFor({ ...personWith('admin'), userId })
        return [delivered(from), asStaff({ authorization: `Bearer ${forged}` }), asStaff({})]
      }
      await expect.poll(async () => (await delivered(from, knownKey)).status).toBe(200)
      const unowned = await unownedDuring(async () => {
        await fail(proxy)
        const strangers = (await Promise.all(times(20, stranger))).flat()
        const known = await statusesOf(times(20, () => delivered(from, knownKey)))
        expect(new Set(known)).toEqual(new Set([200]))
        expect((await fetch(`${from}/healthz`)).status).toBe(200)
        for (const status of await statusesOf(strangers)) expect([401, 429, 503]).toContain(status)
      })
      proxy.heal()
      expect(unowned).toEqual([])
      await expect.poll(async () => (await fetch(`${from}/readyz`)).status).toBe(200)
      await expect.poll(async () => (await delivered(from)).status).toBe(401)
    },
    60_000,
  )
})
