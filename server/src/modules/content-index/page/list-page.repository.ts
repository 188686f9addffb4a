import { hash } from 'node:crypto'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { prepared, type Transaction } from '../../../platform/database/transaction.ts'
import { keyUse } from '../write/index-keys.ts'
import type { Condition, FindIds } from './condition.repository.ts'
import type { Direction, ListOrder, ListRow, ListSource, OrderedReading } from './list-source.ts'

export interface Slice {
  readonly offset: number
  readonly limit: number
}

export interface Walk extends Slice {
  readonly reading: OrderedReading
  readonly conditions: readonly Condition[]
  /** How many rows of each branch are looked at before giving up; only for rows that have to be looked at. */
  readonly budget: number
  /** From the far end, for pages that lie nearer to it. */
  readonly reversed?: boolean
}

const directionOf = (direction: Direction, reversed = false) =>
  (direction === 'asc') === reversed ? sql`desc` : sql`asc`

const inOrder = ({ direction }: ListOrder) =>
  sql`order by s ${directionOf(direction)} nulls last, "contentVariationId" ${directionOf(direction)}`

function whereAll<Row>(
  source: ListSource<Row>,
  conditions: readonly Condition[],
  withBelonging: boolean,
): RawBuilder<SqlBool> {
  const parts = conditions.map(({ holds }) => holds)
  return sql.join(withBelonging ? [source.belongs, ...parts] : parts, sql` and `)
}

/** The first rows of all branches in their order, so many of them. */
function passed(
  { branches }: OrderedReading,
  direction: RawBuilder<unknown>,
  columns: RawBuilder<unknown>,
  most: unknown,
) {
  const inOrderOf = (row: RawBuilder<unknown>) => sql`order by s ${direction}, ${row} ${direction} limit ${most}`
  const parts = branches.map(
    ({ from, where, sortKey }) =>
      sql`(select ${columns}, ${sortKey} as s from ${from} where ${where} ${inOrderOf(sql`b.content_variation_id`)})`,
  )
  const [only] = parts
  if (parts.length === 1) return only
  return sql`(select * from (${sql.join(parts, sql` union all `)}) merged ${inOrderOf(sql`content_variation_id`)})`
}

function walked<Row>(source: ListSource<Row>, order: ListOrder, walk: Walk) {
  const { reading, budget, reversed, offset, limit } = walk
  const conditions = walk.conditions.filter((condition) => !reading.satisfied?.has(condition))
  const direction = directionOf(order.direction, reversed)
  // Written out where the text is kept: of a number that it does not see, the planner thinks too much.
  const number = (value: number) => (isPlainStart(walk) ? sql.lit(value) : sql`${value}`)
  const sliceOf = (row: RawBuilder<unknown>) => sql`order by ${row}.s ${direction},
    ${row}.content_variation_id ${direction} offset ${number(offset)} limit ${number(limit)}`
  if (reading.isExact && conditions.length === 0)
    return sql`select content_variation_id, s
      from ${passed(reading, direction, sql`b.content_variation_id`, number(offset + limit))} v ${sliceOf(sql`v`)}`
  const filter = whereAll(source, conditions, !reading.isExact)
  // Row by row in the order of the index, until there are enough: whatever else the planner might think of reads more
  // than the page.
  if (reading.branches.every(({ isRow }) => isRow))
    return sql`select v.content_variation_id, v.s from ${passed(reading, direction, sql`b.*`, budget)} v
      where ${filter} ${sliceOf(sql`v`)}`
  return sql`select w.content_variation_id, w.s
    from ${passed(reading, direction, sql`b.content_variation_id`, budget)} w
    cross join lateral (select * from ${source.table} v
      where v.tenant_id = ${source.tenantId} and v.content_variation_id = w.content_variation_id offset 0) v
    where ${filter} ${sliceOf(sql`w`)}`
}

/** Reads a page off the indexes in order. */
export async function readInOrder<Row>(
  trx: Transaction,
  source: ListSource<Row>,
  order: ListOrder,
  walk: Walk,
): Promise<Row[]> {
  const query = sql<Row>`with page as materialized (${walked(source, order, walk)})
    ${source.select} ${inOrder(order)}`
  if (isPlainStart(walk)) return runKnown(trx, query)
  const { rows } = await query.execute(trx)
  return rows
}

/** The first page of a list that nothing narrows: what is asked most, always in the same words. */
const isPlainStart = ({ reading, conditions, offset, limit }: Walk): boolean =>
  reading.isExact && reading.branches.length <= 4 && conditions.length === 0 && offset === 0 && usualLimits.has(limit)
const usualLimits = new Set([10, 20, 25, 50, 100, 200])

/** Planned once for each connection: for such a query that takes longer than running it. Its text is its name. */
async function runKnown<Row>(trx: Transaction, query: RawBuilder<Row>): Promise<Row[]> {
  const compiled = query.compile(trx)
  return prepared(trx, `list ${hash('sha256', compiled.sql, 'base64url').slice(0, 22)}`, { compile: () => compiled })
}

export interface Glance<Row> {
  readonly rows: Row[]
  /** How many of the rows that were passed belong. */
  readonly hits: number
}

