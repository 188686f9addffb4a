import { sql } from 'kysely'
import type { Transaction } from '../../../platform/database/transaction.ts'
import type { ListedId, LivePage, LivePageQuestion } from '../../reader/index.ts'

/** A page of live variations in the order of their ids; all that are asked for are sorted, as the tenant's file is being made. */
export async function findLivePage(
  trx: Transaction,
  tenantId: string,
  { variationIds, contentTypeIds, reach: { targets, limited }, order, offset, limit }: LivePageQuestion,
): Promise<LivePage> {
  const channels = sql`coalesce(v.live_targets, v.delivery_targets)`
  const ofLimited = limited.map(
    (channel) => sql`or (v.variation_id = any(${channel.variationIds}::uuid[])
      and (cardinality(${channels}) = 0 or ${channel.technicalName} = any(${channels})))`,
  )
  const live = sql`from content_variation v
    where v.tenant_id = ${tenantId} and v.is_live and not v.is_deleted and v.variation_id = any(${variationIds}::uuid[])
      and v.content_type_id = any(${contentTypeIds}::uuid[]) and (${targets}::text[] is null
        or ${channels} && ${targets}::text[] or cardinality(${channels}) = 0 and cardinality(${targets}::text[]) > 0
        ${ofLimited.length === 0 ? sql`` : sql.join(ofLimited, sql` `)})`
  const [ids, counts] = await Promise.all([
    sql<ListedId>`select v.content_item_id as "contentItemId", v.content_variation_id as "contentVariationId" ${live}
      order by v.content_variation_id ${sql.raw(order.direction === 'asc' ? 'asc' : 'desc')}
      limit ${limit} offset ${offset}`.execute(trx),
    sql<{ total: number }>`select count(*) as total ${live}`.execute(trx),
  ])
  return { ids: ids.rows, total: counts.rows[0]?.total ?? 0 }
}
