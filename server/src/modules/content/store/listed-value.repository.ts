import { sql } from 'kysely'
import { prepared, type Transaction } from '../../../platform/database/transaction.ts'
import type { Values } from '../domain/values.ts'

export interface AskedValues {
  readonly contentItemIds: readonly string[]
  /** The variation of the list first, then the ones that it falls back to. */
  readonly chain: readonly string[]
  /** Technical names of the fields that may have own values, and of those that may have shared ones. */
  readonly own: readonly string[]
  readonly shared: readonly string[]
  readonly published: boolean
}

export interface StoredValues {
  readonly contentItemId: string
  readonly variationId: string
  readonly own: Values
  /** Of the first variation of the chain alone. */
  readonly shared: Values
}

/**
 * A few values of many items, as they are stored. The document of an item is unpacked once for all its fields, which
 * `own -> name` for each of them would do as often as there are names.
 */
export function findStoredValues(
  trx: Transaction,
  tenantId: string,
  { contentItemIds, chain, own, shared, published }: AskedValues,
): Promise<StoredValues[]> {
  const [self = null] = chain
  const picked = (document: ReturnType<typeof sql>, names: readonly string[]) => sql`coalesce((
    select jsonb_object_agg(part.key, part.value) from jsonb_each(${document}) part
    where part.key = any(${names}::text[])), '{}')`
  const none = sql`'{}'::jsonb`
  const sharedOf = published ? sql`coalesce(v.live_shared, item.shared)` : sql`item.shared`
  return prepared(
    trx,
    `listed-values-${published ? 'live' : 'working'}-${own.length > 0 ? 'own' : ''}-${shared.length > 0 ? 'shared' : ''}`,
    sql<StoredValues>`
      select v.content_item_id as "contentItemId", v.variation_id as "variationId",
        ${own.length > 0 ? picked(published ? sql`coalesce(v.live_own, v.own)` : sql`v.own`, own) : none} as own,
        ${
          shared.length > 0
            ? sql`case when v.variation_id = ${self}::uuid then ${picked(sharedOf, shared)} else ${none} end`
            : none
        } as shared
      from unnest(${contentItemIds}::uuid[]) asked (content_item_id)
      cross join unnest(${chain}::uuid[]) step (variation_id)
      -- One by one, by all columns of the index. As a list of ids it is planned without knowing how few they are, and reads
      -- the whole variation.
      cross join lateral (
        select * from content_variation v
        where v.tenant_id = ${tenantId} and v.content_item_id = asked.content_item_id
          and v.variation_id = step.variation_id
        limit 1
      ) v
      ${
        shared.length > 0
          ? sql`join content_item item on item.tenant_id = ${tenantId} and item.content_item_id = v.content_item_id`
          : sql``
      }
      where ${published ? sql`v.is_live` : sql`true`}`,
  )
}
