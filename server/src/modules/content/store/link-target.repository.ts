import type { ContentTypeKind } from '@pim/contract'
import { sql } from 'kysely'
import type { Transaction } from '../../../platform/database/transaction.ts'
import { technicalNameOf } from '../../content-model/index.ts'

export interface ItemTarget {
  readonly id: string
  readonly kind: ContentTypeKind
  readonly technicalContentTypeName: string
  readonly mimeTypes: readonly string[]
}

/** Items that a link may point to: those that are there and not deleted. */
export async function findItemTargets(
  trx: Transaction,
  tenantId: string,
  ids: readonly string[],
): Promise<ItemTarget[]> {
  if (ids.length === 0) return []
  // Defence 15, with "" for "item.tenant_id = ${tenantId} and "
  const { rows } = await sql<ItemTarget>`
    select item.content_item_id as id, item.kind, ${technicalNameOf(tenantId, sql`item.content_type_id`)} as "technicalContentTypeName",
      array(select distinct v.mime_type from content_variation v
        where v.tenant_id = ${tenantId} and v.content_item_id = item.content_item_id
          and v.mime_type is not null) as "mimeTypes"
    from content_item item
    where item.tenant_id = ${tenantId} and item.content_item_id = any(${ids}) and not item.is_deleted`.execute(trx)
  return rows
}

/** Of these ids, those of items that are there, deleted ones too. */
export async function findKnownIds(
  trx: Transaction,
  tenantId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    select content_item_id as id from content_item
    where tenant_id = ${tenantId} and content_item_id = any(${[...ids]}::uuid[])`.execute(trx)
  return new Set(rows.map(({ id }) => id))
}
