import { hash } from 'node:crypto'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { prepared, type Transaction } from '../../../platform/database/transaction.ts'
import { countOf, countOfItems, type RowCount } from './count.repository.ts'
import type { CandidateQuery, Condition } from './filter.repository.ts'
import { joinOnly } from './index-place.repository.ts'
import { ListOutdated } from './list-outdated.ts'
import type { Direction, ListOrder, ListRow, ListSource, OrderedScan } from './list-source.ts'

export interface Slice {
  readonly offset: number
  readonly limit: number
}

/** What a scan in the order of an index reads. */
export interface ScanSlice extends Slice {
  readonly scan: OrderedScan
  readonly conditions: readonly Condition[]
  /** How many rows of each range are read before the scan gives up; only where rows have to be tested. */
  readonly budget: number
  /** From the far end, for pages that lie nearer to it. */
  readonly reversed?: boolean
  /** Where this is false nothing is read. */
  readonly onlyIf?: RawBuilder<SqlBool>
}

const directionOf = (direction: Direction, reversed = false) =>
  (direction === 'asc') === reversed ? sql`desc` : sql`asc`

/**
 * What rows of equal sort keys are ordered by, so that every way to read a list gives the same pages. The index of a
 * field's keys has items alone.
 */
const tieOf = ({ keys }: ListOrder) =>
  keys === undefined
    ? { column: sql`content_variation_id`, answered: sql`"contentVariationId"` }
    : { column: sql`content_item_id`, answered: sql`"contentItemId"` }

const inOrder = (order: ListOrder) => {
  const direction = directionOf(order.direction)
  return sql`order by s ${direction} nulls last, ${tieOf(order).answered} ${direction}`
}

function whereAll<Row>(
  source: ListSource<Row>,
  conditions: readonly Condition[],
  withBelonging: boolean,
): RawBuilder<SqlBool> {
  const parts = conditions.map(({ predicate }) => predicate)
  return sql.join(withBelonging ? [source.belongs, ...parts] : parts, sql` and `)
}

/** The first rows of all ranges in their order, `most` of them. */
function merged(
  { scan: { ranges }, onlyIf }: ScanSlice,
  direction: RawBuilder<unknown>,
  id: RawBuilder<unknown>,
  columns: RawBuilder<unknown>,
  most: unknown,
) {
  const inOrderOf = (row: RawBuilder<unknown>) => sql`order by s ${direction}, ${row} ${direction} limit ${most}`
  const parts = ranges.map(
    ({ from, where, sortKey }) =>
      sql`(select ${columns}, ${sortKey} as s from ${from} where ${where}
        ${onlyIf === undefined ? sql`` : sql`and ${onlyIf}`} ${inOrderOf(sql`b.${id}`)})`,
  )
  const [only] = parts
  if (only === undefined) return sql`(select null::uuid as ${id}, null::text as s where false)`
  if (parts.length === 1) return only
  return sql`(select * from (${sql.join(parts, sql` union all `)}) merged ${inOrderOf(id)})`
}

/** Ids and sort keys, and as `t` what orders rows of equal keys. */
function scanned<Row>(source: ListSource<Row>, slice: ScanSlice) {
  const { order } = source
  const { scan, conditions, budget, reversed, offset, limit } = slice
  const { column: id } = tieOf(order)
  const direction = directionOf(order.direction, reversed)
  // As a literal where the statement is prepared: for a limit in a parameter the planner assumes a tenth of all rows.
  const number = (value: number) => (isPlainStart(slice) ? sql.lit(value) : sql`${value}`)
  const most = isUsualWalk(slice) ? sql.lit(limit) : number(limit)
  const sliceOf = (row: RawBuilder<unknown>) => sql`order by ${row}.s ${direction},
    ${row}.${id} ${direction} offset ${number(offset)} limit ${most}`
  if (scan.isExact && conditions.length === 0) {
    const rows = sql`select * from ${merged(slice, direction, id, sql`b.${id}`, number(offset + limit))} v ${sliceOf(sql`v`)}`
    if (order.keys === undefined) return sql`select content_variation_id, s, content_variation_id as t from (${rows}) w`
    return sql`select v.content_variation_id, w.s, w.content_item_id as t
      from (${rows}) w cross join lateral ${rowOf(source)} v`
  }
  const filter = whereAll(source, conditions, !scan.isExact)
  // The budget stands inside, as a limit: the planner can then only read the index in order and test row by row.
  if (scan.ranges.every(({ isListTable }) => isListTable) && scan.ranges.length > 0)
    return sql`select v.content_variation_id, v.s, v.content_variation_id as t
      from ${merged(slice, direction, id, sql`b.*`, isUsualWalk(slice) ? sql.lit(powerOfTwo(budget)) : budget)} v
        where ${filter} ${sliceOf(sql`v`)}`
  return sql`select v.content_variation_id, w.s, w.${id} as t
    from ${merged(slice, direction, id, sql`b.${id}`, budget)} w cross join lateral ${rowOf(source)} v
    where ${filter} ${sliceOf(sql`w`)}`
}

