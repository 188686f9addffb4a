import { sql } from 'kysely'
import type { Transaction } from '../../platform/database/transaction.ts'
import type { Allowance } from './allowance.ts'
import type { DeliveredRow } from './delivered-row.ts'
import { reaches } from './delivery-list.repository.ts'

const ofAllowedTypes = ({ tenantId, typeNames }: Allowance) =>
  typeNames === null
    ? sql`true`
    : sql`v.content_type_id in (select content_type_id from content_type
        where tenant_id = ${tenantId} and technical_name = any(${typeNames}::text[]))`

const columns = sql`v.content_variation_id as "contentVariationId", v.content_item_id as "contentItemId",
  v.variation_id as "variationId", v.body, null as sources`

/** What is live of these items, in the order of their ids and within an item in that of its variations' making. */
export async function findByItems(
  trx: Transaction,
  allowance: Allowance,
  itemIds: readonly string[],
  variationId: string | undefined,
  most: number,
): Promise<DeliveredRow[]> {
  const { tenantId, targets } = allowance
  const { rows } = await sql<DeliveredRow>`
    select ${columns} from delivery_document v
    where v.tenant_id = ${tenantId} and v.content_item_id = any(${itemIds}::uuid[])
      ${variationId === undefined ? sql`` : sql`and v.variation_id = ${variationId}`}
      and ${reaches(targets)} and ${ofAllowedTypes(allowance)}
    order by array_position(${itemIds}::uuid[], v.content_item_id), v.content_variation_id
    limit ${most}`.execute(trx)
  return rows
}

/** What these point to and the key may have, in the same variation, each item once. */
export async function findLinked(
  trx: Transaction,
  allowance: Allowance,
  contentVariationIds: readonly string[],
  known: readonly string[],
  most: number,
): Promise<DeliveredRow[]> {
  const { tenantId, targets } = allowance
  const { rows } = await sql<DeliveredRow>`
    select distinct on (v.content_item_id) ${columns}
    from content_reference r
    join delivery_document v on v.tenant_id = ${tenantId} and v.content_item_id = r.ref_id
      and v.variation_id = r.variation_id
    where r.tenant_id = ${tenantId} and r.content_variation_id = any(${contentVariationIds}::uuid[])
      and r.scope = 'p' and r.ref_kind = 'item' and r.ref_id <> all(${known}::uuid[])
      and ${reaches(targets)} and ${ofAllowedTypes(allowance)}
    order by v.content_item_id, v.content_variation_id
    limit ${most}`.execute(trx)
  return rows
}

/** Whether something that is live, and that the key may have, carries the file. */
export async function isDelivered(trx: Transaction, allowance: Allowance, binaryId: string): Promise<boolean> {
  const { tenantId, targets } = allowance
  const { rows } = await sql`
    select 1 from content_reference r
    join delivery_document v on v.tenant_id = ${tenantId} and v.content_variation_id = r.content_variation_id
    where r.tenant_id = ${tenantId} and r.ref_id = ${binaryId} and r.scope = 'p' and r.ref_kind = 'binary'
      and ${reaches(targets)} and ${ofAllowedTypes(allowance)}
    limit 1`.execute(trx)
  return rows.length > 0
}
