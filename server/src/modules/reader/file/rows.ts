import { keyUse } from '../../../core/sortable-key.ts'
import type { Direction } from '../list-question.ts'
import { type Compiled, onlyOf, type Place, scopeOf } from './conditions.ts'
import { type ReaderFile, type Row, rowsOfItem } from './reader-file.ts'
import { allOf, joined, raw, type Sql, sql } from './sql.ts'

/** Rows that are fetched and sorted at once, instead of being walked in order. */
const smallSet = 3_000

/** A list of rows `v` of a table of the file. */
export interface Asked {
  readonly place: Place
  /** Tests where a row stands. */
  readonly standing: Sql
  /** Tests all else that a row has to be, but for the conditions. */
  readonly narrowed: Sql
  readonly conditions: readonly Compiled[]
  readonly order: RowOrder
  readonly page: RowPage
  /** Rows that stand in the list if no condition is tested. */
  readonly possible: number
  /** Whether all rows that the conditions find stand in it. */
  readonly areFoundListed?: boolean
}

export interface RowPage {
  readonly offset: number
  readonly limit: number
  /** Rows are counted up to here, or to the end of the page where that lies behind it; undefined: to the last one. */
  readonly countLimit: number | undefined
}

export interface RowOrder {
  readonly direction: Direction
  /** Of a row `v`; null: the row has no value, and comes last either way. */
  readonly key: Sql
  /** Column that orders rows of the same key. */
  readonly tie: 'r' | 'id'
  /** Ranges of indexes that have the order; undefined: none has. */
  readonly ranges?: readonly Range[] | undefined
  /** The number of the field that it is the order of. */
  readonly field?: number
}

/** Rows of an index in an order. */
export interface Range {
  readonly where: Sql
  readonly key: Sql
  /** All of its rows have the same key. */
  readonly isOne: boolean
}

/** Numbers of the rows of a page. */
export interface Rows {
  readonly rows: readonly Row[]
  readonly total: number
  readonly isCapped: boolean
}

export const number = (value: unknown): number => (typeof value === 'number' ? value : 0)

export const read = (file: ReaderFile, { text, values }: Sql) => file.all(text, ...values)

/** Rows of the list in its order. */
export function rowsOf(asked: Asked): Rows {
  const { conditions, possible, page } = asked
  const { offset, limit, countLimit = possible } = page
  if (conditions.length === 0) return { rows: walked(asked), total: possible, isCapped: false }
  const most = Math.max(countLimit, offset + limit)
  const driver = driverOf(asked, most)
  if (driver.isSmall) {
    const total = countOf(asked, driver, possible)
    return {
      rows: total <= offset || limit === 0 ? [] : sorted(asked, fromDriver(asked, driver), page),
      total,
      isCapped: false,
    }
  }
  // Many match: a page is full after a few rows in order.
  const isCounted = asked.areFoundListed === true && driver.left.length === 0
  const total = (isCounted ? driver.count : undefined) ?? countOf(asked, driver, most + 1)
  const rows = total <= offset ? [] : walked(asked)
  return { rows, total: Math.min(total, most), isCapped: total > most }
}

const tested = ({ standing, narrowed, ...asked }: Asked, conditions: readonly Compiled[] = asked.conditions): Sql =>
  allOf([standing, narrowed, ...conditions.map(({ test }) => test)])

/** Condition that finds rows before the others are tested. */
export interface Driver {
  /** Undefined: by nothing, all rows of the place are looked at. */
  readonly find: Sql | undefined
  /** Conditions that have to be tested all the same. */
  readonly left: readonly Compiled[]
  /** Whether it finds so few that they are fetched and sorted at once. */
  readonly isSmall: boolean
  /** Rows that it finds, as far as they were counted. */
  readonly count?: number
}

const tableOf = ({ place: { table } }: Asked): Sql => raw(table)

