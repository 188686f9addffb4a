import type { ContentTypeKind } from '@pim/contract'
import { sql } from 'kysely'
import type { Transaction } from '../../../platform/database/transaction.ts'

export interface VariationPlace {
  readonly contentVariationId: string
  readonly contentItemId: string
  readonly variationId: string
  readonly isDeleted: boolean
}

/** Item and variation of each content variation, deleted items included. None of the three ids ever changes. */
export async function findPlaces(
  trx: Transaction,
  tenantId: string,
  contentVariationIds: readonly string[],
): Promise<VariationPlace[]> {
  const { rows } = await sql<VariationPlace>`
    select content_variation_id as "contentVariationId", content_item_id as "contentItemId",
      variation_id as "variationId", is_deleted as "isDeleted"
    from content_variation
    where tenant_id = ${tenantId} and content_variation_id = any(${contentVariationIds}::uuid[])`.execute(trx)
  return rows
}

export interface LiveItem {
  readonly contentItemId: string
  readonly name: string
  readonly kind: ContentTypeKind
  /** The variations in which it is live. */
  readonly variationIds: readonly string[]
  /** The variations in which it is archived. */
  readonly archivedIn: readonly string[]
}

/** Existing, not deleted items of these, with the variations in which they are live. */
export async function findLiveItems(
  trx: Transaction,
  tenantId: string,
  contentItemIds: readonly string[],
): Promise<LiveItem[]> {
  if (contentItemIds.length === 0) return []
  const { rows } = await sql<LiveItem>`
    select item.content_item_id as "contentItemId", item.name, item.kind,
      array(select v.variation_id from content_variation v
        where v.tenant_id = ${tenantId} and v.content_item_id = item.content_item_id and v.is_live) as "variationIds",
      array(select v.variation_id from content_variation v
        where v.tenant_id = ${tenantId} and v.content_item_id = item.content_item_id and v.status = 'archived') as "archivedIn"
    from content_item item
    where item.tenant_id = ${tenantId} and item.content_item_id = any(${contentItemIds}::uuid[])
      and not item.is_deleted`.execute(trx)
  return rows
}
