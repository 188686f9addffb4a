import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../../../platform/database/transaction.ts'
import { itemsReferringTo } from '../../content-index/index.ts'

/*
 * Which items use something that another module keeps: a type, a file, a concept. Those modules do not import content
 * (content imports them), so app.ts hands them these functions.
 */

export interface NamedItem {
  readonly contentItemId: string
  readonly name: string
}

/** The names of items for a list of ids, deleted ones too. */
export async function describeItems(
  trx: Transaction,
  tenantId: string,
  contentItemIds: readonly string[],
): Promise<(NamedItem & { readonly isDeleted: boolean })[]> {
  if (contentItemIds.length === 0) return []
  return trx
    .selectFrom('content_item')
    .select(['content_item_id as contentItemId', 'name', 'is_deleted as isDeleted'])
    .where('tenant_id', '=', tenantId)
    .where('content_item_id', 'in', [...contentItemIds])
    .execute()
}

/** Items of a type, deleted ones too: they can be brought back, and then they need their type. */
export async function findItemsOfType(
  trx: Transaction,
  tenantId: string,
  contentTypeId: string,
  limit: number,
): Promise<NamedItem[]> {
  return trx
    .selectFrom('content_item')
    .where('tenant_id', '=', tenantId)
    .where('content_type_id', '=', contentTypeId)
    .select(['content_item_id as contentItemId', 'name'])
    .orderBy('content_item_id')
    .limit(limit)
    .execute()
}

/** The items that carry the file, live or in their working copies. */
export const findItemsWithBinary = (trx: Transaction, tenantId: string, binaryId: string): Promise<NamedItem[]> =>
  findUsers(trx, tenantId, itemsReferringTo(tenantId, 'binary', sql`select ${binaryId}::uuid`), 200)

/** The same with deleted ones, which keep their files for as long as they can be brought back. */
export const findItemsKeepingBinary = (trx: Transaction, tenantId: string, binaryId: string): Promise<NamedItem[]> =>
  findUsers(trx, tenantId, itemsReferringTo(tenantId, 'binary', sql`select ${binaryId}::uuid`), 200, true)

/** Items, working copies or live, that have one of the concepts that a subquery of ids finds. */
export const findItemsWithAnyConcept = (
  trx: Transaction,
  tenantId: string,
  conceptIds: RawBuilder<unknown>,
  limit: number,
): Promise<NamedItem[]> =>
  findUsers(trx, tenantId, itemsReferringTo(tenantId, 'concept', conceptIds, ['w', 'p']), limit)

/** How many items that are not deleted have one of the concepts of a subquery, and how many are live with one. */
export async function countItemsWithConcepts(
  trx: Transaction,
  tenantId: string,
  conceptIds: RawBuilder<unknown>,
): Promise<{ itemCount: number; liveItemCount: number }> {
  const count = (scopes?: readonly ['p']) => sql`
    (select count(*)::integer from content_item item where item.tenant_id = ${tenantId} and not item.is_deleted
      and item.content_item_id in (${itemsReferringTo(tenantId, 'concept', conceptIds, scopes)}))`
  const { rows } = await sql<{ itemCount: number; liveItemCount: number }>`
    select ${count()} as "itemCount", ${count(['p'])} as "liveItemCount"`.execute(trx)
  return rows[0] ?? { itemCount: 0, liveItemCount: 0 }
}

/** The ids of items, deleted ones too, whose working copies or live content name one of the concepts of a subquery. */
export async function findItemsNamingConcepts(
  trx: Transaction,
  tenantId: string,
  conceptIds: RawBuilder<unknown>,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select item.content_item_id as id from content_item item
    where item.tenant_id = ${tenantId}
      and item.content_item_id in (${itemsReferringTo(tenantId, 'concept', conceptIds)})
    order by item.content_item_id
    limit ${limit}`.execute(trx)
  return rows.map(({ id }) => id)
}

/** How many items that are not deleted name these channels, live or in their working copies. */
export async function countItemsByChannel(
  trx: Transaction,
  tenantId: string,
  channels: readonly string[],
): Promise<{ readonly technicalName: string; readonly count: number }[]> {
  // The first condition on targets is that of an index, which has few rows where few name channels.
  const { rows } = await sql<{ technicalName: string; count: number }>`
    select target as "technicalName", count(distinct v.content_item_id)::integer as count
    from content_variation v cross join lateral unnest(v.delivery_targets || coalesce(v.live_targets, '{}')) as target
    where v.tenant_id = ${tenantId} and (v.delivery_targets <> '{}' or v.live_targets is not null)
      and not v.is_deleted and target = any(${channels}::text[])
    group by 1`.execute(trx)
  return rows
}

async function findUsers(
  trx: Transaction,
  tenantId: string,
  contentItemIds: RawBuilder<unknown>,
  limit: number,
  withDeleted = false,
): Promise<NamedItem[]> {
  const { rows } = await sql<NamedItem>`
    select item.content_item_id as "contentItemId", item.name
    from content_item item
    where item.tenant_id = ${tenantId} ${withDeleted ? sql`` : sql`and not item.is_deleted`} and item.content_item_id in (${contentItemIds})
    order by item.name, item.content_item_id
    limit ${limit}`.execute(trx)
  return rows
}