/** Rows `v` of the list, in no order. */
export const fromDriver = (asked: Asked, { find, left }: Driver): Sql =>
  find === undefined
    ? sql`from ${tableOf(asked)} v where ${tested(asked, left)}`
    : sql`from (${find}) found cross join ${tableOf(asked)} v on v.r = found.r where ${tested(asked, left)}`

function countOf(asked: Asked, driver: Driver, most: number): number {
  const { file } = asked.place
  const [only] = asked.conditions
  // A condition that all but a few rows match is counted by these few.
  if (driver.find === undefined && only?.excluded !== undefined && asked.conditions.length === 1) {
    const excluded = { find: only.excluded, left: [], isSmall: true }
    const [count] = read(file, sql`select count(*) as count ${fromDriver(asked, excluded)}`)
    return Math.min(most, asked.possible - number(count?.count))
  }
  const [count] = read(file, sql`select count(*) as count from (select 1 ${fromDriver(asked, driver)} limit ${most})`)
  return number(count?.count)
}

/** The condition that finds the fewest rows, or all that find some together; where none finds few, the best of them. */
export function driverOf({ place: { file }, conditions, possible }: Asked, most: number): Driver {
  const few = Math.min(most, smallSet)
  let best: { readonly condition: Compiled; readonly count: number } | undefined
  for (const condition of conditions) {
    if (condition.find === undefined) continue
    const [count] = read(
      file,
      sql`select count(*) as count from (select 1 from (${condition.find}) limit ${(best?.count ?? most) + 1})`,
    )
    const rows = number(count?.count)
    if (best === undefined || rows < best.count) best = { condition, count: rows }
  }
  if (best === undefined) return { find: undefined, left: conditions, isSmall: possible <= few }
  const { condition, count } = best
  const left = condition.isExact ? conditions.filter((each) => each !== condition) : conditions
  if (count <= few) return { find: condition.find, left, isSmall: true }
  if (possible <= few) return { find: undefined, left: conditions, isSmall: true }
  const finding = conditions.filter(({ find }) => find !== undefined)
  if (finding.length > 1) {
    const all = joined(
      finding.flatMap(({ find }) => (find === undefined ? [] : [sql`select r from (${find})`])),
      ' intersect ',
    )
    const [both] = read(file, sql`select count(*) as count from (select 1 from (${all}) limit ${few + 1})`)
    if (number(both?.count) <= few)
      return {
        find: all,
        left: conditions.filter(({ find, isExact }) => find === undefined || !isExact),
        isSmall: true,
      }
  }
  return { find: condition.find, left, isSmall: false, count }
}

/** Without a value: last, whichever way. */
function sorted(asked: Asked, rows: Sql, { offset, limit }: Pick<RowPage, 'offset' | 'limit'>): readonly Row[] {
  const { key, tie } = asked.order
  const direction = raw(asked.order.direction)
  return read(
    asked.place.file,
    sql`select r from (select ${columnsOf(tie)}, ${key} as key ${rows})
      order by key is null, key ${direction}, ${raw(tie)} ${direction} limit ${limit} offset ${offset}`,
  )
}

/** An index that has the order has no other columns. */
const columnsOf = (tie: RowOrder['tie']): Sql => raw(tie === 'r' ? 'v.r' : 'v.r, v.id')

/** SQLite takes 500 parts of a statement. */
const mostRanges = 200