/** The row of the list's table for a row `w` of a scan. */
const rowOf = <Row>({ tenantId, table, order: { keys } }: ListSource<Row>): RawBuilder<unknown> => sql`(
  select * from ${table} v where v.tenant_id = ${tenantId} and ${
    keys === undefined
      ? sql`v.content_variation_id = w.content_variation_id`
      : sql`v.content_item_id = w.content_item_id and v.variation_id = ${keys.variationId}`
  } offset 0)`

/** Reads a page off the index ranges in their order. */
export async function scanPage<Row extends ListRow>(
  trx: Transaction,
  source: ListSource<Row>,
  slice: ScanSlice,
): Promise<Row[]> {
  const { order } = source
  const page = sql`with page as materialized (${scanned(source, slice)})`
  const query =
    source.isCurrent === undefined
      ? sql<Row>`${page} ${source.select} ${inOrder(order)}`
      : sql<Row>`${page}, checked as (select ${source.isCurrent} as "isCurrent")
        select checked."isCurrent", listed.* from checked left join (${source.select}) listed on true ${inOrder(order)}`
  if (isPlainStart(slice) || isUsualWalk(slice)) return current(await runPrepared(trx, query))
  const { rows } = await query.execute(trx)
  return current(rows)
}

/** The rows of a page that was read together with whether the list is current. */
function current<Row extends ListRow>(rows: readonly (Row & { readonly isCurrent?: boolean })[]): Row[] {
  if (rows[0]?.isCurrent === false) throw new ListOutdated()
  return rows.filter((row) => row.contentVariationId !== null)
}

const isCurrentIn = <Row>({ isCurrent }: ListSource<Row>) => sql`${isCurrent ?? sql`true`} as "isCurrent"`

/** The first page of a list without conditions: asked most often, and always with the same SQL text. */
const isPlainStart = ({ scan, conditions, offset, limit }: ScanSlice): boolean =>
  scan.isExact && scan.ranges.length <= 4 && conditions.length === 0 && offset === 0 && usualLimits.has(limit)

/**
 * A walk that tests rows of one range by one condition, for a page of a usual size: of these there are few SQL texts, and
 * only one plan that respects the budget, whatever the values are.
 */
export const isUsualWalk = ({ scan, conditions, limit }: Pick<ScanSlice, 'scan' | 'conditions' | 'limit'>): boolean =>
  conditions.length === 1 &&
  scan.ranges.length === 1 &&
  scan.ranges.every(({ isListTable }) => isListTable) &&
  // One row more than the page is read.
  usualLimits.has(limit - 1)

/** The budget stands in the text, for the planner to see; rounded up, so that there are few texts. */
const powerOfTwo = (budget: number): number => 2 ** Math.ceil(Math.log2(budget))
const usualLimits = new Set([10, 20, 25, 50, 100, 200])

/** Planned once for each connection, as planning takes longer than running here. The name is a hash of the text. */
async function runPrepared<Row>(trx: Transaction, query: RawBuilder<Row>): Promise<Row[]> {
  const compiled = query.compile(trx)
  return prepared(trx, `list ${hash('sha256', compiled.sql, 'base64url').slice(0, 22)}`, { compile: () => compiled })
}

export interface SampledPage<Row> {
  /** The page, as far as it lies among the rows of the sample. */
  readonly rows: Row[]
  /** How many rows of the sample match. */
  readonly hits: number
}

/** Reads the first `budget` rows in order and no more: the page, if it lies among them, and how many of them match. */
export async function samplePage<Row extends ListRow>(
  trx: Transaction,
  source: ListSource<Row>,
  scan: OrderedScan,
  budget: number,
): Promise<SampledPage<Row>> {
  const { conditions, order, offset, limit } = source
  const direction = directionOf(order.direction)
  const { rows } = await sql<Row & { hits: number; isCurrent: boolean }>`
    with hit as materialized (${scanned(source, { scan, conditions, budget, offset: 0, limit: budget })}),
    page as materialized (
      select content_variation_id, s from hit order by s ${direction}, t ${direction} offset ${offset} limit ${limit}
    ), counted as (select count(*) as hits, ${isCurrentIn(source)} from hit)
    select counted.hits, counted."isCurrent", listed.* from counted left join (${source.select}) listed on true
    ${inOrder(order)}`.execute(trx)
  return { rows: current(rows), hits: rows[0]?.hits ?? 0 }
}

