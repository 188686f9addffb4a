import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { sql } from 'kysely'
import { isWholeRun } from '../../../testing/budget.ts'
import { addEntry, countEntries } from '../../../testing/database-entries.ts'
import { openDatabaseProxy, throughProxy } from '../../../testing/database-proxy.ts'
import { rounds } from '../../../testing/random.ts'
import { type TestDatabase, type TestTenant, testDatabase } from '../../../testing/test-database.ts'
import type { Database, TransactionOptions } from './database.ts'
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

/** Sessions whose last statement contains these words, without the one that asks. */
const sessionsWith = (words: string) =>
  test.look<{ state: string }>(
    `select state from pg_stat_activity where query like '%${words}%' and pid <> pg_backend_pid()`,
  )

/** A transaction that keeps its connection until it is released. */
async function holdConnection(database: Database): Promise<{ release(): Promise<void> }> {
  const [held, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const ended = database.inTenant(tenant.tenantId, async (trx) => {
    await sql`select 1`.execute(trx)
    held.resolve()
    await gate.promise
  })
  await Promise.race([held.promise, ended])
  return {
    release: () => {
      gate.resolve()
      return ended
    },
  }
}

describe('callers that compete for locks and connections', () => {
  it('all succeed when they deadlock', async () => {
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
    let [attempts, holding] = [0, 0]
    const [bothHold, oneIsDone] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const lockBoth = ([first, second]: readonly [TestTenant, TestTenant]) => {
      let tries = 0
      const call = test.database.asSystem(
        async (trx) => {
          attempts += 1
          tries += 1
          // Otherwise the two may deadlock again: which of them gets the row first is a matter of who runs first.
          if (tries > 1) await oneIsDone.promise
          await touch(trx, first)
          holding += 1
          if (holding === 2) bothHold.resolve()
          await bothHold.promise
          await touch(trx, second)
        },
        { statementMs: 60_000, deadlineMs: 60_000 },
      )
      return call.finally(() => oneIsDone.resolve())
    }
    await Promise.all([lockBoth([a, b]), lockBoth([b, a])])
    // The first of each, and at least one of the two once more.
    expect(attempts).toBeGreaterThanOrEqual(3)
    const rows = await test.database.asSystem((trx) =>
      trx.selectFrom('user_profile').select('first_name').where('user_id', 'in', [a.tenantId, b.tenantId]).execute(),
    )
    expect(rows).toEqual([{ first_name: 'xx' }, { first_name: 'xx' }])
  })

  it('are refused at once when too many are waiting', async () => {
    const small = test.open({ connections: 1, waiting: 2, acquireMs: 60_000 })
    const { release } = await holdConnection(small)
    let ended = 0
    const ask = () => small.inTenant(tenant.tenantId, async () => {}).finally(() => ++ended)
    const waiting = [ask(), ask()]
    await expect.poll(() => small.counts.app.waiting).toBe(2)
    const refused = { name: 'DatabaseUnavailable', reason: 'too many waiting' }
    await expect(small.inTenant(tenant.tenantId, async () => {})).rejects.toMatchObject(refused)
    expect([ended, small.counts.app.waiting]).toEqual([0, 2])
    await release()
    await Promise.all(waiting)
  })

  it('do not wait for a connection for ever', async () => {
    const small = test.open({ connections: 1, acquireMs: 1_000 })
    const { release } = await holdConnection(small)
    // CallResult while the only connection is still taken.
    await expect(small.inTenant(tenant.tenantId, async () => {})).rejects.toMatchObject({ reason: 'too many waiting' })
    await release()
  })
})

describe('connections for requests that are all in use', () => {
  it('fail neither key look-ups nor jobs nor readiness', async () => {
    const small = test.open({ connections: 1, acquireMs: 500 })
    const gate = Promise.withResolvers<void>()
    const held = [await holdConnection(small)]
    // As many as there are for system transactions, and those that find none.
    const system = Array.from({ length: 10 }, () => small.asSystem(() => gate.promise).catch((error: unknown) => error))
    await expect.poll(() => small.counts.platform.waiting).toBeGreaterThan(0)
    const full = { reason: 'too many waiting' }
    await expect(small.inTenant(tenant.tenantId, async () => {})).rejects.toMatchObject(full)
    await expect(small.asSystem(async () => {})).rejects.toMatchObject(full)
    expect(await small.asKeyLookUp(async () => 'looked up')).toBe('looked up')
    expect(await small.forJobs.inTenant(tenant.tenantId, async () => 'done')).toBe('done')
    expect(await small.forJobs.asSystem(async () => 'claimed')).toBe('claimed')
    expect(await small.isReady()).toBe(true)
    gate.resolve()
    await Promise.all([...system, ...held.map(({ release }) => release())])
  })
})

describe('a statement that takes too long', () => {
  it('is stopped after two seconds, or after the time-out that a job sets', async () => {
    const timeoutOf = (options: TransactionOptions) =>
      test.database.inTenant(
        tenant.tenantId,
        async (trx) => (await sql<{ statement_timeout: string }>`show statement_timeout`.execute(trx)).rows,
        options,
      )
    expect(await timeoutOf({})).toEqual([{ statement_timeout: '2s' }])
    expect(await timeoutOf({ statementMs: 10_000 })).toEqual([{ statement_timeout: '10s' }])
    for (const options of [{}, { statementMs: 50 }]) {
      const call = test.database.inTenant(tenant.tenantId, (trx) => sql`select pg_sleep(600)`.execute(trx), {
        deadlineMs: 600_000,
        ...options,
      })
      // The code of PostgreSQL for a statement that it cancelled itself.
      await expect(call).rejects.toMatchObject({ reason: 'took too long', cause: { code: '57014' } })
    }
  })

  it('is cancelled at the deadline of its call', async () => {
    const call = test.database.inTenant(
      tenant.tenantId,
      (trx) => sql`select 'nobody waits for this', pg_sleep(600)`.execute(trx),
      { deadlineMs: 500, statementMs: 600_000 },
    )
    const error: unknown = await call.catch((reason: unknown) => reason)
    expect(error).toMatchObject({ name: 'DatabaseUnavailable', reason: 'took too long' })
    // It was not PostgreSQL that ended the call.
    expect(error).not.toHaveProperty('cause')
    await expect.poll(() => sessionsWith('nobody waits')).toEqual([])
  })
})

describe('a database that has become slow or silent', () => {
  it('keeps no caller past the deadline, and serves again afterwards', async () => {
    const proxy = await openDatabaseProxy(test.superuser)
    const far = test.open({ address: throughProxy(test.superuser, proxy), connections: 4 })
    const call = (deadlineMs: number) =>
      far.inTenant(tenant.tenantId, (trx) => sql`select 1`.execute(trx), { deadlineMs })
    const state = () =>
      call(20_000).then(
        () => 'well',
        () => 'ill',
      )
    await call(20_000)
    for (const trouble of [proxy.hold, proxy.hang]) {
      trouble()
      // Nothing arrives before it heals: those who hear of their end hear it from the deadline.
      const ends = await Promise.allSettled(Array.from({ length: 40 }, () => call(600)))
      for (const end of ends) expect(end).toMatchObject({ status: 'rejected', reason: { name: 'DatabaseUnavailable' } })
      proxy.heal()
      await expect.poll(state).toBe('well')
    }
    proxy.close()
  })

  it('keeps a connection that opens more slowly than its caller waits, for the next one', async () => {
    const proxy = await openDatabaseProxy(test.superuser)
    const far = test.open({ address: throughProxy(test.superuser, proxy), connections: 1, acquireMs: 1_000 })
    const call = (signal?: AbortSignal) => far.inTenant(tenant.tenantId, async () => 'served', signal && { signal })
    proxy.hold()
    await expect(call()).rejects.toMatchObject({ reason: 'not reachable' })
    // One that leaves gives the connection back once, though its time would have ended as well.
    const leaving = new AbortController()
    const left = call(leaving.signal)
    await new Promise((resolve) => setImmediate(resolve))
    leaving.abort()
    await expect(left).rejects.toBeInstanceOf(TransactionCancelled)
    await expect(call()).rejects.toBeInstanceOf(DatabaseUnavailable)
    proxy.heal()
    await expect.poll(() => call().catch(() => 'refused')).toBe('served')
    expect(proxy.opened).toBe(1)
    proxy.close()
  })

  it('delays a call whose deadline allows it', async () => {
    const proxy = await openDatabaseProxy(test.superuser)
    const far = test.open({ address: throughProxy(test.superuser, proxy), connections: 1 })
    const call = (deadlineMs: number) =>
      far.inTenant(tenant.tenantId, (trx) => sql`select 1`.execute(trx), { deadlineMs })
    await call(20_000)
    proxy.hold()
    const patient = call(600_000)
    await expect(call(100)).rejects.toBeInstanceOf(DatabaseUnavailable)
    proxy.heal()
    expect(await patient).toMatchObject({ rows: [{}] })
    proxy.close()
  })
})

describe('a caller that has disconnected', () => {
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

  it('frees its connection at once, however long its query would have run', async () => {
    const one = test.open({ connections: 1, acquireMs: 20_000 })
    const stop = new AbortController()
    const call = one.inTenant(
      tenant.tenantId,
      async (trx) => {
        await addEntry(trx, tenant.tenantId, 'still going')
        await sql`select 'goes on and on', pg_sleep(600)`.execute(trx)
      },
      { signal: stop.signal, statementMs: 600_000, deadlineMs: 600_000 },
    )
    const ended = expect(call).rejects.toBeInstanceOf(TransactionCancelled)
    await expect.poll(() => sessionsWith('goes on and on')).toEqual([{ state: 'active' }])
    stop.abort()
    await ended
    const rows = await one.inTenant(tenant.tenantId, (trx) =>
      trx.selectFrom('audit_entry').select('action').where('action', '=', 'still going').execute(),
    )
    expect(rows).toEqual([])
    await expect.poll(() => sessionsWith('goes on and on')).toEqual([])
  })

  it('leaves the queue', async () => {
    const small = test.open({ connections: 1, acquireMs: 60_000 })
    const { release } = await holdConnection(small)
    const stop = new AbortController()
    let ran = false
    const call = small.inTenant(
      tenant.tenantId,
      async () => {
        ran = true
      },
      { signal: stop.signal },
    )
    const ended = expect(call).rejects.toBeInstanceOf(TransactionCancelled)
    await expect.poll(() => small.counts.app.waiting).toBe(1)
    stop.abort()
    await ended
    // The next in the queue gets the connection, because the one before it has left the queue.
    const next = small.inTenant(tenant.tenantId, async () => {})
    await release()
    await next
    expect(ran).toBe(false)
  })

  it('is the last one on its connection, whose open transaction nobody goes on with', async () => {
    const one = test.open({ connections: 1, acquireMs: 20_000 })
    const sessionOf = async (trx: Transaction) =>
      (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)).rows[0]?.pid
    const stop = new AbortController()
    let cancelled: number | undefined
    const call = one.inTenant(
      tenant.tenantId,
      async (trx) => {
        await addEntry(trx, tenant.tenantId, 'half done')
        cancelled = await sessionOf(trx)
        stop.abort()
        await addEntry(trx, tenant.tenantId, 'half done')
      },
      { signal: stop.signal },
    )
    await expect(call).rejects.toBeInstanceOf(TransactionCancelled)
    const next = await one.inTenant(tenant.tenantId, sessionOf)
    expect(cancelled).toBeDefined()
    expect(next).not.toBe(cancelled)
    expect(await entriesOf('half done')).toBe(0)
  })

  it.runIf(isWholeRun)('never leaves its result to the next one: many calls, aborted at random moments', async () => {
    const calls = rounds(600)
    let [aborted, mismatched, answered, next] = [0, 0, 0, 0]
    const caller = async () => {
      while (next < calls) {
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
    expect(answered + aborted).toBeGreaterThanOrEqual(calls)
    expect(aborted).toBeGreaterThan(calls / 100)
  })
})

describe('a commit whose answer does not come', () => {
  it('ends in an outcome that is unknown, whether the connection is lost or the time is up', async () => {
    for (const trouble of ['lost', 'late'] as const) {
      const proxy = await openDatabaseProxy(test.superuser)
      const far = test.open({ address: throughProxy(test.superuser, proxy), connections: 1 })
      if (trouble === 'lost') proxy.loseCommitOf(`commit ${trouble}`)
      const call = far.inTenant(
        tenant.tenantId,
        async (trx) => {
          await addEntry(trx, tenant.tenantId, `commit ${trouble}`)
          // The commit leaves, and nothing comes back before the deadline.
          if (trouble === 'late') proxy.hold()
        },
        { deadlineMs: trouble === 'late' ? 1_000 : 60_000 },
      )
      await expect(call).rejects.toMatchObject({ name: 'OutcomeUnknown' })
      proxy.heal()
      if (trouble === 'lost') expect(await entriesOf(`commit ${trouble}`)).toBe(1)
      proxy.close()
    }
  })
})

describe('a database whose connections are cut again and again', () => {
  it.runIf(isWholeRun)(
    'ends no process, and fails no call whose commit had not been sent',
    async () => {
      const database = test.open({ acquireMs: 60_000 })
      let [served, failed, failedEarly, cuts, cutAt] = [0, 0, 0, 0, 40]
      const strange: unknown[] = []
      const cut = async () => {
        await test.look(`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`)
        cuts += 1
        cutAt = served + 40
      }
      const caller = async () => {
        while (cuts < 30) {
          let isCommitting = false
          try {
            await database.inTenant(
              tenant.tenantId,
              async (trx) => {
                isCommitting = false
                await trx.selectFrom('variation').selectAll().execute()
                await addEntry(trx, tenant.tenantId, 'kept on')
                isCommitting = true
              },
              { deadlineMs: 60_000 },
            )
            served++
            if (served === cutAt) await cut()
          } catch (error) {
            failed++
            if (!isCommitting) failedEarly++
            if (!(error instanceof DatabaseUnavailable)) strange.push(error)
          }
        }
      }
      await Promise.all(Array.from({ length: 12 }, caller))
      expect(strange).toEqual([])
      expect(failedEarly).toBe(0)
      // Whoever was told that it was saved finds it saved; a commit whose answer was cut off may be there on top.
      const kept = await entriesOf('kept on')
      expect(kept).toBeGreaterThanOrEqual(served)
      expect(kept).toBeLessThanOrEqual(served + failed)
    },
    60_000,
  )
})
