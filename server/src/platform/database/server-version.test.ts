import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import pg from 'pg'
import { type TestDatabase, testDatabase } from '../../../testing/test-database.ts'
import { MigrationRefused } from './database-errors.ts'
import { createEstonianStemmer, createUuidV7, prepareServer } from './server-version.ts'

describe('a PostgreSQL older than the one that comes with the server', () => {
  let test: TestDatabase
  let client: pg.Client
  beforeAll(async () => {
    test = await testDatabase()
    client = new pg.Client({ ...test.superuser })
    await client.connect()
  })
  afterAll(async () => {
    await client.end()
    await test.close()
  })

  it('is refused when it is too old, with both versions in the message', async () => {
    const refused = prepareServer(client, 99)
    await expect(refused).rejects.toBeInstanceOf(MigrationRefused)
    await expect(refused).rejects.toThrow(/is PostgreSQL \d+\.\d+.*, and this server needs 99 or later/)
  })

  it('gets a function for ids of version 7 that grow, as PostgreSQL 18 has it', async () => {
    await client.query(createUuidV7)
    const { rows } = await client.query<{ id: string; ms: number; now: number }>(`
      select id::text, ('x' || translate(left(id::text, 13), '-', ''))::bit(48)::bigint::float8 as ms, now
      from (select public.uuidv7() as id, extract(epoch from clock_timestamp())::float8 * 1000 as now
        from generate_series(1, 2000)) made`)
    expect(rows.filter(({ id }) => !/^.{8}-.{4}-7.{3}-[89ab].{3}-.{12}$/.test(id))).toEqual([])
    expect(rows.filter(({ ms, now }) => Math.abs(now - ms) > 5_000)).toEqual([])
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
    // The time is in the first 60 bits; what follows is random.
    const times = rows.map(({ id }) => id.slice(0, 18))
    expect(times).toEqual([...times].sort())
    expect(new Set(times).size).toBeGreaterThan(100)
  })

  it('gets a dictionary in place of the stemmer that it does not have, which leaves words as they are', async () => {
    await client.query('drop text search dictionary if exists public.estonian_stem')
    await client.query(createEstonianStemmer)
    const { rows } = await client.query(`select ts_lexize('public.estonian_stem', 'raamatud') as stem`)
    expect(rows).toEqual([{ stem: ['raamatud'] }])
  })
})
