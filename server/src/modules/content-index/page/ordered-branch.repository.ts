import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type ColumnCondition, inPlace } from './column-condition.repository.ts'
import type { FindIds } from './condition.repository.ts'
import { sortKeyOfField } from './field-branch.repository.ts'
import type { ListedRow, ListQuery, Order, OrderColumn } from './list-query.ts'
import type { Branch } from './list-source.ts'

const orderColumns: Readonly<Record<OrderColumn, RawBuilder<unknown>>> = {
  modified_at: sql`b.modified_at`,
  name_key: sql`b.name_key`,
  status: sql`b.status`,
  completeness: sql`b.completeness`,
  modified_by: sql`b.modified_by`,
}

const within = (where: RawBuilder<SqlBool>, bounds: readonly ColumnCondition[]): RawBuilder<SqlBool> =>
  sql.join([where, ...bounds.map((bound) => bound.bounds)], sql` and `)

/** The whole list in the order of a column, deleted items and kinds each for themselves. */
export function branchesOfColumn(
  tenantId: string,
  query: ListQuery,
  column: OrderColumn,
  bounds: readonly ColumnCondition[],
): Branch[] {
  return query.kinds.flatMap((kind) =>
    query.deleted.map((isDeleted) => ({
      from: sql`content_variation b`,
      where: within(
        sql`b.tenant_id = ${tenantId} and b.variation_id = ${query.variationId} and b.kind = ${kind}
          and b.is_deleted = ${isDeleted}`,
        bounds,
      ),
      sortKey: orderColumns[column],
      isRow: true,
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
  bounds: readonly ColumnCondition[],
): Branch[] =>
  places.map((place) => ({
    from: sql`content_variation b`,
    where: within(
      sql`b.tenant_id = ${tenantId} and b.variation_id = ${query.variationId}
        and b.content_type_id = ${place.contentTypeId} and b.is_deleted = ${place.isDeleted}
        and b.status = ${place.status}`,
      bounds,
    ),
    sortKey: orderColumns[column],
    isRow: true,
  }))

/** Content types one after the other; `rank` is the place of each in the order of their names. */
export const branchesOfTypes = (
  tenantId: string,
  query: ListQuery,
  types: readonly { readonly contentTypeId: string; readonly rank: number }[],
): Branch[] =>
  types.flatMap(({ contentTypeId, rank }) =>
    query.deleted.map((isDeleted) => ({
      from: sql`content_variation b`,
      where: sql<SqlBool>`b.tenant_id = ${tenantId} and b.variation_id = ${query.variationId}
        and b.content_type_id = ${contentTypeId} and b.is_deleted = ${isDeleted}`,
      sortKey: sql`${sql.lit(rank)}::integer`,
      isRow: true,
    })),
  )

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
      return sortKeyOfField(tenantId, order.spaces)
    case 'relevance':
      return sql`(select ts_rank(s.words, ${order.query}::tsquery) from search_document s
        where s.tenant_id = ${tenantId} and s.content_variation_id = v.content_variation_id
          and s.is_live = ${query.published})`
    default:
      return sql`v.${sql.ref(order.by)}`
  }
}

/** What a row of the list shows; `page` are the few that are read whole. */
export const listedRows = (tenantId: string, { published }: ListQuery): RawBuilder<ListedRow> => sql<ListedRow>`
  select page.s, v.content_variation_id as "contentVariationId", v.content_item_id as "contentItemId",
    v.content_type_id as "contentTypeId", v.kind, ${published ? sql`d.name` : sql`v.name`} as name,
    v.binary_id as "binaryId", v.status, v.has_unpublished_changes as "hasUnpublishedChanges", v.completeness,
    s.concept_ids as "conceptIds", v.modified_at as "modifiedAt", v.modified_by as "modifiedBy",
    v.is_deleted as "isDeleted"
  from page
  join content_variation v on v.tenant_id = ${tenantId} and v.content_variation_id = page.content_variation_id
  left join search_document s on s.tenant_id = ${tenantId} and s.content_variation_id = page.content_variation_id
    and s.is_live = ${published}
  ${
    published
      ? sql`left join delivery_document d
          on d.tenant_id = ${tenantId} and d.content_variation_id = page.content_variation_id`
      : sql``
  }`

/** Everything that the list could hold, found without any condition. */
export const findAll = (tenantId: string, query: ListQuery): FindIds =>
  query.published
    ? (most) => sql`select d.content_variation_id from delivery_document d
        where d.tenant_id = ${tenantId} and d.variation_id = ${query.variationId} limit ${most}`
    : (most) => sql`select v.content_variation_id from content_variation v
        where ${belongs(tenantId, query)} limit ${most}`

export const listedTable = sql`content_variation`
