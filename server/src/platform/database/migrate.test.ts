import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { sql } from 'kysely'
import pg from 'pg'
import { isWholeRun } from '../../../testing/budget.ts'
import { addressIn, type TestDatabase, testDatabase } from '../../../testing/test-database.ts'
import { type DatabaseAddress, outsideDatabase } from './addresses.ts'
import { openDatabase } from './database.ts'
import { MigrationRefused } from './database-errors.ts'
import { loadMigrations, type Migration, migrate } from './migrate.ts'
import { newId } from './new-id.ts'
import type { Transaction } from './transaction.ts'

let test: TestDatabase
const made: string[] = []
beforeAll(async () => {
  test = await testDatabase()
})
afterAll(async () => {
  for (const name of made) await ask(test.superuser, `drop database if exists ${name} with (force)`)
  await test.close()
})

async function ask<Row extends pg.QueryResultRow>(connection: pg.ClientConfig, text: string): Promise<Row[]> {
  const client = new pg.Client({ ...connection })
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

/** A database with nothing in it. */
async function emptyDatabase(
  owner = test.address.owner.user ?? test.superuser.user,
): Promise<{ name: string; address: DatabaseAddress }> {
  const name = `pim_empty_${newId().replaceAll('-', '')}`
  made.push(name)
  await ask(test.superuser, `create database ${name} owner ${owner}`)
  return { name, address: addressIn(test.address, name) }
}

const first: Migration = { name: '0001-first', sql: 'create table first_one (n int)' }
const second: Migration = {
  name: '0002-second',
  sql: 'create table second_one (n int); insert into first_one values (2)',
}
const structure = `select string_agg(format('%s.%s %s %s', table_name, column_name, data_type, is_nullable), ',' order by 1)
  from (select * from information_schema.columns where table_schema = 'public' order by table_name, ordinal_position) c`

describe('migrations', () => {
  it('run once, in their order', async () => {
    const { address } = await emptyDatabase()
    expect((await migrate(address, [first])).applied).toEqual(['0001-first'])
    expect((await migrate(address, [first, second])).applied).toEqual(['0002-second'])
    expect((await migrate(address, [first, second])).applied).toEqual([])
    expect(await ask(address.owner, 'select n from first_one')).toEqual([{ n: 2 }])
  })

  it('that fail are rolled back, and named in the error', async () => {
    const { address } = await emptyDatabase()
    const broken = { name: '0002-broken', sql: 'create table half_made (n int); select 1 / 0' }
    await expect(migrate(address, [first, broken])).rejects.toThrow('0002-broken')
    expect(
      await ask(address.owner, `select to_regclass('first_one') is not null as one, to_regclass('half_made') as half`),
    ).toEqual([{ one: true, half: null }])
    expect((await migrate(address, [first, second])).applied).toEqual(['0002-second'])
  })

  it('are applied again where a deadlock with a server that runs beside them has ended one', async () => {
    const { name, address } = await emptyDatabase()
    await migrate(address, [first])
    const runs = new pg.Client({ ...test.superuser, database: name })
    await runs.connect()
    try {
      await runs.query('create table of_server (n int)')
      await runs.query(`alter table of_server owner to ${address.owner.user ?? test.superuser.user}`)
      // PostgreSQL ends the session that finds the deadlock, and each looks after its own timeout: here the migration's is shorter.
      await runs.query(`set deadlock_timeout = '60s'; begin; lock table of_server`)
      const sql = 'lock table first_one; lock table of_server; create table third_one (n int)'
      const migrating = migrate(address, [first, { name: '0003-third', sql }])
      const isWaiting = `select from pg_locks where relation = 'of_server'::regclass and not granted`
      await expect.poll(async () => (await runs.query(isWaiting)).rowCount).toBe(1)
      await runs.query('lock table first_one in share mode')
      await runs.query('commit')
      expect((await migrating).applied).toEqual(['0003-third'])
    } finally {
      await runs.end()
    }
  })

  it('that were changed after they were applied are refused, and so is a database of a newer server', async () => {
    const { address } = await emptyDatabase()
    await migrate(address, [first, second])
    const changed = migrate(address, [{ ...first, sql: `${first.sql};` }, second])
    await expect(changed).rejects.toBeInstanceOf(MigrationRefused)
    await expect(changed).rejects.toThrow(/"0001-first" was changed after it was applied.*new migration/s)
    await expect(migrate(address, [first])).rejects.toThrow(/"0002-second".*newer server/s)
  })

  it('fail where a policy would hide rows from them', async () => {
    const owner = `plain_${newId().replaceAll('-', '')}`
    await ask(test.superuser, `create role ${owner} login; grant pim_app, pim_platform, pim_definer to ${owner}`)
    const { address: ofSuperuser, name } = await emptyDatabase(owner)
    const address = { ...ofSuperuser, owner: { ...test.superuser, user: owner, database: name } }
    const table = {
      name: '0001-closed',
      sql: 'create table thing (tenant_id uuid); alter table thing enable row level security, force row level security',
    }
    const backfill = { name: '0002-backfill', sql: 'update thing set tenant_id = null' }
    await expect(migrate(address, [table, backfill])).rejects.toThrow('0002-backfill')
  })

  it.runIf(isWholeRun)(
    'are applied once when four servers start together, twenty times',
    async () => {
      for (let round = 0; round < 20; round++) {
        const { address } = await emptyDatabase()
        // Slow, so that the others come in the middle of it.
        const slow = { name: '0003-slow', sql: 'create table third_one (n int); select pg_sleep(0.02)' }
        const reports = await Promise.all([1, 2, 3, 4].map(() => migrate(address, [first, second, slow])))
        expect(new Set(reports.map(({ checksum }) => checksum)).size).toBe(1)
        expect(reports.flatMap(({ applied }) => applied).sort()).toEqual(['0001-first', '0002-second', '0003-slow'])
        expect(await ask(address.owner, 'select n from first_one')).toEqual([{ n: 2 }])
      }
    },
    60_000,
  )

  it.runIf(isWholeRun)(
    'are applied once when four processes start together with all tables',
    async () => {
      const { address } = await emptyDatabase()
      const outputs = await Promise.all([1, 2, 3, 4].map(() => migrateInProcess(address)))
      expect(new Set(outputs).size).toBe(1)
      const [here] = await ask(address.owner, structure)
      const [there] = await ask(test.superuser, structure)
      expect(here).toEqual(there)
    },
    60_000,
  )

  it('have the recorded checksums, so no text has changed', async () => {
    const sums = await readFile(new URL('./migrations/SHA256SUMS', import.meta.url), 'utf8')
    const actual = (await loadMigrations()).map(
      ({ name, sql }) => `${createHash('sha256').update(sql).digest('hex')}  ${name}.sql\n`,
    )
    expect(actual.join('')).toBe(sums)
  })

  it('have unique names that sort in the order in which they run', async () => {
    const names = (await loadMigrations()).map(({ name }) => name)
    expect(names.length).toBeGreaterThan(5)
    expect(names).toEqual([...names].sort())
    const numbers = names.map((name) => name.slice(0, 4))
    expect(new Set(numbers).size).toBe(numbers.length)
  })
})

describe('an external PostgreSQL', () => {
  const urlOf = (name: string, user: string) =>
    `postgresql://${user}@/${name}?host=${encodeURIComponent(test.superuser.host ?? '')}&port=${test.superuser.port}`

  it('is used with one login, whose connections switch to restricted roles before their first query', async () => {
    const owner = `outside_${newId().replaceAll('-', '')}`
    await ask(test.superuser, `create role ${owner} login createrole`)
    for (const role of ['pim_app', 'pim_platform', 'pim_definer'])
      await ask(test.superuser, `grant ${role} to ${owner} with admin true, set true, inherit false`)
    const { name } = await emptyDatabase(owner)
    const address = outsideDatabase(urlOf(name, owner))
    await migrate(address)
    const database = openDatabase({ address, connections: 1 })
    // This login may set any role; a role that one transaction has set is gone in the next.
    await database.inTenant(newId(), (trx) => sql`set role none`.execute(trx))
    const whoAmI = async (trx: Transaction) => (await sql`select current_user`.execute(trx)).rows
    const roles = [await database.inTenant(newId(), whoAmI), await database.asSystem(whoAmI)].flat()
    await database.close()
    expect(roles).toEqual([{ current_user: 'pim_app' }, { current_user: 'pim_platform' }])
  })

  it('is refused where the login lacks the rights to the roles, with the statements for its administrator', async () => {
    const owner = `poor_${newId().replaceAll('-', '')}`
    await ask(test.superuser, `create role ${owner} login`)
    const { name } = await emptyDatabase(owner)
    const refused = migrate(outsideDatabase(urlOf(name, owner)))
    await expect(refused).rejects.toBeInstanceOf(MigrationRefused)
    await expect(refused).rejects.toThrow(/GRANT pim_app TO/)
  })
})

function migrateInProcess(address: DatabaseAddress): Promise<string> {
  const module = fileURLToPath(new URL('./migrate.ts', import.meta.url))
  const code = `const { migrate } = await import(${JSON.stringify(module)})
    console.log((await migrate(${JSON.stringify(address)})).checksum)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  child.stdout.on('data', (text) => {
    output += text
  })
  return new Promise((resolve, reject) =>
    child.once('close', (code) => (code === 0 ? resolve(output.trim()) : reject(new Error(`exit ${code}`)))),
  )
}
