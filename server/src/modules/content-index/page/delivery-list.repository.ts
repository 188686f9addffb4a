import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { prepared, type Transaction } from '../../../platform/database/transaction.ts'
import type { Condition, FindIds } from './condition.repository.ts'
import type { DeliveredRow } from './delivered-row.ts'
import type { Branch } from './list-source.ts'

/** How much is live of one type in one variation for one set of targets. */
export interface DeliveryTally {
  readonly variationId: string
  readonly contentTypeId: string
  readonly deliveryTargets: readonly string[]
  readonly count: number
}

/** `variationId` left out: in all of them. */
export const countDelivered = (
  trx: Transaction,
  tenantId: string,
  variationId: string | undefined,
): Promise<DeliveryTally[]> =>
  prepared(
    trx,
    'count-delivered',
    sql<DeliveryTally>`
      select variation_id as "variationId", content_type_id as "contentTypeId", delivery_targets as "deliveryTargets",
        sum(change)::integer as count
      from delivery_count
      where tenant_id = ${tenantId} and (${variationId ?? null}::uuid is null or variation_id = ${variationId ?? null})
      group by 1, 2, 3 having sum(change) > 0`,
  )

/** The types and variations that a list is about, and to whom it goes. */
export interface DeliveryPlace {
  readonly tenantId: string
  readonly variationIds: readonly string[]
  readonly typeIds: readonly string[]
  readonly targets: readonly string[] | null
}

export const reaches = (targets: readonly string[] | null): RawBuilder<SqlBool> =>
  targets === null
    ? sql<SqlBool>`true`
    : sql<SqlBool>`(v.delivery_targets && ${targets}::text[]
        or (cardinality(v.delivery_targets) = 0 and ${targets.length > 0}::boolean))`

export const belongs = ({ tenantId, variationIds, typeIds, targets }: DeliveryPlace): RawBuilder<SqlBool> =>
  sql<SqlBool>`v.tenant_id = ${tenantId} and v.variation_id = any(${variationIds}::uuid[])
    and v.content_type_id = any(${typeIds}::uuid[]) and ${reaches(targets)}`

export const ofItem = (tenantId: string, contentItemId: string): Condition => ({
  holds: sql<SqlBool>`v.content_item_id = ${contentItemId}`,
  find: (most) => sql`select v.content_variation_id from delivery_document v
    where v.tenant_id = ${tenantId} and v.content_item_id = ${contentItemId} limit ${most}`,
})

export const findAll =
  (place: DeliveryPlace): FindIds =>
  (most) =>
    sql`select v.content_variation_id from delivery_document v where ${belongs(place)} limit ${most}`

export type DeliveryColumn = 'content_variation_id' | 'published_at' | 'name_key'

const sortKeys: Readonly<Record<DeliveryColumn, RawBuilder<unknown>>> = {
  content_variation_id: sql`b.content_variation_id`,
  published_at: sql`b.published_at`,
  name_key: sql`b.name_key`,
}

/** One type in one variation after the other, each in the order of the column. */
export const branchesOfCombinations = (
  tenantId: string,
  combinations: readonly { readonly variationId: string; readonly contentTypeId: string }[],
  column: DeliveryColumn,
): Branch[] =>
  combinations.map(({ variationId, contentTypeId }) => ({
    from: sql`delivery_document b`,
    where: sql<SqlBool>`b.tenant_id = ${tenantId} and b.variation_id = ${variationId}
      and b.content_type_id = ${contentTypeId}`,
    sortKey: sortKeys[column],
    isRow: true,
  }))

/** All that is live, by id: where types and variations are too many to be read one by one. */
export const branchOfAll = (tenantId: string): Branch => ({
  from: sql`delivery_document b`,
  where: sql<SqlBool>`b.tenant_id = ${tenantId}`,
  sortKey: sortKeys.content_variation_id,
  isRow: true,
})

export const sortKeyOfColumn = (column: DeliveryColumn): RawBuilder<unknown> => sql`v.${sql.ref(column)}`

export const deliveredRows = (tenantId: string, withSources: boolean): RawBuilder<DeliveredRow> => sql<DeliveredRow>`
  select page.s, v.content_variation_id as "contentVariationId", v.content_item_id as "contentItemId",
    v.variation_id as "variationId", v.body, ${withSources ? sql`v.sources` : sql`null`} as sources
  from page
  join delivery_document v on v.tenant_id = ${tenantId} and v.content_variation_id = page.content_variation_id`

export const deliveredTable = sql`delivery_document`
