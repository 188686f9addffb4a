import { hash } from 'node:crypto'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { prepared, type Transaction } from '../../../platform/database/transaction.ts'
import type { CandidateQuery, Condition } from './filter.repository.ts'
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
  { ranges }: OrderedScan,
  direction: RawBuilder<unknown>,
  id: RawBuilder<unknown>,
  columns: RawBuilder<unknown>,
  most: unknown,
) {
  const inOrderOf = (row: RawBuilder<unknown>) => sql`order by s ${direction}, ${row} ${direction} limit ${most}`
  const parts = ranges.map(
    ({ from, where, sortKey }) =>
      sql`(select ${columns}, ${sortKey} as s from ${from} where ${where} ${inOrderOf(sql`b.${id}`)})`,
  )
  const [only] = parts
  if (only === undefined) return sql`(select null::uuid as ${id}, null::text as s where false)`
  if (parts.length === 1) return only
  return sql`(select * from (${sql.join(parts, sql` union all `)}) merged ${inOrderOf(id)})`
}

/** Ids and sort keys, and as `t` what orders rows of equal keys. */
function scanned<Row>(source: ListSource<Row>, order: ListOrder, slice: ScanSlice) {
  const { scan, budget, reversed, offset, limit } = slice
  const { column: id } = tieOf(order)
  const conditions = slice.conditions.filter((condition) => !scan.implied?.has(condition))
  const direction = directionOf(order.direction, reversed)
  // As a literal where the statement is prepared: for a limit in a parameter the planner assumes a tenth of all rows.
  const number = (value: number) => (isPlainStart(slice) ? sql.lit(value) : sql`${value}`)
  const most = isUsualWalk(slice) ? sql.lit(limit) : number(limit)
  const sliceOf = (row: RawBuilder<unknown>) => sql`order by ${row}.s ${direction},
    ${row}.${id} ${direction} offset ${number(offset)} limit ${most}`
  if (scan.isExact && conditions.length === 0) {
    const rows = sql`select * from ${merged(scan, direction, id, sql`b.${id}`, number(offset + limit))} v ${sliceOf(sql`v`)}`
    if (order.keys === undefined) return sql`select content_variation_id, s, content_variation_id as t from (${rows}) w`
    return sql`select v.content_variation_id, w.s, w.content_item_id as t
      from (${rows}) w cross join lateral ${rowOf(source, order)} v`
  }
  const filter = whereAll(source, conditions, !scan.isExact)
  // The budget stands inside, as a limit: the planner can then only read the index in order and test row by row.
  if (scan.ranges.every(({ isListTable }) => isListTable) && scan.ranges.length > 0)
    return sql`select v.content_variation_id, v.s, v.content_variation_id as t
      from ${merged(scan, direction, id, sql`b.*`, isUsualWalk(slice) ? sql.lit(powerOfTwo(budget)) : budget)} v
        where ${filter} ${sliceOf(sql`v`)}`
  return sql`select v.content_variation_id, w.s, w.${id} as t
    from ${merged(scan, direction, id, sql`b.${id}`, budget)} w cross join lateral ${rowOf(source, order)} v
    where ${filter} ${sliceOf(sql`w`)}`
}

/** The row of the list's table for a row `w` of a scan. */
const rowOf = <Row>({ tenantId, table }: ListSource<Row>, { keys }: ListOrder): RawBuilder<unknown> => sql`(
  select * from ${table} v where v.tenant_id = ${tenantId} and ${
    keys === undefined
      ? sql`v.content_variation_id = w.content_variation_id`
      : sql`v.content_item_id = w.content_item_id and v.variation_id = ${keys.variationId}`
  } offset 0)`

/** Reads a page off the index ranges in their order. */
export async function scanPage<Row>(
  trx: Transaction,
  source: ListSource<Row>,
  order: ListOrder,
  slice: ScanSlice,
): Promise<Row[]> {
  const query = sql<Row>`with page as materialized (${scanned(source, order, slice)})
    ${source.select} ${inOrder(order)}`
  if (isPlainStart(slice) || isUsualWalk(slice)) return runPrepared(trx, query)
  const { rows } = await query.execute(trx)
  return rows
}

/** The first page of a list without conditions: asked most often, and always with the same SQL text. */
const isPlainStart = ({ scan, conditions, offset, limit }: ScanSlice): boolean =>
  scan.isExact && scan.ranges.length <= 4 && conditions.length === 0 && offset === 0 && usualLimits.has(limit)

/**
 * A walk that tests rows of one range by one condition, for a page of a usual size: of these there are few SQL texts, and
 * only one plan that respects the budget, whatever the values are.
 */
const isUsualWalk = ({ scan, conditions, limit }: ScanSlice): boolean =>
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
  const { rows } = await sql<Row & { hits: number }>`
    with hit as materialized (${scanned(source, order, { scan, conditions, budget, offset: 0, limit: budget })}),
    page as materialized (
      select content_variation_id, s from hit order by s ${direction}, t ${direction} offset ${offset} limit ${limit}
    ), counted as (select count(*) as hits from hit)
    select counted.hits, listed.* from counted left join (${source.select}) listed on true
    ${inOrder(order)}`.execute(trx)
  return { rows: rows.filter((row) => row.contentVariationId !== null), hits: rows[0]?.hits ?? 0 }
}

/** How many rows such a scan finds. */
export async function countScanned<Row>(
  trx: Transaction,
  source: ListSource<Row>,
  order: ListOrder,
  slice: ScanSlice,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (${scanned(source, order, slice)}) found`.execute(trx)
  return rows[0]?.count ?? 0
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
  const { rows } = await sql<Row & { total: number; seen: number }>`
    with found as materialized (select content_variation_id from (${find(most === undefined ? null : most + 1)}) f),
    matching as materialized (
      select v.content_variation_id, ${source.order.sortKey} as s, v.${tieOf(source.order).column} as t
      from (select distinct content_variation_id from found where ${isWithinLimit}) found
      join ${source.table} v on v.tenant_id = ${source.tenantId} and v.content_variation_id = found.content_variation_id
      where ${whereAll(source, conditions, true)}
    ), page as materialized (
      select content_variation_id, s from matching
      order by s ${direction} nulls last, t ${direction}
      offset ${offset} limit ${limit}
    ), counted as (select (select count(*) from matching) as total, (select count(*) from found) as seen)
    select counted.total, counted.seen, listed.* from counted left join (${source.select}) listed on true
    ${inOrder(source.order)}`.execute(trx)
  const [first] = rows
  return {
    rows: rows.filter((row) => row.contentVariationId !== null),
    total: first?.total ?? 0,
    isOverLimit: most !== undefined && (first?.seen ?? 0) > most,
  }
}
