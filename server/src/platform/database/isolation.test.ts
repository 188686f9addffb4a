import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { sql } from 'kysely'
import { isWholeRun } from '../../../testing/budget.ts'
import { type TestDatabase, type TestTenant, testDatabase } from '../../../testing/test-database.ts'
import type { Transaction } from './transaction.ts'

let test: TestDatabase
let tenant: TestTenant
beforeAll(async () => {
  test = await testDatabase({ connections: 6 })
  tenant = await test.createTenant()
})
afterAll(() => test.close())

describe('200 callers of four tenants on six connections', () => {
  it('see nothing of each other, whatever earlier callers did with the connection', async () => {
    const tenants = await Promise.all(Array.from({ length: 4 }, () => test.createTenant()))
    const foreign: string[] = []
    const calls = Array.from({ length: 200 }, async (_, index) => {
      const mine = tenants[index % tenants.length] ?? tenant
      for (let round = 0; round < (isWholeRun ? 5 : 2); round++) {
        const work = async (trx: Transaction) => {
          const rows = await trx.selectFrom('variation').select('tenant_id').execute()
          if (rows.length !== 1) foreign.push(`${rows.length} rows`)
          foreign.push(...rows.map((row) => row.tenant_id).filter((id) => id !== mine.tenantId))
          // Settings that careless or hostile code may leave on a connection.
          if (index % 7 === 0) await sql`select set_config('app.tenant_id', ${tenant.tenantId}, false)`.execute(trx)
          if (index % 11 === 0) throw new Error('on purpose')
        }
        await test.database.inTenant(mine.tenantId, work).catch((error: Error) => {
          if (error.message !== 'on purpose') throw error
        })
      }
    })
    await Promise.all(calls)
    expect(foreign).toEqual([])
    const unnamed = await test.database.asSystem((trx) =>
      sql`select current_setting('app.tenant_id', true)`.execute(trx),
    )
    expect(unnamed.rows).toEqual([{ current_setting: '' }])
  })
})

describe('the role that requests run as', () => {
  it('bypasses no policy, and cannot become a role that does', async () => {
    const [role] = await test.look(
      `select rolsuper, rolbypassrls, rolcreaterole from pg_roles where rolname = 'pim_app'`,
    )
    expect(role).toEqual({ rolsuper: false, rolbypassrls: false, rolcreaterole: false })
    // An external PostgreSQL has one login for all roles; the next test covers that.
    if (process.env.DATABASE_URL) return
    for (const name of ['pim_owner', 'pim_platform', 'pim_definer', 'postgres'])
      await expect(
        test.database.inTenant(tenant.tenantId, (trx) => sql.raw(`set role ${name}`).execute(trx)),
      ).rejects.toThrow(/permission denied/)
  })

  it('is the role of every transaction, whatever role an earlier one on the connection has set', async () => {
    const one = test.open({ connections: 1 })
    const become = (name: string) =>
      one.inTenant(tenant.tenantId, (trx) => sql.raw(`set role ${name}`).execute(trx)).catch(() => {})
    const whoAmI = async () => {
      const { rows } = await one.inTenant(tenant.tenantId, (trx) => sql`select current_user`.execute(trx))
      return rows
    }
    for (const name of ['none', 'pim_platform', 'pim_definer']) {
      await become(name)
      expect(await whoAmI()).toEqual([{ current_user: 'pim_app' }])
    }
  })

  it('cannot alter or drop tables', async () => {
    for (const statement of [
      'alter table variation disable row level security',
      'truncate audit_entry',
      'drop table tenant',
    ])
      await expect(test.database.inTenant(tenant.tenantId, (trx) => sql.raw(statement).execute(trx))).rejects.toThrow(
        /must be owner|permission denied/,
      )
  })

  it('cannot change or delete audit entries', async () => {
    for (const statement of ["update audit_entry set action = 'nothing'", 'delete from audit_entry'])
      await expect(test.database.inTenant(tenant.tenantId, (trx) => sql.raw(statement).execute(trx))).rejects.toThrow(
        /permission denied/,
      )
  })

  it('is restricted by row-level security in every table with a tenant, forced also for owners', async () => {
    const open = await test.look(`
      select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and a.attname = 'tenant_id'
        and not (c.relrowsecurity and c.relforcerowsecurity
          and exists (select from pg_policy p where p.polrelid = c.oid))`)
    expect(open).toEqual([])
  })

  it('is restricted by policies that all compare with the tenant of the transaction', async () => {
    const loose = await test.look(`
      select tablename, policyname from pg_policies where roles && '{pim_app,public}'
        and (qual not like '%app.tenant_id%' or (with_check is not null and with_check not like '%app.tenant_id%'))`)
    expect(loose).toEqual([])
  })

  it('has rights on no other table, except for the names of people', async () => {
    const granted = await test.look<{ relname: string }>(`
      select c.relname from pg_class c where c.relkind in ('r', 'p', 'v', 'm') and c.relnamespace = 'public'::regnamespace
        and has_table_privilege('pim_app', c.oid, 'select, insert, update, delete') and not c.relrowsecurity`)
    expect(granted).toEqual([])
  })
})
