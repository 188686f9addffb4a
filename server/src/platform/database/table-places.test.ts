import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import pg from 'pg'
import { type TestDatabase, testDatabase } from '../../../testing/test-database.ts'
import { findTablePlaces } from './distribute.ts'

/** Where the database is spread over several servers by tenant; `distribute.ts` places the tables. */
let test: TestDatabase
let client: pg.Client
beforeAll(async () => {
  test = await testDatabase()
  client = new pg.Client(test.superuser)
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await test.close()
})

const placed = async (kind: string) =>
  (await findTablePlaces(client)).flatMap((each) => (each.kind === kind ? [each.name] : []))

/** Triggers of tables that are spread or copied: they would run on a worker, which has no table by the name of the whole. */
async function triggers(): Promise<string[]> {
  const onWorkers = [...(await placed('distributed')), ...(await placed('reference'))]
  const { rows } = await client.query<{ name: string }>(
    `select tgrelid::regclass::text || ' ' || tgname as name from pg_trigger
    where not tgisinternal and tgrelid = any($1::regclass[]) order by 1`,
    [onWorkers],
  )
  return rows.map(({ name }) => name)
}

describe('a table of tenants', () => {
  it('has the tenant in every key, but for those that are read across tenants', async () => {
    expect((await placed('distributed')).length).toBeGreaterThan(20)
    expect(await placed('local')).toEqual(['api_key', 'job', 'schedule'])
    expect(await placed('reference')).toEqual(['tenant'])
    await test.look('create unique index planted on content_item (content_item_id)')
    expect(await placed('local')).toEqual(['api_key', 'content_item', 'job', 'schedule'])
    await test.look('drop index planted')
  })

  it('has no trigger', async () => {
    expect(await triggers()).toEqual([])
    await test.look(`create function planted() returns trigger language plpgsql as 'begin return null; end'`)
    await test.look('create trigger planted after insert on content_item for each statement execute function planted()')
    expect(await triggers()).toEqual(['content_item planted'])
  })
})
