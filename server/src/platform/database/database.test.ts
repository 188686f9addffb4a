import { afterAll, beforeAll, describe, expect, it, rstest } from '@rstest/core'
import { sql } from 'kysely'
import { addEntry, countEntries } from '../../../testing/database-entries.ts'
import { type TestDatabase, type TestTenant, testDatabase } from '../../../testing/test-database.ts'
import { newId } from './new-id.ts'
import { withSavepoint } from './savepoint.ts'
import { prepared, type Transaction, written } from './transaction.ts'

let test: TestDatabase
let tenant: TestTenant
beforeAll(async () => {
  test = await testDatabase()
  tenant = await test.createTenant()
})
afterAll(() => test.close())

const entriesOf = (action: string) => countEntries(test.database, tenant.tenantId, action)

describe('a transaction of a tenant', () => {
  it('sees only the rows of its tenant, however the query is written', async () => {
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

  it('is refused for a tenant id that is not a UUID', async () => {
    for (const name of ["'; drop table tenant; --", '', 'acme', `${tenant.tenantId}'`])
      await expect(async () => test.database.inTenant(name, async () => {})).rejects.toThrow('is a UUID')
  })

  it('is rolled back when its work fails', async () => {
    const failing = test.database.inTenant(tenant.tenantId, async (trx) => {
      await addEntry(trx, tenant.tenantId, 'taken back')
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await entriesOf('taken back')).toBe(0)
  })

  it('fails when the work has ignored the error of a statement', async () => {
    const pretending = test.database.inTenant(tenant.tenantId, async (trx) => {
      await addEntry(trx, tenant.tenantId, 'swallowed')
      await sql`select 1 / 0`.execute(trx).catch(() => {})
    })
    await expect(pretending).rejects.toThrow('nothing was saved')
    expect(await entriesOf('swallowed')).toBe(0)
  })

  it('refuses queries once it has ended', async () => {
    let kept: Transaction | undefined
    await test.database.inTenant(tenant.tenantId, async (trx) => {
      kept = trx
    })
    await expect(async () => kept?.selectFrom('variation').selectAll().execute()).rejects.toThrow('has ended')
  })

  it('pipelines queries, and gives each its own result', async () => {
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

  it('runs a prepared statement for every value and every tenant', async () => {
    const other = await test.createTenant()
    const read = (of: TestTenant) =>
      test.database.inTenantReadOnly(of.tenantId, (trx) =>
        prepared(trx, 'variation-by-id', trx.selectFrom('variation').select('variation_id')),
      )
    for (let round = 0; round < 12; round++)
      for (const one of [tenant, other]) expect(await read(one)).toEqual([{ variation_id: one.variationId }])
  })

  it('that finds its rows by keys keeps the plans of its statements, others do not', async () => {
    const modeOf = (options: { planOnce?: boolean }) =>
      test.database.inTenant(
        tenant.tenantId,
        async (trx) => {
          const { rows } = await sql<{ plan_cache_mode: string }>`show plan_cache_mode`.execute(trx)
          return rows[0]?.plan_cache_mode
        },
        options,
      )
    await modeOf({})
    const { rows } = await test.database.asSystem((trx) =>
      sql<{ is: boolean }>`select current_setting('citus.version', true) is not null as is`.execute(trx),
    )
    // A distributed database plans each call, because it has to know the tenant.
    expect(await modeOf({ planOnce: true })).toBe(rows[0]?.is ? 'auto' : 'force_generic_plan')
    expect(await modeOf({})).toBe('auto')
  })

  it('runs prepared statements again when another version of the server has changed the table', async () => {
    const read = () =>
      test.database.inTenantReadOnly(tenant.tenantId, (trx) =>
        prepared(trx, 'all-of-variation', trx.selectFrom('variation').selectAll()),
      )
    await Promise.all(Array.from({ length: 20 }, read))
    await test.look('alter table variation add column added_later integer')
    const after = await Promise.all(Array.from({ length: 20 }, read))
    expect(after.every(([row]) => row !== undefined && 'added_later' in row)).toBe(true)
    await test.look('alter table variation drop column added_later')
    expect(await read()).toHaveLength(1)
  })

  it('refuses to write where it is read-only', async () => {
    const writing = test.database.inTenantReadOnly(tenant.tenantId, (trx) => addEntry(trx, tenant.tenantId))
    await expect(writing).rejects.toThrow(/read-only/)
  })
})

describe('statements sent together of which one fails', () => {
  const fails = (trx: Transaction) => sql`select 1 / 0`.execute(trx)
  const succeeds = (trx: Transaction) => sql`select 1`.execute(trx)
  const sleeps = (trx: Transaction) => sql`select pg_sleep(60)`.execute(trx)
  const named = (trx: Transaction) => prepared(trx, 'behind-a-failure', sql`select 2`)
  /** As deep as a repository called by a service, so that its error needs some more turns to arrive. */
  const deeply = async <T>(work: () => Promise<T>, levels = 20): Promise<T> =>
    levels === 0 ? await work() : await deeply(work, levels - 1)
  /** Blocks this thread until the replies to all statements have arrived, so that they are read in one turn. */
  const readTogether = () => setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100))

  it('reject with the error of the one that failed, not with those of the statements behind it', async () => {
    const failing = test.database.inTenant(tenant.tenantId, (trx) => {
      readTogether()
      return Promise.all([succeeds(trx), deeply(() => fails(trx)), succeeds(trx)])
    })
    await expect(failing).rejects.toMatchObject({ code: '22012', message: 'division by zero' })
  })

  it('reject with the error of the one that failed, also where one behind it was to be prepared and used again', async () => {
    const failing = test.database.inTenant(tenant.tenantId, (trx) => {
      readTogether()
      const twice = () => prepared(trx, 'never-prepared', sql`select 3`)
      return Promise.all([deeply(() => fails(trx)), twice(), twice()])
    })
    await expect(failing).rejects.toMatchObject({ code: '22012' })
  })

  it('reject with what the caller of the failed one made of its error', async () => {
    class NotThatWay extends Error {}
    const failing = test.database.inTenant(tenant.tenantId, (trx) => {
      readTogether()
      const named = deeply(() => fails(trx)).catch((cause: unknown) => {
        throw new NotThatWay('not that way', { cause })
      })
      return Promise.all([named, succeeds(trx)])
    })
    await expect(failing).rejects.toBeInstanceOf(NotThatWay)
  })

  it.each([
    ['whose error arrives late', (trx: Transaction) => Promise.all([deeply(() => sleeps(trx)), succeeds(trx)])],
    [
      'with prepared ones behind it',
      (trx: Transaction) => Promise.all([deeply(() => sleeps(trx)), named(trx), named(trx), named(trx)]),
    ],
    [
      'wrapped in an error of the work',
      (trx: Transaction) => sleeps(trx).catch(() => Promise.reject(new Error('mine'))),
    ],
    ['swallowed by the work', (trx: Transaction) => sleeps(trx).catch(() => {})],
    [
      'behind a failure that a savepoint has undone',
      async (trx: Transaction) => {
        await withSavepoint(trx, () => fails(trx)).catch(() => {})
        sleeps(trx).catch(() => {})
        await succeeds(trx)
      },
    ],
  ] as const)('end in the time-out of one of them, as a database that took too long: %s', async (_how, work) => {
    const outcome = test.database.inTenant<unknown>(
      tenant.tenantId,
      (trx) => {
        readTogether()
        return work(trx)
      },
      { statementMs: 50 },
    )
    await expect(outcome).rejects.toMatchObject({ name: 'DatabaseUnavailable', reason: 'took too long' })
  })

  it('end in what the work makes of it where a savepoint has undone the failure', async () => {
    const outcome = test.database.inTenant(
      tenant.tenantId,
      async (trx) => {
        await withSavepoint(trx, () => sleeps(trx)).catch(() => {})
        throw new RangeError('of the work')
      },
      { statementMs: 50 },
    )
    await expect(outcome).rejects.toBeInstanceOf(RangeError)
  })

  it('are repeated as a transaction after contention, whatever the work made of its error', async () => {
    for (const cover of [
      (error: unknown) => Promise.reject(new Error('could not be saved', { cause: error })),
      () => Promise.resolve(),
    ]) {
      let runs = 0
      const collides = (trx: Transaction) => sql`do $$ begin raise sqlstate '40P01'; end $$`.execute(trx)
      const work = async (trx: Transaction) => {
        runs += 1
        if (runs === 1) await collides(trx).catch(cover)
        return runs
      }
      expect(await test.database.inTenant(tenant.tenantId, work)).toBe(2)
    }
  })

  it('of 32 writers that deadlock in pairs: every writer succeeds, and none gets an error', async () => {
    const { tenantId } = await test.createTenant()
    const pairs = Array.from({ length: 16 }, () => [newId(), newId()] as const)
    await test.database.inTenant(tenantId, (trx) =>
      trx
        .insertInto('variation')
        .values(
          pairs.flat().map((variation_id, index) => ({
            tenant_id: tenantId,
            variation_id,
            language_code: `x-${index}`,
            friendly_name: '',
            is_default: false,
          })),
        )
        .execute(),
    )
    const wide = test.open({ connections: 32, acquireMs: 60_000 })
    let runs = 0
    const raise = (trx: Transaction, id: string) =>
      sql`update variation set position = position + 1 where tenant_id = ${tenantId} and variation_id = ${id}`.execute(
        trx,
      )
    /** Both writers of a pair wait here, with one row locked by each, so that every pair deadlocks once. */
    const meet = (trx: Transaction, pair: number) =>
      sql`do ${sql.lit(`begin
        perform pg_advisory_xact_lock_shared(${pair});
        while (select count(*) from pg_locks where locktype = 'advisory' and objid = ${pair}) < 2 loop
          perform pg_sleep(0.01);
        end loop;
      end`)}`.execute(trx)
    const write = (pair: number, one: string, other: string) => {
      let runsOfThis = 0
      return wide.inTenant(
        tenantId,
        (trx) => {
          runs += 1
          runsOfThis += 1
          const locked = raise(trx, one)
          const met = runsOfThis === 1 ? meet(trx, pair) : undefined
          return Promise.all([locked, met, deeply(() => raise(trx, other)), succeeds(trx)])
        },
        { statementMs: 60_000, deadlineMs: 60_000 },
      )
    }
    const outcomes = await Promise.allSettled(pairs.flatMap(([a, b], pair) => [write(pair, a, b), write(pair, b, a)]))
    expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([])
    // At least one of each pair was repeated; a repetition may meet the other writer once more.
    expect(runs).toBeGreaterThanOrEqual(48)
    const positions = await test.look(
      `select distinct position from variation where tenant_id = '${tenantId}' and language_code like 'x-%'`,
    )
    expect(positions).toEqual([{ position: 2 }])
  })
})

describe('a statement that is written with the commit', () => {
  const entry = (trx: Transaction, action: string) =>
    written(
      trx,
      'write-an-entry',
      sql`insert into audit_entry (tenant_id, user_id, action, entity_kind, entity_id, details)
        values (${tenant.tenantId}, 'user', ${action}, 'thing', 'one', '{}')`,
    )
  const sessionOf = async (trx: Transaction) =>
    (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)).rows[0]?.pid

  it('is saved once the caller hears of the commit, and seen by the statements behind it', async () => {
    const seen = await test.database.inTenant(tenant.tenantId, async (trx) => {
      await entry(trx, 'written')
      return trx.selectFrom('audit_entry').select('action').where('action', '=', 'written').execute()
    })
    expect(seen).toHaveLength(1)
    expect(await entriesOf('written')).toBe(1)
  })

  it('fails the transaction with its own error, and leaves the connection to the next one', async () => {
    const one = test.open({ connections: 1 })
    const session = await one.inTenant(tenant.tenantId, sessionOf)
    const failing = one.inTenant(tenant.tenantId, async (trx) => {
      await entry(trx, 'written in vain')
      await written(trx, 'divide', sql`select 1 / 0`)
      await entry(trx, 'written in vain')
    })
    await expect(failing).rejects.toMatchObject({ code: '22012', message: 'division by zero' })
    expect(await entriesOf('written in vain')).toBe(0)
    expect(await one.inTenant(tenant.tenantId, sessionOf)).toBe(session)
  })

  it('fails the statement behind it that is waited for with that error, too', async () => {
    const failing = test.database.inTenant(tenant.tenantId, async (trx) => {
      await written(trx, 'divide', sql`select 1 / 0`)
      await prepared(trx, 'behind-what-is-written', sql`select 1`)
    })
    await expect(failing).rejects.toMatchObject({ code: '22012' })
  })

  it('is undone with its part of the transaction, which goes on', async () => {
    await test.database.inTenant(tenant.tenantId, async (trx) => {
      await entry(trx, 'around a part')
      const part = withSavepoint(trx, async () => {
        await entry(trx, 'of a part')
        await written(trx, 'divide', sql`select 1 / 0`)
      })
      await expect(part).rejects.toMatchObject({ code: '22012' })
      await entry(trx, 'around a part')
    })
    expect([await entriesOf('around a part'), await entriesOf('of a part')]).toEqual([2, 0])
  })

  it('ends in its time-out, as a database that took too long', async () => {
    const late = test.database.inTenant(
      tenant.tenantId,
      (trx) => written(trx, 'sleep', sql`select pg_sleep(${60}::integer)`),
      { statementMs: 50 },
    )
    await expect(late).rejects.toMatchObject({ name: 'DatabaseUnavailable', reason: 'took too long' })
  })

  it.each([
    ['contention', sql`do $$ begin raise sqlstate '40P01'; end $$`],
    ['the end of its session', sql`select pg_terminate_backend(pg_backend_pid())`],
  ] as const)('is repeated with its transaction after %s, and saved once', async (trouble, statement) => {
    let runs = 0
    await test.database.inTenant(tenant.tenantId, async (trx) => {
      runs += 1
      await entry(trx, trouble)
      if (runs === 1) await written(trx, trouble, statement)
    })
    expect([runs, await entriesOf(trouble)]).toEqual([2, 1])
  })
})

describe('values', () => {
  it('are read in the form that the API sends', async () => {
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
  it('increase, are unique, and have version 7', () => {
    const ids = Array.from({ length: 20_000 }, newId)
    expect([...ids].sort()).toEqual(ids)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.every((id) => /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id))).toBe(
      true,
    )
  })

  it('begin with the time of their creation', () => {
    rstest.useFakeTimers({ toFake: ['Date'], now: Date.parse('2100-01-01') })
    const id = newId()
    rstest.useRealTimers()
    expect(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(Date.parse('2100-01-01'))
  })
})