/** Passes `budget` rows in order and no more: the page, if it lies among them, and how many of them belong. */
export async function glanceInOrder<Row extends ListRow>(
  trx: Transaction,
  source: ListSource<Row>,
  order: ListOrder,
  walk: Omit<Walk, 'offset' | 'limit'>,
): Promise<Glance<Row>> {
  const direction = directionOf(order.direction)
  const { offset, limit } = source
  const { rows } = await sql<Row & { hits: number }>`
    with hit as materialized (${walked(source, order, { ...walk, offset: 0, limit: walk.budget })}),
    page as materialized (
      select content_variation_id, s from hit
      order by s ${direction}, content_variation_id ${direction} offset ${offset} limit ${limit}
    ), counted as (select count(*) as hits from hit)
    select counted.hits, listed.* from counted left join (${source.select}) listed on true
    ${inOrder(order)}`.execute(trx)
  return { rows: rows.filter((row) => row.contentVariationId !== null), hits: rows[0]?.hits ?? 0 }
}

/** How many rows such a reading comes by. */
export async function countInOrder<Row>(
  trx: Transaction,
  source: ListSource<Row>,
  order: ListOrder,
  walk: Walk,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (${walked(source, order, walk)}) found`.execute(trx)
  return rows[0]?.count ?? 0
}

export interface FoundCount {
  readonly count: number
  /** False where counting stopped: there are at least as many. */
  readonly isAll: boolean
}

/** How many content variations a condition finds, as far as the first `most` rows of the index tell; null: all. */
export async function countFound(
  trx: Transaction,
  find: FindIds,
  repeats: boolean,
  most: number | null,
): Promise<FoundCount> {
  const { rows } = await (repeats
    ? sql<{ count: number; seen: number }>`
        select count(*) as count, coalesce(sum(times), 0)::integer as seen
        from (select count(*) as times from (${find(most)}) found group by content_variation_id) each`
    : sql<{ count: number; seen: number }>`
        select count(*) as count, count(*) as seen from (${find(most)}) found`
  ).execute(trx)
  const { count = 0, seen = 0 } = rows[0] ?? {}
  return { count, isAll: most === null || seen < most }
}

export interface FoundPage<Row> {
  readonly rows: Row[]
  readonly total: number
  /** More was found than was asked for, and nothing was read. */
  readonly isTooMuch: boolean
}

/** Reads a page out of a set that is found first (if it is no larger than `most`), then narrowed, sorted and counted. */
export async function readFound<Row extends ListRow>(
  trx: Transaction,
  source: ListSource<Row>,
  find: FindIds,
  conditions: readonly Condition[],
  { offset, limit, most }: Slice & { readonly most?: number } = source,
): Promise<FoundPage<Row>> {
  const direction = directionOf(source.order.direction)
  const isFew = most === undefined ? sql`true` : sql`(select count(*) from found) <= ${most}`
  const { rows } = await sql<Row & { total: number; seen: number }>`
    with found as materialized (select content_variation_id from (${find(most === undefined ? null : most + 1)}) f),
    matching as materialized (
      select v.content_variation_id, ${source.order.sortKey} as s
      from (select distinct content_variation_id from found where ${isFew}) found
      join ${source.table} v on v.tenant_id = ${source.tenantId} and v.content_variation_id = found.content_variation_id
      where ${whereAll(source, conditions, true)}
    ), page as materialized (
      select content_variation_id, s from matching
      order by s ${direction} nulls last, content_variation_id ${direction}
      offset ${offset} limit ${limit}
    ), counted as (select (select count(*) from matching) as total, (select count(*) from found) as seen)
    select counted.total, counted.seen, listed.* from counted left join (${source.select}) listed on true
    ${inOrder(source.order)}`.execute(trx)
  const [first] = rows
  return {
    rows: rows.filter((row) => row.contentVariationId !== null),
    total: first?.total ?? 0,
    isTooMuch: most !== undefined && (first?.seen ?? 0) > most,
  }
}

/** Everything that has a value in a field. */
const withValue =
  (tenantId: string, spaces: readonly string[]): FindIds =>
  (most) =>
    sql`select k.content_variation_id from index_key k
    where k.tenant_id = ${tenantId} and k.space = any(${spaces}::bigint[])
      and k.use <> ${sql.lit(keyUse.find)} limit ${most}`

/** What of the list has no value in the field that it is ordered by. */
export const findWithoutValue = <Row>(source: ListSource<Row>, spaces: readonly string[]): FindIds =>
  findTogether([source.findAll], [withValue(source.tenantId, spaces)])

/** What all of these find, without what others would find. */
export const findTogether =
  (finds: readonly FindIds[], others: readonly FindIds[]): FindIds =>
  (most) => {
    const all = sql.join(finds.map(inBrackets), sql` intersect `)
    const without = sql.join(others.map(inBrackets), sql` union all `)
    const set = others.length === 0 ? all : sql`(${all}) except (${without})`
    return sql`select content_variation_id from (${set}) k limit ${most}`
  }

const inBrackets = (find: FindIds) => sql`(${find(null)})`
