import { sql } from 'kysely'
import type { Transaction } from '../../../platform/database/transaction.ts'

/** An entry of an item in one of the tables of the index; of what it says, a hash. */
export interface StoredEntry {
  readonly contentItemId: string
  readonly table: string
  readonly hash: string
}

/** All entries of these items. */
export async function findEntries(
  trx: Transaction,
  tenantId: string,
  contentItemIds: readonly string[],
): Promise<StoredEntry[]> {
  const isOfItems = sql`tenant_id = ${tenantId} and content_item_id = any(${[...contentItemIds]}::uuid[])`
  const { rows } = await sql<StoredEntry>`
    select content_item_id as "contentItemId", 'deleted_key' as table, md5(e::text) as hash from deleted_key e where ${isOfItems}
    union all
    select content_item_id, 'content_reference', md5(e::text) from content_reference e where ${isOfItems}
    union all
    select content_item_id, 'delivery_document', md5(e::text) from delivery_document e where ${isOfItems}
    union all
    select content_item_id, 'delivery_body', md5(e::text) from delivery_body e where ${isOfItems}`.execute(trx)
  return rows
}

/** The counts of working copies as they are kept. */
export async function findKeptCounts(trx: Transaction, tenantId: string): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ name: string; count: number }>`
    select concat_ws(' ', variation_id, kind, content_type_id, is_deleted, status, translation_state) as name, sum(change)::bigint as count
    from content_count where tenant_id = ${tenantId} group by 1 having sum(change) <> 0`.execute(trx)
  return new Map(rows.map(({ name, count }) => [name, count]))
}

/** Where the kept counts of what is delivered differ from the documents. */
export async function findDeliveryCountFaults(
  trx: Transaction,
  tenantId: string,
): Promise<{ readonly name: string; readonly kept: number; readonly counted: number }[]> {
  const { rows } = await sql<{ name: string; kept: number; counted: number }>`
    select name, sum(kept)::bigint as kept, sum(counted)::bigint as counted from (
      select concat_ws(' ', variation_id, content_type_id, array_to_string(delivery_targets, ',')) as name,
        change as kept, 0 as counted
      from delivery_count where tenant_id = ${tenantId}
      union all
      select concat_ws(' ', variation_id, content_type_id, array_to_string(delivery_targets, ',')), 0, 1
      from delivery_document where tenant_id = ${tenantId}
    ) as both_of_them group by 1 having sum(kept) <> sum(counted) order by 1`.execute(trx)
  return rows
}
