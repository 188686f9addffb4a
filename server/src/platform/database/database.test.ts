import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { sql } from 'kysely'
import pg from 'pg'
import { DatabaseUnavailable, TransactionCancelled } from './database-errors.ts'
import { newId } from './new-id.ts'
import { type TestDatabase, type TestTenant, testDatabase } from './testing.ts'
import { openWire } from './testing-wire.ts'
import { prepared, type Transaction } from './transaction.ts'

let test: TestDatabase
let tenant: TestTenant
beforeAll(async () => {
  test = await testDatabase()
  tenant = await test.createTenant()
})
afterAll(() => test.close())

const addEntry = (trx: Transaction, tenantId: string, action = 'tested') =>
  trx
    .insertInto('audit_entry')
    .values({
      tenant_id: tenantId,
      audit_entry_id: newId(),
      user_id: 'user',
      action,
      entity_kind: 'thing',
      entity_id: 'one',
      details: {},
    })
    .execute()

const countEntries = (action: string) =>
  test.database.inTenantReadOnly(tenant.tenantId, async (trx) => {
    const rows = await trx.selectFrom('audit_entry').select('action').where('action', '=', action).execute()
    return rows.length
  })

/** Past every policy: what is really there. */
async function look<Row extends pg.QueryResultRow>(text: string): Promise<Row[]> {
  const client = new pg.Client({ ...test.superuser })
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

describe('a transaction of a tenant', () => {
  it('sees the rows of its tenant alone, however the query is written', async () => {
    await test.createTenant()
    const seen = await test.database.inTenant(tenant.tenantId, async (trx) => {
      const { rows } = await sql<{ variation_id: string }>`select variation_id from variation`.execute(trx)
      return rows.map((row) => row.variation_id)
    })
    expect(seen).toEqual([tenant.variationId])
  })

  it('cannot write a row of another tenant', async () => {
    const other = await test.createTenant()
    const writing = test.database.inTenant(tenant.tenantId, (trx) => addEntry(trx, other.tenantId))
    await expect(writing).rejects.toThrow(/row-level security/)
  })

  it('cannot be named by anything but a uuid', async () => {
    for (const name of ["'; drop table tenant; --", '', 'acme', `${tenant.tenantId}'`])
      await expect(async () => test.database.inTenant(name, async () => {})).rejects.toThrow('by its uuid')
  })

  it('takes everything back when its work fails', async () => {
    const failing = test.database.inTenant(tenant.tenantId, async (trx) => {
      await addEntry(trx, tenant.tenantId, 'taken back')
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await countEntries('taken back')).toBe(0)
  })

  it('does not pretend to have saved when a failed statement was swallowed on the way', async () => {
    const pretending = test.database.inTenant(tenant.tenantId, async (trx) => {
      await addEntry(trx, tenant.tenantId, 'swallowed')
      await sql`select 1 / 0`.execute(trx).catch(() => {})
    })
    await expect(pretending).rejects.toThrow('nothing was saved')
    expect(await countEntries('swallowed')).toBe(0)
  })

  it('refuses queries once it has ended, because its connection serves others by then', async () => {
    let kept: Transaction | undefined
    await test.database.inTenant(tenant.tenantId, async (trx) => {
      kept = trx
    })
    await expect(async () => kept?.selectFrom('variation').selectAll().execute()).rejects.toThrow('has ended')
  })

  it('sends queries behind each other without waiting, and gives each its own answer', async () => {
    const answers = await test.database.inTenant(tenant.tenantId, (trx) =>
      Promise.all(
        Array.from({ length: 50 }, async (_, index) => {
          const { rows } = await sql<{ n: number }>`select ${index}::int as n`.execute(trx)
          return rows[0]?.n
        }),
      ),
    )
    expect(answers).toEqual(Array.from({ length: 50 }, (_, index) => index))
  })

  it('runs a prepared statement for every value and every tenant alike', async () => {
    const other = await test.createTenant()
    const read = (of: TestTenant) =>
      test.database.inTenantReadOnly(of.tenantId, (trx) =>
        prepared(trx, 'variation-by-id', trx.selectFrom('variation').select('variation_id')),
      )
    for (let round = 0; round < 12; round++)
      for (const one of [tenant, other]) expect(await read(one)).toEqual([{ variation_id: one.variationId }])
  })

  it('goes on with its prepared statements when another version of the server has changed the table', async () => {
    const read = () =>
      test.database.inTenantReadOnly(tenant.tenantId, (trx) =>
        prepared(trx, 'all-of-variation', trx.selectFrom('variation').selectAll()),
      )
    await Promise.all(Array.from({ length: 20 }, read))
    await look('alter table variation add column added_later integer')
    const after = await Promise.all(Array.from({ length: 20 }, read))
    expect(after.every(([row]) => row !== undefined && 'added_later' in row)).toBe(true)
    await look('alter table variation drop column added_later')
    expect(await read()).toHaveLength(1)
  })

  it('may not write where it only reads', async () => {
    const writing = test.database.inTenantReadOnly(tenant.tenantId, (trx) => addEntry(trx, tenant.tenantId))
    await expect(writing).rejects.toThrow(/read-only/)
  })
})

describe('200 callers of four tenants on six connections', () => {
  it('see nothing of each other, whatever the ones before them did with the connection', async () => {
    const tenants = await Promise.all(Array.from({ length: 4 }, () => test.createTenant()))
    const foreign: string[] = []
    const calls = Array.from({ length: 200 }, async (_, index) => {
      const mine = tenants[index % tenants.length] ?? tenant
      for (let round = 0; round < 5; round++) {
        const work = async (trx: Transaction) => {
          const rows = await trx.selectFrom('variation').select('tenant_id').execute()
          if (rows.length !== 1) foreign.push(`${rows.length} rows`)
          foreign.push(...rows.map((row) => row.tenant_id).filter((id) => id !== mine.tenantId))
          // What clumsy or hostile code may leave on a connection.
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
  it('sees past no policy, and cannot become one that does', async () => {
    const [role] = await look(`select rolsuper, rolbypassrls, rolcreaterole from pg_roles where rolname = 'pim_app'`)
    expect(role).toEqual({ rolsuper: false, rolbypassrls: false, rolcreaterole: false })
    // With somebody else's PostgreSQL there is one login for all; the next test says what holds there.
    if (process.env.DATABASE_URL) return
    for (const name of ['pim_owner', 'pim_platform', 'pim_definer', 'postgres'])
      await expect(
        test.database.inTenant(tenant.tenantId, (trx) => sql.raw(`set role ${name}`).execute(trx)),
      ).rejects.toThrow(/permission denied/)
  })

  it('is what every transaction starts as, whatever the one before it on the connection became', async () => {
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

  it('cannot touch the tables themselves', async () => {
    for (const statement of [
      'alter table variation disable row level security',
      'truncate audit_entry',
      'drop table tenant',
    ])
      await expect(test.database.inTenant(tenant.tenantId, (trx) => sql.raw(statement).execute(trx))).rejects.toThrow(
        /must be owner|permission denied/,
      )
  })

  it('cannot take back what the audit trail says', async () => {
    for (const statement of ["update audit_entry set action = 'nothing'", 'delete from audit_entry'])
      await expect(test.database.inTenant(tenant.tenantId, (trx) => sql.raw(statement).execute(trx))).rejects.toThrow(
        /permission denied/,
      )
  })

  it('finds every table that has a tenant closed, also to its owner', async () => {
    const open = await look(`
      select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and a.attname = 'tenant_id'
        and not (c.relrowsecurity and c.relforcerowsecurity
          and exists (select from pg_policy p where p.polrelid = c.oid))`)
    expect(open).toEqual([])
  })

  it('finds every policy of its own bound to the tenant of the transaction', async () => {
    const loose = await look(`
      select tablename, policyname from pg_policies where roles && '{pim_app,public}'
        and (qual not like '%app.tenant_id%' or (with_check is not null and with_check not like '%app.tenant_id%'))`)
    expect(loose).toEqual([])
  })

  it('has rights on no other table, but for the names of people', async () => {
    const granted = await look<{ relname: string }>(`
      select c.relname from pg_class c where c.relkind in ('r', 'p', 'v', 'm') and c.relnamespace = 'public'::regnamespace
        and has_table_privilege('pim_app', c.oid, 'select, insert, update, delete') and not c.relrowsecurity`)
    expect(granted).toEqual([])
  })
})

describe('values', () => {
  it('arrive as the API writes them', async () => {
    const { rows } = await test.database.asSystem((trx) =>
      sql`select '2026-02-03 04:05:06.123456+02'::timestamptz as at, '2026-02-03'::date as day, 9007199254740991::int8 as count,
        1234567890.123456789012345678::numeric as amount, '{"a": [1]}'::jsonb as json, null::timestamptz as never`.execute(
        trx,
      ),
    )
    expect(rows).toEqual([
      {
        at: '2026-02-03T02:05:06.123456Z',
        day: '2026-02-03',
        count: 9007199254740991,
        amount: '1234567890.123456789012345678',
        json: { a: [1] },
        never: null,
      },
    ])
  })
})

describe('ids', () => {
  it('grow, are unique, and are version 7', () => {
    const ids = Array.from({ length: 20_000 }, newId)
    expect([...ids].sort()).toEqual(ids)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.every((id) => /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id))).toBe(
      true,
    )
    expect(Math.abs(Number.parseInt(ids[0]?.replaceAll('-', '').slice(0, 12) ?? '', 16) - Date.now())).toBeLessThan(
      5_000,
    )
  })
})

describe('callers that get in each other’s way', () => {
  it('all get through when they deadlock', async () => {
    const [a, b] = [await test.createTenant(), await test.createTenant()]
    const touch = (trx: Transaction, of: TestTenant) =>
      sql`update user_profile set first_name = first_name || 'x' where user_id = ${of.tenantId}`.execute(trx)
    await test.database.asSystem(async (trx) => {
      for (const { tenantId } of [a, b])
        await trx
          .insertInto('user_profile')
          .values({ user_id: tenantId, first_name: '', last_name: '', email: null })
          .execute()
    })
    await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        test.database.asSystem(async (trx) => {
          const order = index % 2 ? [a, b] : [b, a]
          for (const one of order) {
            await touch(trx, one)
            await sql`select pg_sleep(0.01)`.execute(trx)
          }
        }),
      ),
    )
    const rows = await test.database.asSystem((trx) =>
      trx.selectFrom('user_profile').select('first_name').where('user_id', 'in', [a.tenantId, b.tenantId]).execute(),
    )
    expect(rows).toEqual([{ first_name: 'xxxxxxxx' }, { first_name: 'xxxxxxxx' }])
  })

  it('hear at once that too many are waiting, instead of joining an endless queue', async () => {
    const small = test.open({ connections: 1, waiting: 2, acquireMs: 300 })
    const hold = small.inTenant(tenant.tenantId, (trx) => sql`select pg_sleep(0.8)`.execute(trx))
    await new Promise((resolve) => setTimeout(resolve, 30))
    const waiting = [1, 2].map(() => small.inTenant(tenant.tenantId, async () => {}).catch((error: unknown) => error))
    const since = Date.now()
    const refused = await small.inTenant(tenant.tenantId, async () => {}).catch((error: unknown) => error)
    expect(refused).toMatchObject({ name: 'DatabaseUnavailable', reason: 'too many waiting' })
    expect(Date.now() - since).toBeLessThan(100)
    for (const error of await Promise.all(waiting)) expect(error).toMatchObject({ reason: 'too many waiting' })
    expect(Date.now() - since).toBeLessThan(700)
    await hold
  })
})

describe('a statement that takes too long', () => {
  it('is stopped after two seconds, and after as long as a job asks for', async () => {
    const sleeping = (options: object) =>
      test.database.inTenant(tenant.tenantId, (trx) => sql`select pg_sleep(2.4)`.execute(trx), options)
    const [request, job] = await Promise.allSettled([sleeping({}), sleeping({ statementMs: 10_000 })])
    expect(request).toMatchObject({
      status: 'rejected',
      reason: { name: 'DatabaseUnavailable', reason: 'took too long' },
    })
    expect(job.status).toBe('fulfilled')
  })

  it('ends with the deadline of its call, and runs on for nobody', async () => {
    const since = Date.now()
    const call = test.database.inTenant(
      tenant.tenantId,
      (trx) => sql`select 'nobody waits for this', pg_sleep(60)`.execute(trx),
      { deadlineMs: 200, statementMs: 60_000 },
    )
    await expect(call).rejects.toBeInstanceOf(DatabaseUnavailable)
    expect(Date.now() - since).toBeLessThan(1_000)
    await expect
      .poll(
        () => look(`select 1 from pg_stat_activity where query like '%nobody waits%' and pid <> pg_backend_pid()`),
        {
          timeout: 5_000,
        },
      )
      .toEqual([])
  })
})

describe('a database that has become slow or silent', () => {
  it('keeps nobody past the deadline of the call, and serves again when it is well', async () => {
    const wire = await openWire(test.superuser)
    const through = { ...test.superuser, host: '127.0.0.1', port: wire.port }
    const far = test.open({ address: { owner: through, app: through, platform: through }, connections: 4 })
    const call = () => far.inTenant(tenant.tenantId, (trx) => sql`select 1`.execute(trx), { deadlineMs: 600 })
    await call()
    for (const trouble of [() => wire.delay(5_000), () => wire.hang()]) {
      trouble()
      const since = Date.now()
      const ends = await Promise.allSettled(Array.from({ length: 40 }, call))
      expect(Date.now() - since).toBeLessThan(2_000)
      for (const end of ends) expect(end).toMatchObject({ status: 'rejected', reason: { name: 'DatabaseUnavailable' } })
      wire.heal()
      await expect
        .poll(
          () =>
            call().then(
              () => 'well',
              () => 'ill',
            ),
          { timeout: 10_000 },
        )
        .toBe('well')
    }
    wire.close()
  })
})

describe('a caller who has gone', () => {
  it('saves nothing and frees the connection', async () => {
    const stop = new AbortController()
    const call = test.database.inTenant(
      tenant.tenantId,
      async (trx) => {
        await addEntry(trx, tenant.tenantId, 'gone')
        stop.abort()
        await addEntry(trx, tenant.tenantId, 'gone')
      },
      { signal: stop.signal },
    )
    await expect(call).rejects.toBeInstanceOf(TransactionCancelled)
    expect(await countEntries('gone')).toBe(0)
  })

  it('leaves a connection to the next one at once, however long its own query would have gone on', async () => {
    const one = test.open({ connections: 1, acquireMs: 2_000 })
    const stop = new AbortController()
    const call = one.inTenant(
      tenant.tenantId,
      async (trx) => {
        await addEntry(trx, tenant.tenantId, 'still going')
        setTimeout(() => stop.abort(), 50)
        await sql`select pg_sleep(5)`.execute(trx)
      },
      { signal: stop.signal, statementMs: 10_000 },
    )
    const since = Date.now()
    await expect(call).rejects.toBeInstanceOf(TransactionCancelled)
    const rows = await one.inTenant(tenant.tenantId, (trx) =>
      trx.selectFrom('audit_entry').select('action').where('action', '=', 'still going').execute(),
    )
    expect(rows).toEqual([])
    expect(Date.now() - since).toBeLessThan(4_000)
  })

  it('gives up its place in the queue', async () => {
    const small = test.open({ connections: 1, acquireMs: 2_000 })
    const hold = small.inTenant(tenant.tenantId, (trx) => sql`select pg_sleep(0.3)`.execute(trx))
    const stop = new AbortController()
    let ran = false
    const call = small.inTenant(
      tenant.tenantId,
      async () => {
        ran = true
      },
      { signal: stop.signal },
    )
    setTimeout(() => stop.abort(), 50)
    await expect(call).rejects.toBeInstanceOf(TransactionCancelled)
    await hold
    await small.inTenant(tenant.tenantId, async () => {})
    expect(ran).toBe(false)
  })

  it('never leaves its answer to the next one: 10,000 calls, aborted at random moments', async () => {
    let [aborted, mismatched, answered, next] = [0, 0, 0, 0]
    const caller = async () => {
      while (next < 10_000) {
        const n = ++next
        const stop = new AbortController()
        // A third goes within the first moments, while the query is on its way, being run, or on its way back.
        if (n % 3 === 0) setTimeout(() => stop.abort(), Math.random() * 4)
        const call = test.database.inTenantReadOnly(
          tenant.tenantId,
          async (trx) => {
            const [first, second] = await Promise.all([
              sql<{ n: number }>`select ${n}::int as n, pg_sleep(0.0005)`.execute(trx),
              sql<{ n: number }>`select ${-n}::int as n`.execute(trx),
            ])
            return [first.rows[0]?.n, second.rows[0]?.n]
          },
          { signal: stop.signal },
        )
        try {
          const [first, second] = await call
          answered++
          if (first !== n || second !== -n) mismatched++
        } catch (error) {
          if (!(error instanceof TransactionCancelled)) throw error
          aborted++
        }
      }
    }
    await Promise.all(Array.from({ length: 16 }, caller))
    expect(mismatched).toBe(0)
    expect(answered + aborted).toBeGreaterThanOrEqual(10_000)
    expect(aborted).toBeGreaterThan(500)
  }, 120_000)
})

describe('a database whose connections are cut again and again', () => {
  it('costs no process its life, and most calls nothing', async () => {
    const until = Date.now() + 5_000
    let [served, failed] = [0, 0]
    const strange: unknown[] = []
    const caller = async () => {
      while (Date.now() < until)
        try {
          await test.database.inTenant(tenant.tenantId, async (trx) => {
            await trx.selectFrom('variation').selectAll().execute()
            await addEntry(trx, tenant.tenantId, 'kept on')
          })
          served++
        } catch (error) {
          failed++
          if (!(error instanceof DatabaseUnavailable)) strange.push(error)
        }
    }
    const cutting = (async () => {
      while (Date.now() < until) {
        await new Promise((resolve) => setTimeout(resolve, 150))
        await look(`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid()`)
      }
    })()
    await Promise.all([cutting, ...Array.from({ length: 12 }, caller)])
    expect(strange).toEqual([])
    expect(served).toBeGreaterThan(100)
    expect(failed).toBeLessThan(served / 10)
    // Whoever was told that it was saved finds it saved; a commit whose answer was cut off may be there on top.
    const kept = await countEntries('kept on')
    expect(kept).toBeGreaterThanOrEqual(served)
    expect(kept).toBeLessThanOrEqual(served + failed)
  }, 30_000)
})
