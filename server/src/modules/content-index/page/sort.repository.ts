import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { keyUse } from '../write/index-keys.ts'
import { type CandidateQuery, type ColumnCondition, intersectionOf, tableOf } from './filter.repository.ts'
import { inScopes } from './index-place.repository.ts'
import type { ListQuery, Order, OrderColumn } from './list-query.ts'
import type { FieldKeys, IndexRange, ListSource } from './list-source.ts'

const orderColumns: Readonly<Record<OrderColumn, RawBuilder<unknown>>> = {
  modified_at: sql`b.modified_at`,
  name_key: sql`b.name_key`,
  status: sql`b.status`,
  completeness: sql`b.completeness`,
  readiness: sql`b.readiness`,
  translation: sql`b.translation`,
  modified_by: sql`b.modified_by`,
}

const within = (where: RawBuilder<SqlBool>, bounds: readonly ColumnCondition[]): RawBuilder<SqlBool> =>
  sql.join([where, ...bounds.map((bound) => bound.bounds)], sql` and `)

/** The whole list in the order of a column: one range for each kind, deleted items apart. */
export function rangesOfColumn(
  tenantId: string,
  query: ListQuery,
  column: OrderColumn,
  bounds: readonly ColumnCondition[],
): IndexRange[] {
  const { variationId, kinds, deleted } = query
  return kinds.flatMap((kind) =>
    deleted.map((isDeleted) => ({
      from: sql`${tableOf(query)} b`,
      where: within(
        sql`b.tenant_id = ${tenantId} and b.variation_id = ${variationId} and b.kind = ${kind}
          and b.is_deleted = ${isDeleted}`,
        bounds,
      ),
      sortKey: orderColumns[column],
      isListTable: true,
    })),
  )
}

export interface NarrowPlace {
  readonly contentTypeId: string
  readonly isDeleted: boolean
  readonly status: string
}

/** One range for each content type and status, in the order of the column. */
export const rangesOfPlaces = (
  tenantId: string,
  query: ListQuery,
  column: 'modified_at' | 'name_key',
  places: readonly NarrowPlace[],
  bounds: readonly ColumnCondition[],
): IndexRange[] =>
  places.map((place) => ({
    from: sql`${tableOf(query)} b`,
    where: within(
      sql`b.tenant_id = ${tenantId} and b.variation_id = ${query.variationId}
        and b.content_type_id = ${place.contentTypeId} and b.is_deleted = ${place.isDeleted}
        and b.status = ${place.status}`,
      bounds,
    ),
    sortKey: orderColumns[column],
    isListTable: true,
  }))

/** One range for each content type, following each other; `rank` is the place of the type in the order of names. */
export const rangesOfTypes = (
  tenantId: string,
  query: ListQuery,
  types: readonly { readonly contentTypeId: string; readonly rank: number }[],
): IndexRange[] =>
  types.flatMap(({ contentTypeId, rank }) =>
    query.deleted.map((isDeleted) => ({
      from: sql`${tableOf(query)} b`,
      where: sql<SqlBool>`b.tenant_id = ${tenantId} and b.variation_id = ${query.variationId}
        and b.content_type_id = ${contentTypeId} and b.is_deleted = ${isDeleted}`,
      sortKey: sql`${sql.lit(rank)}::integer`,
      isListTable: true,
    })),
  )

/** What is live, by its published name. */
export const rangesOfPublishedName = (tenantId: string, query: ListQuery, typeIds: readonly string[]): IndexRange[] =>
  typeIds.map((contentTypeId) => ({
    from: sql`delivery_document b`,
    where: sql<SqlBool>`b.tenant_id = ${tenantId} and b.variation_id = ${query.variationId}
      and b.content_type_id = ${contentTypeId}`,
    sortKey: sql`b.name_key`,
  }))

/** The values of a field in their order; rows without a value are in none of the ranges. */
export const rangesOfField = (tenantId: string, { spaces, scopes }: FieldKeys): IndexRange[] =>
  spaces.flatMap((space) =>
    scopes.map((scope) => ({
      from: sql`index_key b`,
      where: sql<SqlBool>`b.tenant_id = ${tenantId} and b.space = ${space}::bigint and b.scope = ${scope}::"char"
        and b.use <> ${sql.lit(keyUse.find)}`,
      sortKey: sql`b.key`,
    })),
  )

const sortKeysIn = (tenantId: string, { spaces, scopes }: FieldKeys): RawBuilder<SqlBool> =>
  sql<SqlBool>`k.tenant_id = ${tenantId} and k.space = any(${spaces}::bigint[]) and ${inScopes(sql`k.scope`, scopes)}
    and k.use <> ${sql.lit(keyUse.find)}`

/** Finds the rows of the list that have no value in the field. */
export const findWithoutValue = <Row>({ tenantId, table, findAll }: ListSource<Row>, keys: FieldKeys): CandidateQuery =>
  intersectionOf(
    [findAll],
    [
      (most) => sql`select e.content_variation_id from index_key k
        join ${table} e on e.tenant_id = ${tenantId} and e.content_item_id = k.content_item_id
          and e.variation_id = ${keys.variationId}
        where ${sortKeysIn(tenantId, keys)} limit ${most}`,
    ],
  )

/** The value of the field, of a row `v` that was not read off an index in order. */
export const sortKeyOfField = (tenantId: string, keys: FieldKeys) => sql`(
  select k.key from index_key k
  where ${sortKeysIn(tenantId, keys)} and k.content_item_id = v.content_item_id limit 1)`

/** The sort key of a row `v` that was not read off an index in order; `null` comes last in either direction. */
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
      return sortKeyOfField(tenantId, order.keys)
    case 'relevance':
      return order.rank
    default:
      return sql`v.${sql.ref(order.by)}`
  }
}
