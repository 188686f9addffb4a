import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import pg from 'pg'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'

let server: TestServer
let origin = ''
beforeAll(async () => {
  server = await startTestServer()
  origin = await server.app.server.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => server.close())

/** Nobody can read the keys until this is called: every look-up of a key fails when its time is up. */
async function lockKeys(): Promise<() => Promise<void>> {
  const client = new pg.Client(server.rows.superuser)
  await client.connect()
  await client.query('begin; lock table api_key in access exclusive mode')
  return () => client.end()
}

describe('requests with unknown API keys', () => {
  it('are refused while the database is slow, and leave no rejected promise without an owner', async () => {
    const unowned: unknown[] = []
    const note = (reason: unknown) => unowned.push(reason)
    process.on('unhandledRejection', note)
    const unlock = await lockKeys()
    try {
      const ask = () =>
        fetch(`${origin}/api/delivery-api/tenant-variations`, {
          headers: { 'x-api-key': randomBytes(24).toString('hex') },
        })
      const statuses = await Promise.all(Array.from({ length: 30 }, async () => (await ask()).status))
      expect(new Set(statuses)).toEqual(new Set([503]))
      // Node reports an unowned rejection once its queue of microtasks is empty: before the event loop goes on.
      await new Promise((resolve) => setImmediate(resolve))
      expect(unowned).toEqual([])
    } finally {
      process.off('unhandledRejection', note)
      await unlock()
    }
    expect((await fetch(`${origin}/healthz`)).status).toBe(200)
  })
})
