import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { sql } from 'kysely'
import { type TestDatabase, testDatabase } from '../../../testing/test-database.ts'
import { newId } from './new-id.ts'
import { type LockTarget, lockTargets, maxTargetLocks } from './target-locks.ts'
import type { Transaction } from './transaction.ts'

let rows: TestDatabase
let tenantId: string
beforeAll(async () => {
  rows = await testDatabase()
  tenantId = (await rows.createTenant()).tenantId
})
afterAll(() => rows.close())

const items = (count: number): LockTarget[] => Array.from({ length: count }, () => ({ kind: 'item', id: newId() }))

const locksHeld = async (trx: Transaction): Promise<number> => {
  const { rows: found } = await sql<{ count: number }>`
    select count(*)::integer as count from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()`.execute(trx)
  return found[0]?.count ?? 0
}

/** Whether the second transaction gets its locks while the first one holds its own. */
async function together(
  [first, firstMode]: [LockTarget[], 'shared' | 'exclusive'],
  [second, secondMode]: [LockTarget[], 'shared' | 'exclusive'],
): Promise<boolean> {
  const started = Promise.withResolvers<void>()
  const done = Promise.withResolvers<void>()
  const holding = rows.database.inTenant(tenantId, async (trx) => {
    await lockTargets(trx, tenantId, first, firstMode)
    started.resolve()
    await done.promise
  })
  await started.promise
  const waiting = rows.database.inTenant(tenantId, async (trx) => {
    await sql`set local lock_timeout = 100`.execute(trx)
    await lockTargets(trx, tenantId, second, secondMode)
  })
  const outcome = await waiting.then(
    () => true,
    () => false,
  )
  done.resolve()
  await holding
  return outcome
}

describe('the locks on targets', () => {
  it('let references to one thing be made together, and its deletion alone', async () => {
    const target = items(1)
    expect(await together([target, 'shared'], [target, 'shared'])).toBe(true)
    expect(await together([target, 'shared'], [target, 'exclusive'])).toBe(false)
    expect(await together([target, 'exclusive'], [target, 'shared'])).toBe(false)
    expect(await together([target, 'exclusive'], [[{ kind: 'taxonomy', id: target[0]?.id ?? '' }], 'shared'])).toBe(
      true,
    )
  })

  it('are bounded in number however many things are referred to, and hold against a deletion all the same', async () => {
    const many = items(5_000)
    const held = await rows.database.inTenant(tenantId, async (trx) => {
      await lockTargets(trx, tenantId, many, 'shared')
      return locksHeld(trx)
    })
    expect(held).toBeLessThanOrEqual(maxTargetLocks)
    expect(await together([many, 'shared'], [many.slice(1_234, 1_235), 'exclusive'])).toBe(false)
    expect(await together([many.slice(1_234, 1_235), 'exclusive'], [many, 'shared'])).toBe(false)
  })

  it('are taken in one order, so that crossed transactions never deadlock', async () => {
    const targets = items(40)
    // Each caller lists the same targets in an order of its own.
    const rotated = (by: number) => [...targets.slice(by), ...targets.slice(0, by)]
    let attempts = 0
    const callers = Array.from({ length: 40 }, (_, by) =>
      rows.database.inTenant(tenantId, async (trx) => {
        attempts += 1
        await lockTargets(trx, tenantId, rotated(by), by % 3 === 0 ? 'shared' : 'exclusive')
      }),
    )
    await Promise.all(callers)
    // A transaction that a deadlock ended is run again.
    expect(attempts).toBe(callers.length)
  })
})
