import { sql } from 'kysely'
import type { Transaction } from '../../../platform/database/transaction.ts'

/** Items with no variation at all. */
export async function findHalfItems(trx: Transaction, tenantId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select i.content_item_id as id from content_item i
    where i.tenant_id = ${tenantId} and not exists (select from content_variation v
      where v.tenant_id = ${tenantId} and v.content_item_id = i.content_item_id)
    order by 1`.execute(trx)
  return rows.map(({ id }) => id)
}

/** How many items have a working copy in each variation, and how many items there are. */
export async function countCopiesByVariation(
  trx: Transaction,
  tenantId: string,
): Promise<{ readonly variationId: string; readonly count: number }[]> {
  const { rows } = await sql<{ variationId: string; count: number }>`
    select variation_id as "variationId", count(*) as count from content_variation
    where tenant_id = ${tenantId} group by 1 order by 1`.execute(trx)
  return rows
}

/** Content variations whose history does not have each version from the first to that of the working copy. */
export async function findVersionGaps(trx: Transaction, tenantId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select v.content_variation_id as id from content_variation v
    left join (select content_variation_id, count(*) as count, min(version) as first, max(version) as last
      from content_version where tenant_id = ${tenantId} group by 1) h using (content_variation_id)
    where v.tenant_id = ${tenantId}
      and (h.count is distinct from v.version or h.first is distinct from 1 or h.last is distinct from v.version)
    order by 1`.execute(trx)
  return rows.map(({ id }) => id)
}

/** The long values that rows of these items name: working copies, what is live, and the history. */
export async function findLongMarkers(
  trx: Transaction,
  tenantId: string,
  contentItemIds: readonly string[],
): Promise<{ readonly contentItemId: string; readonly hash: string }[]> {
  const ids = [...contentItemIds]
  const { rows } = await sql<{ contentItemId: string; hash: string }>`
    with held as (
      select content_item_id, shared as values from content_item
      where tenant_id = ${tenantId} and content_item_id = any(${ids}::uuid[])
      union all
      select content_item_id, unnest(array[own, live_own, live_shared]) from content_variation
      where tenant_id = ${tenantId} and content_item_id = any(${ids}::uuid[])
      union all
      select v.content_item_id, change.value from content_variation v
      join content_version h on h.tenant_id = ${tenantId} and h.content_variation_id = v.content_variation_id
      cross join lateral jsonb_each(h.changes) as change
      where v.tenant_id = ${tenantId} and v.content_item_id = any(${ids}::uuid[])
    )
    select distinct content_item_id as "contentItemId", entry.value ->> '$long' as hash
    from held cross join lateral jsonb_each(held.values) as entry
    where jsonb_typeof(entry.value) = 'object' and entry.value ? '$long'`.execute(trx)
  return rows
}

/** Working copies, counted as the counts are kept. */
export async function countWorkingCopies(trx: Transaction, tenantId: string): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ name: string; count: number }>`
    select concat_ws(' ', variation_id, kind, content_type_id, is_deleted, status, translation / 101) as name, count(*) as count
    from content_variation where tenant_id = ${tenantId} group by 1`.execute(trx)
  return new Map(rows.map(({ name, count }) => [name, count]))
}
