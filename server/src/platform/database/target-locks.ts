import { sql } from 'kysely'
import { prepared, type Transaction } from './transaction.ts'

/*
 * Locks on what references point to, so that none is made to a thing that is deleted at the same time. Values are
 * JSON, so no foreign key can guard them; an advisory lock on each target does:
 *
 * - Who makes a reference locks its target shared, and then looks whether the target is there.
 * - Who deletes a target locks it exclusively, and then looks who refers to it.
 *
 * One of the two waits until the other's transaction has ended, and its look (a statement of its own, sent after the
 * lock) sees what the other did. Shared locks do not wait for each other.
 *
 * Against deadlocks, every transaction takes its locks in this order: the row of a taxonomy, content types, rows of
 * items (by id), then targets, all of them in one call, which sorts them. A transaction that waits for a target so
 * holds nothing that the holder of that target still wants. A taxonomy stands for all its concepts: whoever refers to a
 * concept locks the taxonomy, so deleting 100,000 concepts takes one lock.
 */

export interface LockTarget {
  readonly kind: 'item' | 'taxonomy' | 'file'
  readonly id: string
}

/** The locks of one call; PostgreSQL keeps the locks of all transactions in a table of fixed size. */
export const maxTargetLocks = 200
/** Who takes targets away cannot do with the shards alone. */
const maxExclusiveLocks = 1_000

/**
 * Locks the targets until the transaction ends. Call it once, with all that the transaction refers to or deletes, and
 * read the targets in later statements.
 */
export async function lockTargets(
  trx: Transaction,
  tenantId: string,
  targets: readonly LockTarget[],
  mode: 'shared' | 'exclusive',
): Promise<void> {
  if (targets.length === 0) return
  const names = lockNames(targets, mode).map((name) => lockName(tenantId, name))
  // In the order of the array. Two names with the same hash are one lock, which at worst waits for nothing.
  const lock = sql.raw(mode === 'shared' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock')
  await prepared(
    trx,
    `lock-targets-${mode}`,
    sql`select ${lock}(hashtextextended(name, 0)) from unnest(${names}::text[]) as name`,
  )
}

/** As `lockTargets`, for a transaction that takes some of its targets away and refers to others. */
export async function lockMixedTargets(
  trx: Transaction,
  tenantId: string,
  { shared, exclusive }: { readonly shared: readonly LockTarget[]; readonly exclusive: readonly LockTarget[] },
): Promise<void> {
  if (exclusive.length === 0) return lockTargets(trx, tenantId, shared, 'shared')
  const alone = new Set(lockNames(exclusive, 'exclusive'))
  const names = new Set([...lockNames(shared, 'shared'), ...alone])
  // As each list is sorted: targets first, then shards.
  const isShard = (name: string) => name.startsWith('shard:')
  const sorted = [...names].sort((a, b) => Number(isShard(a)) - Number(isShard(b)) || (a < b ? -1 : 1))
  await sql`
    select case when row.alone then pg_advisory_xact_lock(hashtextextended(row.name, 0))
      else pg_advisory_xact_lock_shared(hashtextextended(row.name, 0)) end
    from unnest(${sorted.map((name) => lockName(tenantId, name))}::text[],
      ${sorted.map((name) => alone.has(name))}::boolean[]) as row (name, alone)`.execute(trx)
}

const lockName = (tenantId: string, name: string): string => `target:${tenantId}:${name}`

/**
 * Sorted. Each target has a lock of its own and one of 64 shards, by the end of its id. Who refers to more than fits
 * locks the shards alone; who deletes locks both, and so waits for either.
 */
function lockNames(targets: readonly LockTarget[], mode: 'shared' | 'exclusive'): string[] {
  const own = [...new Set(targets.map(({ kind, id }) => `${kind}:${id.toLowerCase()}`))].sort()
  const shards = [...new Set(targets.map(({ kind, id }) => `shard:${kind}:${shardOf(id)}`))].sort()
  if (mode === 'exclusive') {
    if (own.length > maxExclusiveLocks) throw new RangeError(`at most ${maxExclusiveLocks} targets go at a time`)
    return [...own, ...shards]
  }
  return own.length > maxTargetLocks ? shards : own
}

/** The last bits of a UUID of version 7 are random. */
const shardOf = (id: string): number => Number.parseInt(id.slice(-2), 16) % 64
