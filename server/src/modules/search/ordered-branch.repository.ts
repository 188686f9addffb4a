import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { keyUse } from '../projection/index.ts'
import { inPlace } from './column-condition.repository.ts'
import type { ListQuery, Order, OrderColumn } from './list-query.ts'

/** One stretch of one index, in the order of the list: several of them are merged as they are read. */
export interface Branch {
  /** Rows `b` with `content_variation_id` and `s`, what they are ordered by. */
  readonly from: RawBuilder<unknown>
  readonly where: RawBuilder<SqlBool>
  readonly sortKey: RawBuilder<unknown>
}

const orderColumns: Readonly<Record<OrderColumn, RawBuilder<unknown>>> = {
  modified_at: sql`b.modified_at`,
  name_key: sql`b.name_key`,
  status: sql`b.status`,
  completeness: sql`b.completeness`,
  modified_by: sql`b.modified_by`,
}

const flags = (query: ListQuery): boolean[] => (query.withDeleted ? [false, true] : [false])

/** The whole list in the order of a column, deleted items and kinds each for themselves. */
export function branchesOfColumn(tenantId: string, query: ListQuery, column: OrderColumn): Branch[] {
  return query.kinds.flatMap((kind) =>
    flags(query).map((isDeleted) => ({
      from: sql`content_variation b`,
      where: sql<SqlBool>`b.tenant_id = ${tenantId} and b.variation_id = ${query.variationId} and b.kind = ${kind}
        and b.is_deleted = ${isDeleted}`,
      sortKey: orderColumns[column],
    })),
  )
}

export interface NarrowPlace {
  readonly contentTypeId: string
  readonly isDeleted: boolean
  readonly status: string
}

/** Content types and statuses one by one, each in the order of the column. */
export const branchesOfPlaces = (
  tenantId: string,
  query: ListQuery,
  column: 'modified_at' | 'name_key',
  places: readonly NarrowPlace[],
): Branch[] =>
  places.map((place) => ({
    from: sql`content_variation b`,
    where: sql<SqlBool>`b.tenant_id = ${tenantId} and b.variation_id = ${query.variationId}
      and b.content_type_id = ${place.contentTypeId} and b.is_deleted = ${place.isDeleted}
      and b.status = ${place.status}`,
    sortKey: orderColumns[column],
  }))

/** Content types one after the other; `rank` is the place of each in the order of their names. */
export const branchesOfTypes = (
  tenantId: string,
  query: ListQuery,
  types: readonly { readonly contentTypeId: string; readonly rank: number }[],
): Branch[] =>
  types.flatMap(({ contentTypeId, rank }) =>
    flags(query).map((isDeleted) => ({
      from: sql`content_variation b`,
      where: sql<SqlBool>`b.tenant_id = ${tenantId} and b.variation_id = ${query.variationId}
        and b.content_type_id = ${contentTypeId} and b.is_deleted = ${isDeleted}`,
      sortKey: sql`${sql.lit(rank)}::integer`,
    })),
  )

/** The values of a field; rows without one come after all of these. */
export const branchesOfField = (tenantId: string, spaces: readonly string[]): Branch[] =>
  spaces.map((space) => ({
    from: sql`index_key b`,
    where: sql<SqlBool>`b.tenant_id = ${tenantId} and b.space = ${space}::bigint
      and b.use <> ${sql.lit(keyUse.find)}`,
    sortKey: sql`b.key`,
  }))

/** What is live, by its published name. */
export const branchesOfPublishedName = (tenantId: string, query: ListQuery, typeIds: readonly string[]): Branch[] =>
  typeIds.map((contentTypeId) => ({
    from: sql`delivery_document b`,
    where: sql<SqlBool>`b.tenant_id = ${tenantId} and b.variation_id = ${query.variationId}
      and b.content_type_id = ${contentTypeId}`,
    sortKey: sql`b.name_key`,
  }))

/** What a row `v` has to be to stand in the list at all. */
export function belongs(tenantId: string, query: ListQuery): RawBuilder<SqlBool> {
  const parts = [inPlace(tenantId, query)]
  if (query.published) parts.push(sql`v.published_version is not null`)
  if (query.typeIds !== undefined) parts.push(sql`v.content_type_id = any(${[...query.typeIds]}::uuid[])`)
  if (query.statuses !== undefined) parts.push(sql`v.status = any(${query.statuses}::text[])`)
  return sql.join(parts, sql` and `)
}

/** What a row `v` that was not read off an index in order is sorted by; `null` comes last either way. */
export function sortKeyOf(tenantId: string, query: ListQuery, order: Order): RawBuilder<unknown> {
  switch (order.by) {
    case 'name_key':
      return query.published
        ? sql`(select d.name_key from delivery_document d
            where d.tenant_id = ${tenantId} and d.content_variation_id = v.content_variation_id)`
        : sql`v.name_key`
    case 'type':
      return sql`array_position(${query.types.map((type) => type.contentTypeId)}::uuid[], v.content_type_id)`
    case 'field':
      return sql`(select k.key from index_key k where k.tenant_id = ${tenantId}
        and k.content_variation_id = v.content_variation_id and k.space = any(${order.spaces}::bigint[])
        and k.use <> ${sql.lit(keyUse.find)} limit 1)`
    case 'relevance':
      return sql`(select ts_rank(s.words, ${order.query}::tsquery) from search_document s
        where s.tenant_id = ${tenantId} and s.content_variation_id = v.content_variation_id
          and s.is_live = ${query.published})`
    default:
      return sql`v.${sql.ref(order.by)}`
  }
}