/** Rows that are read off an index in order, and tested. */
function walked(asked: Asked): readonly Row[] {
  const { order, possible, page } = asked
  const { offset, limit } = page
  if (order.field !== undefined) return walkedByField(asked, order.field)
  const isFromEnd = asked.conditions.length === 0 && offset > possible / 2
  const [from, most] = isFromEnd
    ? [Math.max(0, possible - offset - limit), Math.min(limit, possible - offset)]
    : [offset, limit]
  if (most <= 0) return []
  const direction = raw((order.direction === 'desc') !== isFromEnd ? 'desc' : 'asc')
  const { ranges } = order
  if (ranges === undefined || ranges.length > mostRanges || possible <= smallSet)
    return sorted(asked, sql`from ${tableOf(asked)} v where ${tested(asked)}`, page)
  const tie = raw(order.tie)
  const rangeOf = ({ where, key, isOne }: Range, limited: Sql): Sql =>
    sql`select ${columnsOf(order.tie)}, ${key} as key from ${tableOf(asked)} v
      where ${where} and ${asked.narrowed} and ${allOf(asked.conditions.map(({ test }) => test))}
      order by ${isOne ? sql`` : sql`${key} ${direction},`} v.${tie} ${direction} ${limited}`
  const [only] = ranges
  // Several are merged as they are read.
  const merged = () => {
    const parts = ranges.map((range) => sql`select * from (${rangeOf(range, sql`limit ${from + most}`)})`)
    return sql`select r from (${joined(parts, ' union all ')}) order by key ${direction}, ${tie} ${direction} limit ${most} offset ${from}`
  }
  const query = only !== undefined && ranges.length === 1 ? rangeOf(only, sql`limit ${most} offset ${from}`) : merged()
  const rows = read(asked.place.file, query)
  return isFromEnd ? rows.toReversed() : rows
}

/** Tests keys `k` by which a field of one variation is ordered. */
const isSortKey = ({ place }: Asked, field: number): Sql =>
  sql`k.field = ${field} and k.variation in (0, ${onlyOf(place)}) and k.scope & ${scopeOf(place)} and k.use <> ${keyUse.find}`

/** The key of a field of a row `v` of the list's only variation. */
export const sortKeyOfField = (place: Place, field: number): Sql =>
  sql`(select k.key from key k indexed by key_of_item where k.n = v.r / ${raw(String(rowsOfItem))} and k.field = ${field}
    and k.variation in (0, ${onlyOf(place)}) and k.scope & ${scopeOf(place)} and k.use <> ${keyUse.find} limit 1)`

function walkedByField(asked: Asked, field: number): readonly Row[] {
  const { place, order } = asked
  const { offset, limit } = asked.page
  const { file } = place
  const variation = onlyOf(place)
  const direction = raw(order.direction)
  // Items are in the order of rows: of one variation each.
  const tie = raw(order.tie === 'r' ? 'k.n' : 'v.id')
  const keys = [0, variation].map(
    (each) => sql`select * from (select k.key, ${columnsOf(order.tie)} from key k
      cross join ${tableOf(asked)} v on v.r = k.n * ${raw(String(rowsOfItem))} + ${variation}
      where k.field = ${field} and k.variation = ${each} and k.scope & ${scopeOf(place)} and k.use <> ${keyUse.find} and ${tested(asked)}
      order by k.key ${direction}, ${tie} ${direction} limit ${offset + limit})`,
  )
  const withValue = read(
    file,
    sql`select r from (${joined(keys, ' union all ')}) order by key ${direction}, ${raw(order.tie)} ${direction}
      limit ${limit} offset ${offset}`,
  )
  if (withValue.length === limit) return withValue
  const [count] = read(
    file,
    sql`select count(*) as count from (select distinct k.n from key k where ${isSortKey(asked, field)}) k
      cross join ${tableOf(asked)} v on v.r = k.n * ${raw(String(rowsOfItem))} + ${variation} where ${tested(asked)}`,
  )
  const without = sql`not exists (select 1 from key k indexed by key_of_item where k.n = v.r / ${raw(String(rowsOfItem))}
    and ${isSortKey(asked, field)})`
  const rest = read(
    file,
    sql`select v.r from ${tableOf(asked)} v where ${tested(asked)} and ${without} order by v.${raw(order.tie)} ${direction}
      limit ${limit - withValue.length} offset ${Math.max(0, offset - number(count?.count))}`,
  )
  return [...withValue, ...rest]
}
