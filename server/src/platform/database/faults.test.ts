import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { sql } from 'kysely'
import { addEntry, countEntries } from '../../../testing/database-entries.ts'
import { openWire, overWire } from '../../../testing/database-wire.ts'
import { type TestDatabase, type TestTenant, testDatabase } from '../../../testing/test-database.ts'
import { DatabaseUnavailable, TransactionCancelled } from './database-errors.ts'
import type { Transaction } from './transaction.ts'

let test: TestDatabase
let tenant: TestTenant
beforeAll(async () => {
  test = await testDatabase()
  tenant = await test.createTenant()
})
afterAll(() => test.close())

const entriesOf = (action: string) => countEntries(test.database, tenant.tenantId, action)

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
        () => test.look(`select 1 from pg_stat_activity where query like '%nobody waits%' and pid <> pg_backend_pid()`),
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
    const far = test.open({ address: overWire(test.superuser, wire), connections: 4 })
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
    expect(await entriesOf('gone')).toBe(0)
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
        await test.look(`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid()`)
      }
    })()
    await Promise.all([cutting, ...Array.from({ length: 12 }, caller)])
    expect(strange).toEqual([])
    expect(served).toBeGreaterThan(100)
    expect(failed).toBeLessThan(served / 10)
    // Whoever was told that it was saved finds it saved; a commit whose answer was cut off may be there on top.
    const kept = await entriesOf('kept on')
    expect(kept).toBeGreaterThanOrEqual(served)
    expect(kept).toBeLessThanOrEqual(served + failed)
  }, 30_000)
})
