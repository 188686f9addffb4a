import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it, rstest } from '@rstest/core'
import pg from 'pg'
import { ask, readRecordedCalls } from '../testing/earlier-release/recorded-calls.ts'
import { restore } from '../testing/earlier-release/restore.ts'
import { adminToken, endAll, launch, newDataFolder, ready, type Started } from '../testing/server-process.ts'
import { type TestDatabase, testDatabase } from '../testing/test-database.ts'
import { newId } from './platform/database/new-id.ts'
import { prepareServer } from './platform/database/server-version.ts'

rstest.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

describe('a database that an earlier release left', () => {
  let empty: TestDatabase
  let server: Started
  const name = `pim_earlier_${newId().replaceAll('-', '')}`

  async function onServer<T>(work: (client: pg.Client) => Promise<T>, database?: string): Promise<T> {
    const client = new pg.Client({ ...empty.superuser, ...(database !== undefined && { database }) })
    await client.connect()
    try {
      return await work(client)
    } finally {
      await client.end()
    }
  }

  beforeAll(async () => {
    empty = await testDatabase()
    await onServer((client) => client.query(`create database ${name}`))
    await onServer(prepareServer, name)
    await onServer(restore, name)
    const folder = await newDataFolder()
    const binaries = fileURLToPath(new URL('../testing/earlier-release/binaries/', import.meta.url))
    await cp(binaries, join(folder, 'binaries'), { recursive: true })
    const { user = '', host = '', port = 5432 } = empty.superuser
    const url = `postgresql://${user}@localhost/${name}?host=${encodeURIComponent(host)}&port=${port}`
    server = await ready(launch(folder, { DATABASE_URL: url }))
  })
  afterAll(async () => {
    await endAll()
    await onServer((client) => client.query(`drop database if exists ${name} with (force)`))
    await empty.close()
  })

  it('is answered from as it was then', async () => {
    const token = await adminToken(server)
    const recorded = await readRecordedCalls()
    for (const each of recorded) expect(await ask(server.origin, token, each)).toMatchObject(each)
    expect(recorded.length).toBeGreaterThan(200)
  })

  it('ends with the tables, indexes, policies, triggers and functions that an empty database gets', async () => {
    const structure = async (database?: string) =>
      (await onServer((client) => client.query<{ line: string }>(structureOf), database)).rows.map(({ line }) => line)
    expect(await structure(name)).toEqual(await structure())
  })
})

const structureOf = `
  with own as (select oid from pg_namespace where nspname in ('public', 'identity'))
  select format('%s.%s %s %s %s', c.oid::regclass, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull,
      pg_get_expr(d.adbin, d.adrelid)) as line
    from pg_attribute a join pg_class c on c.oid = a.attrelid left join pg_attrdef d on (d.adrelid, d.adnum) = (c.oid, a.attnum)
    where c.relkind = 'r' and c.relnamespace in (select oid from own) and a.attnum > 0 and not a.attisdropped
  union all select indexdef from pg_indexes where schemaname in ('public', 'identity')
  union all select format('%s %s', conrelid::regclass, pg_get_constraintdef(oid)) from pg_constraint
    where connamespace in (select oid from own) and contype <> 'n'
  union all select format('%s %s %s %s %s', tablename, policyname, case when tableowner = any(roles) then 'the owner'
    else roles::text end, qual, with_check) from pg_policies join pg_tables using (schemaname, tablename)
  union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
  union all select pg_get_functiondef(p.oid) from pg_proc p
    where pronamespace in (select oid from own) and prolang <> (select oid from pg_language where lanname = 'c')
  union all select format('%s %s', c.oid::regclass, split_part(acl, '/', 1)) from pg_class c, unnest(relacl::text[]) acl
    where c.relnamespace in (select oid from own) and acl ~ '^pim_(app|platform|definer)='
  order by 1`
