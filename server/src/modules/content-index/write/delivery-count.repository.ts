import { sql } from 'kysely'
import { type Transaction, written } from '../../../platform/database/transaction.ts'
import { withoutCopy } from '../../../platform/database/without-copy.ts'
import { foldEvery } from './content-count.repository.ts'

/** What is live of one type in one variation for one set of targets, and by how many it changes. */
export interface DeliveryCountChange {
  readonly variationId: string
  readonly contentTypeId: string
  /** Sorted. */
  readonly deliveryTargets: readonly string[]
  readonly change: 1 | -1
}

/**
 * Appends what a change adds to the counts and takes away, in its own transaction. Rows are appended and never updated,
 * so that no two changes wait for each other.
 */
export async function appendDeliveryCounts(
  trx: Transaction,
  tenantId: string,
  changes: readonly DeliveryCountChange[],
): Promise<void> {
  const sums = new Map<string, { row: DeliveryCountChange; change: number }>()
  for (const row of changes) {
    const name = `${row.variationId} ${row.contentTypeId} ${row.deliveryTargets.join()}`
    const known = sums.get(name)
    sums.set(name, { row, change: (known?.change ?? 0) + row.change })
  }
  const rows = [...sums.values()].filter(({ change }) => change !== 0)
  if (rows.length === 0) return
  await written(
    trx,
    'append-delivery-counts',
    sql`
    insert into delivery_count (tenant_id, variation_id, content_type_id, delivery_targets, change)
    select ${tenantId}::uuid, variation_id, content_type_id,
      coalesce(string_to_array(nullif(delivery_targets, ''), ','), '{}'), change
    from unnest(${rows.map(({ row }) => row.variationId)}::uuid[], ${rows.map(({ row }) => row.contentTypeId)}::uuid[],
      ${rows.map(({ row }) => row.deliveryTargets.join())}::text[], ${rows.map(({ change }) => change)}::integer[])
      as row (variation_id, content_type_id, delivery_targets, change) ${withoutCopy}`,
  )
  if (Math.random() < rows.length / foldEvery) await foldDeliveryCounts(trx, tenantId)
}

/** Sums the rows of the tenant up. Without the lock, somebody else is doing it already. */
async function foldDeliveryCounts(trx: Transaction, tenantId: string): Promise<void> {
  const { rows } = await sql<{ isFree: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('delivery_count' || ${tenantId}, 0)) as "isFree"`.execute(trx)
  if (rows[0]?.isFree !== true) return
  await sql`
    with folded as (delete from delivery_count where tenant_id = ${tenantId} returning *)
    insert into delivery_count (tenant_id, variation_id, content_type_id, delivery_targets, change)
    select ${tenantId}::uuid, variation_id, content_type_id, delivery_targets, sum(change) from folded
    group by variation_id, content_type_id, delivery_targets having sum(change) <> 0 ${withoutCopy}`.execute(trx)
}
