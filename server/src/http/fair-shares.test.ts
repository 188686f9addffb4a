import { contract } from '@pim/contract'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import pg from 'pg'
import { personWith, startTestServer, type TestServer } from '../../testing/test-server.ts'
import { newId } from '../platform/database/new-id.ts'

let server: TestServer
let key = ''
beforeAll(async () => {
  server = await startTestServer()
  key = (await server.ok(contract.apiKeys.createApiKey, { as: 'admin', body: { name: 'Shop' } })).key
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

/** Each is another question, so that none is answered from memory. */
const delivered = () =>
  server.call(contract.delivery.getItemVariations, { apiKey: key, query: { contentItemId: newId() } })
const staffOf = (tenant: string) =>
  server.call(contract.tenants.getVariations, { as: personWith('viewer', tenant), tenant })
const statusesOf = async (answers: readonly Promise<{ readonly status: number }>[]) =>
  (await Promise.all(answers)).map(({ status }) => status)

describe('an API key all of whose questions are slow', () => {
  it('leaves connections to the database to others of its tenant, and to other tenants', async () => {
    const unlock = await lock('delivery_document')
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
    const unlock = await lock('delivery_document')
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
