import type { Status } from '@pim/contract'
import { sql } from 'kysely'
import type { Transaction } from '../../../platform/database/transaction.ts'
import { technicalNameOf } from '../../content-model/index.ts'

/** Items by name, without the deleted ones. */
export async function findNames(
  trx: Transaction,
  tenantId: string,
  contentItemIds: readonly string[],
): Promise<{ contentItemId: string; name: string }[]> {
  return trx
    .selectFrom('content_item')
    .select(['content_item_id as contentItemId', 'name'])
    .where('tenant_id', '=', tenantId)
    .where('content_item_id', 'in', [...contentItemIds])
    .where('is_deleted', '=', false)
    .orderBy('name')
    .orderBy('content_item_id')
    .execute()
}

/** Deletes the item; variations, values, snapshots, history and claims follow by cascade. */
export async function deleteItemRow(trx: Transaction, tenantId: string, contentItemId: string): Promise<void> {
  await trx
    .deleteFrom('content_item')
    .where('tenant_id', '=', tenantId)
    .where('content_item_id', '=', contentItemId)
    .execute()
}

export interface LinkEnd {
  readonly contentItemId: string
  readonly name: string
  readonly technicalContentTypeName: string
  readonly isDeleted: boolean
  /** In the variation asked for; null where the item has no working copy there yet. */
  readonly status: Status | null
  readonly isPublished: boolean
}

/** The items at the other ends of links, with their status in one variation. */
export async function findEnds(
  trx: Transaction,
  tenantId: string,
  contentItemIds: readonly string[],
  variationId: string,
): Promise<Map<string, LinkEnd>> {
  if (contentItemIds.length === 0) return new Map()
  const { rows } = await sql<LinkEnd>`
    select item.content_item_id as "contentItemId", coalesce(v.name, item.name) as name, ${technicalNameOf(tenantId, sql`item.content_type_id`)} as "technicalContentTypeName",
      item.is_deleted as "isDeleted", v.status, coalesce(v.is_live, false) as "isPublished"
    from content_item item
    left join content_variation v on v.tenant_id = ${tenantId} and v.content_item_id = item.content_item_id
      and v.variation_id = ${variationId}
    where item.tenant_id = ${tenantId} and item.content_item_id = any(${contentItemIds})`.execute(trx)
  return new Map(rows.map((row) => [row.contentItemId, row]))
}

/** The working copy of an item in one variation. */
export async function findCopy(
  trx: Transaction,
  tenantId: string,
  contentItemId: string,
  variationId: string,
): Promise<{ contentVariationId: string; isLive: boolean } | undefined> {
  const row = await trx
    .selectFrom('content_variation')
    .select(['content_variation_id', 'is_live'])
    .where('tenant_id', '=', tenantId)
    .where('content_item_id', '=', contentItemId)
    .where('variation_id', '=', variationId)
    .where('is_deleted', '=', false)
    .executeTakeFirst()
  return row && { contentVariationId: row.content_variation_id, isLive: row.is_live }
}
