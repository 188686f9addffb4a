import { contract } from '@pim/contract'
import { defineRoute } from '@pim/contract/core/route.ts'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import pg from 'pg'
import { z } from 'zod'
import { articleType, ContentCalls, putType } from '../../testing/content-calls.ts'
import { startSmallServer } from '../../testing/small-server.ts'
import { personWith, startOwnServer, type TestServer } from '../../testing/test-server.ts'
import { Problem } from '../core/problem.ts'
import { nextSlice } from '../core/time-slices.ts'
import { newId } from '../platform/database/new-id.ts'

let server: TestServer
let key = ''
/** An item that is live. */
let linking = ''
beforeAll(async () => {
  // A server of its own: it counts the calls of all.
  server = await startOwnServer()
  key = (await server.ok(contract.apiKeys.createApiKey, { as: 'admin', body: { name: 'Shop' } })).key
  await putType(server, server.acme, articleType)
  const content = new ContentCalls(server, server.acme)
  const { contentItemId, en } = await content.make({ title: 'Linked from' })
  await content.step('publish', en)
  linking = contentItemId
  // Its file is there from here on.
  await server.ok(contract.search.searchAll, { body: {} })
})
afterAll(() => server.close())

const times = <T>(count: number, act: () => T): T[] => Array.from({ length: count }, act)

/** What reads this table waits until the function is called, or for the two seconds that a statement may take. */
async function lock(table: string): Promise<() => Promise<void>> {
  const client = new pg.Client(server.rows.superuser)
  await client.connect()
  await client.query(`begin; lock table ${table} in access exclusive mode`)
  return () => client.end()
}

/** Each is another question, so that none is answered from memory; links are read from the database. */
const delivered = () =>
  server.call(contract.delivery.getByItemIds, {
    apiKey: key,
    body: { contentItemIds: [linking, newId()], linkDepth: 1 },
  })
const staffOf = (tenant: string) =>
  server.call(contract.tenants.getVariations, { as: personWith('viewer', tenant), tenant })
const statusesOf = async (answers: readonly Promise<{ readonly status: number }>[]) =>
  (await Promise.all(answers)).map(({ status }) => status)

describe('an API key all of whose questions are slow', () => {
  it('leaves connections to the database to others of its tenant, and to other tenants', async () => {
    const unlock = await lock('content_reference')
    const slow = times(60, delivered)
    await expect.poll(() => server.database.counts.app.waiting).toBeGreaterThan(50)
    expect(await statusesOf([...times(5, () => staffOf('acme')), ...times(5, () => staffOf('nordic'))])).toEqual(
      times(10, () => 200),
    )
    expect(server.database.counts.app.waiting).toBeGreaterThan(50)
    await unlock()
    await Promise.all(slow)
  })

  it('is refused when its line is full, and others are not', async () => {
    const unlock = await lock('content_reference')
    const slow = times(130, delivered)
    await expect.poll(() => server.database.counts.app.waiting).toBe(100)
    expect(await statusesOf([staffOf('acme'), staffOf('nordic')])).toEqual([200, 200])
    await unlock()
    const refused = (await Promise.all(slow)).filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThanOrEqual(20)
    for (const { problem, headers } of refused)
      expect([problem?.code, headers['retry-after']]).toEqual(['RATE_LIMITED', '2'])
    const { waited, waitedSeconds } = server.database.counts.app
    expect([waited >= 100, waitedSeconds > 0]).toEqual([true, true])
    const figures = await server.dependencies.metrics.text()
    expect(figures).toContain(`pim_database_refused_total ${refused.length}\n`)
    expect(figures).toContain(`pim_database_waits_total ${waited}\n`)
  })
})

describe('a tenant with many calls that ask the thread alone', () => {
  const route = { method: 'GET', summary: '', access: 'tenant', response: z.unknown() } as const
  const calls = {
    calls: {
      refused: defineRoute({ ...route, path: '/api/refused' }),
      long: defineRoute({ ...route, path: '/api/long' }),
      short: defineRoute({ ...route, path: '/api/short' }),
    },
  } as const

  it.each(['/api/refused', '/api/long'])('%s, leaves each second turn to another tenant', async (path) => {
    const order: string[] = []
    const small = await startSmallServer(calls, {
      calls: {
        refused: () => {
          order.push('acme')
          throw new Problem('RATE_LIMITED', { retryAfter: 5 })
        },
        long: async () => {
          for (let slice = 0; slice < 5; slice += 1) {
            order.push('acme')
            await nextSlice()
          }
          return null
        },
        short: () => {
          order.push('nordic')
          return null
        },
      },
    })
    const ask = async (tenant: string, url: string) => {
      const authorization = `Bearer ${await small.identity.tokenFor(personWith('viewer', tenant))}`
      const headers = { host: 'localhost', authorization, 'x-tenant-id': tenant }
      return () => small.app.inject({ url, headers })
    }
    const [busy, quiet] = await Promise.all([ask('acme', path), ask('nordic', '/api/short')])
    // Both are known from here on.
    await Promise.all([busy(), quiet()])
    order.length = 0
    await Promise.all([...times(40, busy), quiet()])
    expect(order.indexOf('nordic')).toBeLessThanOrEqual(2)
    expect(order.length).toBeGreaterThan(40)
    await small.close()
  })
})
