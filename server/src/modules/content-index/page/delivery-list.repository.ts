import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { deliveredColumns, joinBody, reachesLimited } from './delivered-item.repository.ts'
import type { DeliveredRow, Reach } from './delivered-row.ts'
import type { CandidateQuery, Condition } from './filter.repository.ts'
import type { IndexRange } from './list-source.ts'

/** The types and variations that a list is about, and to whom it goes. */
export interface DeliveryPlace extends Reach {
  readonly tenantId: string
  readonly variationIds: readonly string[]
  readonly typeIds: readonly string[]
}

const reaches = ({ targets, limited }: Reach): RawBuilder<SqlBool> =>
  targets === null
    ? sql<SqlBool>`true`
    : sql<SqlBool>`(v.delivery_targets && ${targets}::text[]
        or (cardinality(v.delivery_targets) = 0 and ${targets.length > 0}::boolean) ${reachesLimited({ limited })})`

/** Whether a row `v` stands in the list, apart from the conditions. */
export const belongsToDelivery = ({ tenantId, variationIds, typeIds, ...reach }: DeliveryPlace): RawBuilder<SqlBool> =>
  sql<SqlBool>`v.tenant_id = ${tenantId} and v.variation_id = any(${variationIds}::uuid[])
    and v.content_type_id = any(${typeIds}::uuid[]) and ${reaches(reach)}`

export const ofItem = (tenantId: string, contentItemId: string): Condition => ({
  predicate: sql<SqlBool>`v.content_item_id = ${contentItemId}`,
  findMatching: (most) => sql`select v.content_variation_id from delivery_document v
    where v.tenant_id = ${tenantId} and v.content_item_id = ${contentItemId} limit ${most}`,
})

/** Finds every row of the list. */
export const findAllDelivered =
  (place: DeliveryPlace): CandidateQuery =>
  (most) =>
    sql`select v.content_variation_id from delivery_document v where ${belongsToDelivery(place)} limit ${most}`

export type DeliveryColumn = 'content_variation_id' | 'published_at' | 'name_key'

const sortKeys: Readonly<Record<DeliveryColumn, RawBuilder<unknown>>> = {
  content_variation_id: sql`b.content_variation_id`,
  published_at: sql`b.published_at`,
  name_key: sql`b.name_key`,
}

/** One range for each content type in each variation, in the order of the column. */
export const rangesOfCombinations = (
  tenantId: string,
  combinations: readonly { readonly variationId: string; readonly contentTypeId: string }[],
  column: DeliveryColumn,
): IndexRange[] =>
  combinations.map(({ variationId, contentTypeId }) => ({
    from: sql`delivery_document b`,
    where: sql<SqlBool>`b.tenant_id = ${tenantId} and b.variation_id = ${variationId}
      and b.content_type_id = ${contentTypeId}`,
    sortKey: sortKeys[column],
    isListTable: true,
  }))

/** Everything that is live, by id: where types and variations would make too many ranges. */
export const rangeOfAll = (tenantId: string): IndexRange => ({
  from: sql`delivery_document b`,
  where: sql<SqlBool>`b.tenant_id = ${tenantId}`,
  sortKey: sortKeys.content_variation_id,
  isListTable: true,
})

export const sortKeyOfColumn = (column: DeliveryColumn): RawBuilder<unknown> => sql`v.${sql.ref(column)}`

export const deliveredRows = (tenantId: string, withSources: boolean): RawBuilder<DeliveredRow> => sql<DeliveredRow>`
  select page.s, ${deliveredColumns(tenantId, withSources)}
  from page
  join delivery_document v on v.tenant_id = ${tenantId} and v.content_variation_id = page.content_variation_id
  ${joinBody(tenantId)}`

export const deliveredTable = sql`delivery_document`