/** How many rows such a scan finds. */
export async function countScanned<Row>(trx: Transaction, source: ListSource<Row>, slice: ScanSlice): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (${scanned(source, slice)}) found`.execute(trx)
  return rows[0]?.count ?? 0
}

export interface CountedPage<Row> {
  readonly rows: Row[]
  readonly count: RowCount
}

/**
 * Counts the items of the only condition, and in the same statement reads the page: where they are no more than `few`, of
 * these items, otherwise by a walk in the order of the list. Where all items are found, the walk tests its rows by them:
 * another look-up for each row would read the index all over the place.
 */
export async function countAndRead<Row extends ListRow>(
  trx: Transaction,
  source: ListSource<Row>,
  { few, most, ...slice }: ScanSlice & { readonly few: number; readonly most: number },
): Promise<CountedPage<Row>> {
  const { order, tenantId, table, offset, limit, conditions } = source
  const [condition] = conditions
  if (condition?.items === undefined) throw new Error('planned to count the items of a condition that finds none')
  const { items, mayRepeat = false, predicate } = condition
  const direction = directionOf(order.direction)
  const isFew = sql<SqlBool>`(select count <= ${few} and seen < ${most} from counted)`
  const isFound = sql<SqlBool>`case when (select seen < ${most} from counted)
    then v.content_item_id in (select content_item_id from items) else ${predicate} end`
  const walk = { ...slice, conditions: [{ ...condition, predicate: isFound }], onlyIf: sql<SqlBool>`not ${isFew}` }
  const query = sql<Row & { count: number; seen: number; isCurrent: boolean }>`
    with items as materialized (${items.find(most)}), counted as materialized (
      select count, seen, ${isCurrentIn(source)} from (${countOfItems(sql`items`, mayRepeat)}) counted
    ), page as materialized (
      (select content_variation_id, s from (${scanned(source, walk)}) walked) union all
      (select v.content_variation_id, ${order.sortKey} as s
        from (select distinct content_item_id from items where ${isFew}) k
        ${joinOnly(items.place)} cross join lateral (select * from ${table} v where v.tenant_id = ${tenantId}
          and v.content_variation_id = e.content_variation_id offset 0) v
        where ${source.belongs}
        order by s ${direction} nulls last, v.${tieOf(order).column} ${direction} offset ${offset} limit ${limit})
    )
    select counted.*, listed.* from counted left join (${source.select}) listed on true ${inOrder(order)}`
  const rows = await runPrepared(trx, query)
  return { rows: current(rows), count: countOf(rows[0], most) }
}

export interface FetchedPage<Row> {
  readonly rows: Row[]
  readonly total: number
  /** There were more candidates than `most`, and no page was read. */
  readonly isOverLimit: boolean
}

/** Fetches a set of candidates, if it is no larger than `most`, tests and sorts them, and reads one page of them. */
export async function fetchPage<Row extends ListRow>(
  trx: Transaction,
  source: ListSource<Row>,
  find: CandidateQuery,
  conditions: readonly Condition[],
  { offset, limit, most }: Slice & { readonly most?: number } = source,
): Promise<FetchedPage<Row>> {
  const direction = directionOf(source.order.direction)
  const isWithinLimit = most === undefined ? sql`true` : sql`(select count(*) from found) <= ${most}`
  const { rows } = await sql<Row & { total: number; seen: number; isCurrent: boolean }>`
    with found as materialized (select content_variation_id from (${find(most === undefined ? null : most + 1)}) f),
    matching as materialized (
      select v.content_variation_id, ${source.order.sortKey} as s, v.${tieOf(source.order).column} as t
      from (select distinct content_variation_id from found where ${isWithinLimit}) found
      cross join lateral (select * from ${source.table} v where v.tenant_id = ${source.tenantId}
        and v.content_variation_id = found.content_variation_id offset 0) v
      where ${whereAll(source, conditions, true)}
    ), page as materialized (
      select content_variation_id, s from matching
      order by s ${direction} nulls last, t ${direction}
      offset ${offset} limit ${limit}
    ), counted as (select (select count(*) from matching) as total, (select count(*) from found) as seen,
      ${isCurrentIn(source)})
    select counted.total, counted.seen, counted."isCurrent", listed.* from counted left join (${source.select}) listed on true
    ${inOrder(source.order)}`.execute(trx)
  const [first] = rows
  return {
    rows: current(rows),
    total: first?.total ?? 0,
    isOverLimit: most !== undefined && (first?.seen ?? 0) > most,
  }
}
