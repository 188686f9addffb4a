import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Transaction } from '../../platform/database/transaction.ts'
import type { Condition, FindIds } from '../projection/index.ts'
import type { ListedRow, ListQuery, Order } from './list-query.ts'
import { type Branch, belongs, sortKeyOf } from './ordered-branch.repository.ts'

export interface Slice {
  readonly offset: number
  readonly limit: number
}

const directionOf = (direction: Order['direction'], reversed = false) =>
  (direction === 'asc') === reversed ? sql`desc` : sql`asc`

/** The rows of a page whose ids and sort keys (`page`) are known; only these few are read whole. */
function rowsOf(tenantId: string, query: ListQuery): RawBuilder<ListedRow> {
  return sql<ListedRow>`
    select page.s, v.content_variation_id as "contentVariationId", v.content_item_id as "contentItemId",
      v.content_type_id as "contentTypeId", v.kind, ${query.published ? sql`d.name` : sql`v.name`} as name,
      v.binary_id as "binaryId", v.status, v.has_unpublished_changes as "hasUnpublishedChanges", v.completeness,
      s.concept_ids as "conceptIds", v.modified_at as "modifiedAt", v.modified_by as "modifiedBy",
      v.is_deleted as "isDeleted"
    from page
    join content_variation v on v.tenant_id = ${tenantId} and v.content_variation_id = page.content_variation_id
    left join search_document s on s.tenant_id = ${tenantId} and s.content_variation_id = page.content_variation_id
      and s.is_live = ${query.published}
    ${
      query.published
        ? sql`left join delivery_document d on d.tenant_id = ${tenantId}
            and d.content_variation_id = page.content_variation_id`
        : sql``
    }`
}

const inOrder = (order: Order) =>
  sql`order by s ${directionOf(order.direction)} nulls last, "contentVariationId" ${directionOf(order.direction)}`

export interface Walk extends Slice {
  readonly branches: readonly Branch[]
  /** Whether the branches hold the list and nothing else. */
  readonly isExact: boolean
  readonly conditions: readonly Condition[]
  /** How many rows of each branch are looked at before giving up; only for rows that have to be looked at. */
  readonly budget: number
  /** From the far end, for pages that lie nearer to it. */
  readonly reversed?: boolean
}

function walked(tenantId: string, query: ListQuery, order: Order, walk: Walk) {
  const { branches, isExact, conditions, budget, reversed = false, ...slice } = walk
  const direction = directionOf(order.direction, reversed)
  const needed = slice.offset + slice.limit
  const filter = isExact && conditions.length === 0 ? undefined : whereAll(tenantId, query, conditions, !isExact)
  const parts = branches.map(({ from, where, sortKey }) => {
    const rows = (most: number) => sql`select b.content_variation_id, ${sortKey} as s from ${from} where ${where}
      order by s ${direction}, b.content_variation_id ${direction} limit ${most}`
    if (filter === undefined) return sql`(${rows(needed)})`
    // Row by row in the order of the index, until there are enough: whatever else the planner might think of reads
    // more than the page. OFFSET 0 keeps it from thinking of it.
    return sql`(select w.content_variation_id, w.s from (${rows(budget)}) w
      cross join lateral (select * from content_variation v
        where v.tenant_id = ${tenantId} and v.content_variation_id = w.content_variation_id offset 0) v
      where ${filter} limit ${needed})`
  })
  return sql`select content_variation_id, s from (${sql.join(parts, sql` union all `)}) merged
    order by s ${direction}, content_variation_id ${direction} offset ${slice.offset} limit ${slice.limit}`
}

function whereAll(
  tenantId: string,
  query: ListQuery,
  conditions: readonly Condition[],
  withBelonging = true,
): RawBuilder<SqlBool> {
  const parts = conditions.map(({ holds }) => holds)
  return sql.join(withBelonging ? [belongs(tenantId, query), ...parts] : parts, sql` and `)
}

/** Reads a page off the indexes in order. */
export async function readInOrder(
  trx: Transaction,
  tenantId: string,
  query: ListQuery,
  order: Order,
  walk: Walk,
): Promise<ListedRow[]> {
  const { rows } = await sql<ListedRow>`with page as materialized (${walked(tenantId, query, order, walk)})
    ${rowsOf(tenantId, query)} ${inOrder(order)}`.execute(trx)
  return rows
}

/** How many rows such a reading comes by. */
export async function countInOrder(
  trx: Transaction,
  tenantId: string,
  query: ListQuery,
  order: Order,
  walk: Walk,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (${walked(tenantId, query, order, walk)}) found`.execute(trx)
  return rows[0]?.count ?? 0
}

/** How many rows a condition finds, if they are no more than `most`. */
export async function countFound(trx: Transaction, find: FindIds, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct content_variation_id) as count from (${find(most)}) found`.execute(trx)
  return rows[0]?.count ?? 0
}

export interface FoundPage {
  readonly rows: ListedRow[]
  readonly total: number
}

/** Reads a page out of a set that is found first, then narrowed, sorted and counted. */
export async function readFound(
  trx: Transaction,
  tenantId: string,
  query: ListQuery,
  order: Order,
  find: FindIds,
  conditions: readonly Condition[],
): Promise<FoundPage> {
  const direction = directionOf(order.direction)
  const { rows } = await sql<ListedRow & { total: number }>`
    with found as materialized (select distinct content_variation_id from (${find(null)}) f),
    matching as materialized (
      select v.content_variation_id, ${sortKeyOf(tenantId, query, order)} as s
      from found
      join content_variation v on v.tenant_id = ${tenantId} and v.content_variation_id = found.content_variation_id
      where ${whereAll(tenantId, query, conditions)}
    ), page as materialized (
      select content_variation_id, s from matching
      order by s ${direction} nulls last, content_variation_id ${direction}
      offset ${query.offset} limit ${query.limit}
    ), counted as (select count(*) as total from matching)
    select counted.total, listed.* from counted left join (${rowsOf(tenantId, query)}) listed on true
    ${inOrder(order)}`.execute(trx)
  return { rows: rows.filter((row) => row.contentVariationId !== null), total: rows[0]?.total ?? 0 }
}

/** Everything that the list could hold, found without any condition. */
export const findAll = (tenantId: string, query: ListQuery): FindIds =>
  query.published
    ? (most) => sql`select d.content_variation_id from delivery_document d
        where d.tenant_id = ${tenantId} and d.variation_id = ${query.variationId} limit ${most}`
    : (most) => sql`select v.content_variation_id from content_variation v
        where ${belongs(tenantId, query)} limit ${most}`

/** Everything that has a value in a field. */
export const findWithValue =
  (tenantId: string, spaces: readonly string[]): FindIds =>
  (most) =>
    sql`select k.content_variation_id from index_key k
    where k.tenant_id = ${tenantId} and k.space = any(${spaces}::bigint[]) limit ${most}`

/** What all of these find, without what others would find. */
export const findTogether =
  (finds: readonly FindIds[], others: readonly FindIds[]): FindIds =>
  (most) => {
    const all = sql.join(finds.map(inBrackets), sql` intersect `)
    return others.length === 0
      ? sql`(${all}) limit ${most}`
      : sql`(${all}) except (${sql.join(others.map(inBrackets), sql` union all `)}) limit ${most}`
  }

const inBrackets = (find: FindIds) => sql`(${find(null)})`
