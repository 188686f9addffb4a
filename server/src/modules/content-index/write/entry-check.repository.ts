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
    select content_item_id, 'content_reference', md5(e::text) from content_reference e where ${isOfItems}`.execute(trx)
  return rows
}

/** The counts of working copies as they are kept. */
export async function findKeptCounts(trx: Transaction, tenantId: string): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ name: string; count: number }>`
    select concat_ws(' ', variation_id, kind, content_type_id, is_deleted, status, translation_state) as name, sum(change)::bigint as count
    from content_count where tenant_id = ${tenantId} group by 1 having sum(change) <> 0`.execute(trx)
  return new Map(rows.map(({ name, count }) => [name, count]))
}
