import { keyUse } from '../../../core/sortable-key.ts'
import { fieldName } from '../item-document.ts'
import type { ListAnswer, ListedId, ListQuestion, Order, OrderColumn } from '../list-question.ts'
import type { Compiled, Place } from './conditions.ts'
import { idOf, type ReaderFile, rowsOfItem, statuses } from './reader-file.ts'
import { allOf, joined, oneOf, raw, type Sql, sql } from './sql.ts'

/** Rows are counted up to here; beyond it nobody needs the number. */
const countLimit = 10_000
/** Rows that are fetched and sorted at once, instead of being walked in order. */
const smallSet = 3_000

export interface Asked {
  readonly place: Place
  readonly question: ListQuestion
  /** Tests all that a row has to be, but for the place and the conditions. */
  readonly narrowed: Sql
  readonly conditions: readonly Compiled[]
  /** Rows that stand in the list if no condition is tested. */
  readonly possible: number
  readonly places: readonly number[]
}

export const number = (value: unknown): number => (typeof value === 'number' ? value : 0)

export const read = (file: ReaderFile, { text, values }: Sql) => file.all(text, ...values)

/** Rows of the list in its order. */
export function rowsOf(asked: Asked): ListAnswer {
  const { conditions, possible, question } = asked
  const { offset, limit, countsAll } = question
  if (conditions.length === 0) return { rows: walked(asked, offset, limit), total: possible, isCapped: false }
  const driver = driverOf(asked)
  if (driver.isSmall) {
    const total = countOf(asked, driver, possible)
    return {
      rows: total <= offset ? [] : sorted(asked, fromDriver(asked, driver), offset, limit),
      total,
      isCapped: false,
    }
  }
  // Many match: a page is full after a few rows in order.
  const total = countOf(asked, driver, countsAll ? possible : countLimit + 1)
  const isCapped = !countsAll && total > countLimit
  const rows = total <= offset ? [] : walked(asked, offset, limit)
  return { rows, total: isCapped ? countLimit : total, isCapped }
}

const inPlaces = ({ place: { variation }, places }: Asked): Sql =>
  sql`v.variation = ${variation} and v.place in ${oneOf(places)}`

const tested = (asked: Asked, conditions: readonly Compiled[] = asked.conditions): Sql =>
  allOf([inPlaces(asked), asked.narrowed, ...conditions.map(({ test }) => test)])

/** Condition that finds rows before the others are tested. */
export interface Driver {
  /** Undefined: by nothing, all rows of the place are looked at. */
  readonly find: Sql | undefined
  /** Conditions that have to be tested all the same. */
  readonly left: readonly Compiled[]
  /** Whether it finds so few that they are fetched and sorted at once. */
  readonly isSmall: boolean
}

/** Rows `v` of the list, in no order. */
export const fromDriver = (asked: Asked, { find, left }: Driver): Sql =>
  find === undefined
    ? sql`from row v where ${tested(asked, left)}`
    : sql`from (${find}) found cross join row v on v.r = found.r where ${tested(asked, left)}`

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
export function driverOf({ place: { file }, conditions, possible }: Asked): Driver {
  let best: { readonly condition: Compiled; readonly count: number } | undefined
  for (const condition of conditions) {
    if (condition.find === undefined) continue
    const most = best?.count ?? countLimit
    const [count] = read(file, sql`select count(*) as count from (select 1 from (${condition.find}) limit ${most + 1})`)
    const rows = number(count?.count)
    if (best === undefined || rows < best.count) best = { condition, count: rows }
  }
  if (best === undefined) return { find: undefined, left: conditions, isSmall: possible <= smallSet }
  const { condition, count } = best
  const left = condition.isExact ? conditions.filter((each) => each !== condition) : conditions
  if (count <= smallSet) return { find: condition.find, left, isSmall: true }
  if (possible <= smallSet) return { find: undefined, left: conditions, isSmall: true }
  const finding = conditions.filter(({ find }) => find !== undefined)
  if (finding.length > 1) {
    const all = joined(
      finding.flatMap(({ find }) => (find === undefined ? [] : [sql`select r from (${find})`])),
      ' intersect ',
    )
    const [both] = read(file, sql`select count(*) as count from (select 1 from (${all}) limit ${smallSet + 1})`)
    if (number(both?.count) <= smallSet)
      return {
        find: all,
        left: conditions.filter(({ find, isExact }) => find === undefined || !isExact),
        isSmall: true,
      }
  }
  return { find: condition.find, left, isSmall: false }
}

const orderColumns: Readonly<Record<OrderColumn, string>> = {
  modifiedAt: 'modified_at',
  name: 'name_key',
  status: 'status',
  completeness: 'completeness',
  readiness: 'readiness',
  translation: 'translation',
  modifiedBy: 'modified_by',
}

/** Sort key of a row `v` that is not read off an index. */
function sortKeyOf({ place, question: { isPublished } }: Asked, order: Exclude<Order, { by: 'relevance' }>): Sql {
  const { file, variation } = place
  switch (order.by) {
    case 'name':
      return raw(isPublished ? 'coalesce(v.live_name_key, v.name_key)' : 'v.name_key')
    case 'modifiedBy':
      return sql`(select c.name from code c where c.of = 'person' and c.number = v.modified_by)`
    case 'status':
      return raw(statusNames)
    case 'type': {
      const ranks = order.contentTypeIds.flatMap((id, rank) => {
        const type = file.code('type', id)
        return type === undefined ? [] : [raw(`when ${type} then ${rank}`)]
      })
      return ranks.length === 0 ? raw('0') : sql`case v.type ${joined(ranks, ' ')} end`
    }
    case 'field': {
      const field = file.code('field', fieldName(order.contentTypeId, order.technicalFieldName))
      return sql`(select k.key from key k indexed by key_of_item where k.n = v.r / ${raw(String(rowsOfItem))} and k.field = ${field ?? 0}
        and k.variation in (0, ${variation}) and k.scope & ${isPublished ? 2 : 1} and k.use <> ${keyUse.find} limit 1)`
    }
    default:
      return raw(`v.${orderColumns[order.by]}`)
  }
}

/** Statuses in the order of their names. */
const statusNames = `case v.status ${statuses.map((status, at) => `when ${at} then '${status}'`).join(' ')} end`

function sorted(asked: Asked, rows: Sql, offset: number, limit: number): ListedId[] {
  const { order } = asked.question
  if (order.by === 'relevance') throw new Error('ranked rows are sorted by their ranks')
  const direction = raw(order.direction)
  // Without a value: last, whichever way.
  return idsIn(
    asked,
    read(
      asked.place.file,
      sql`select r, id from (select v.r, v.id, ${sortKeyOf(asked, order)} as key ${rows})
        order by key is null, key ${direction}, r ${direction} limit ${limit} offset ${offset}`,
    ),
  )
}

export function idsIn({ place: { file } }: Asked, rows: readonly Readonly<Record<string, unknown>>[]) {
  return rows.flatMap(({ r, id }) => {
    const item = file.get('select id from item where n = ?', Math.floor(Number(r) / rowsOfItem))?.id
    return id instanceof Uint8Array && item instanceof Uint8Array
      ? [{ contentItemId: idOf(item), contentVariationId: idOf(id) }]
      : []
  })
}

/** Rows that are read off an index in order, and tested. */
function walked(asked: Asked, offset: number, limit: number): ListedId[] {
  const { place, question, possible } = asked
  const { order } = question
  if (order.by === 'relevance') throw new Error('ranked rows are not walked')
  if (order.by === 'field') return walkedByField(asked, order, offset, limit)
  const isFromEnd = asked.conditions.length === 0 && offset > possible / 2
  const [from, most] = isFromEnd
    ? [Math.max(0, possible - offset - limit), Math.min(limit, possible - offset)]
    : [offset, limit]
  if (most <= 0) return []
  const direction = raw((order.direction === 'desc') !== isFromEnd ? 'desc' : 'asc')
  const ranges = rangesOf(asked, order)
  if (ranges === undefined || ranges.length > mostRanges || possible <= smallSet)
    return sorted(asked, sql`from row v where ${tested(asked)}`, offset, limit)
  // Merged as they are read.
  const parts = ranges.map(
    ({ where, key, isOne }) => sql`select * from (select v.r, v.id, ${key} as key from row v
      where v.variation = ${place.variation} and ${where} and ${asked.narrowed}
        and ${allOf(asked.conditions.map(({ test }) => test))}
      order by ${isOne ? sql`` : sql`${key} ${direction},`} v.r ${direction} limit ${from + most})`,
  )
  const rows = read(
    place.file,
    sql`select r, id from (${joined(parts, ' union all ')}) order by key ${direction}, r ${direction} limit ${most} offset ${from}`,
  )
  return idsIn(asked, isFromEnd ? rows.toReversed() : rows)
}

/** SQLite takes 500 parts of a statement. */
const mostRanges = 200

interface Range {
  readonly where: Sql
  readonly key: Sql
  /** All of its rows have the same key. */
  readonly isOne: boolean
}

/** The ranges of indexes that have the order; undefined: none has. */
function rangesOf(
  { place: { file }, places, question }: Asked,
  order: Exclude<Order, { by: 'relevance' | 'field' }>,
): Range[] | undefined {
  const each = (column: string, values: readonly number[]): Range[] =>
    values.flatMap((value, rank) =>
      places.map((at) => ({
        where: sql`v.place = ${at} and ${raw(column)} = ${value}`,
        key: raw(String(rank)),
        isOne: true,
      })),
    )
  switch (order.by) {
    case 'type':
      return each(
        'v.type',
        order.contentTypeIds.flatMap((id) => file.code('type', id) ?? []),
      )
    case 'status':
      return each(
        'v.status',
        [...statuses].sort().map((status) => statuses.indexOf(status)),
      )
    case 'modifiedBy':
      return each(
        'v.modified_by',
        file.all(`select number from code where of = 'person' order by name`).map((row) => number(row.number)),
      )
    default: {
      if (order.by === 'name' && question.isPublished) return undefined
      const column = raw(`v.${orderColumns[order.by]}`)
      return places.map((at) => ({ where: sql`v.place = ${at}`, key: column, isOne: false }))
    }
  }
}

function walkedByField(
  asked: Asked,
  order: Extract<Order, { by: 'field' }>,
  offset: number,
  limit: number,
): ListedId[] {
  const { place, question } = asked
  const { file, variation } = place
  const field = file.code('field', fieldName(order.contentTypeId, order.technicalFieldName)) ?? 0
  const direction = raw(order.direction)
  const keys = [0, variation].map(
    (each) => sql`select * from (select k.key, k.n * ${raw(String(rowsOfItem))} + ${variation} as r from key k
      where k.field = ${field} and k.variation = ${each} and k.scope & ${question.isPublished ? 2 : 1} and k.use <> ${keyUse.find}
      order by k.key ${direction}, k.n ${direction})`,
  )
  const withValue = read(
    file,
    sql`select v.r, v.id from (${joined(keys, ' union all ')} order by key ${direction}, r ${direction} limit -1) k
      cross join row v on v.r = k.r where ${tested(asked)} limit ${limit} offset ${offset}`,
  )
  if (withValue.length === limit) return idsIn(asked, withValue)
  const [count] = read(
    file,
    sql`select count(*) as count from (select distinct k.n from key k where k.field = ${field} and k.variation in (0, ${variation})
      and k.scope & ${question.isPublished ? 2 : 1} and k.use <> ${keyUse.find}) k
      cross join row v on v.r = k.n * ${raw(String(rowsOfItem))} + ${variation} where ${tested(asked)}`,
  )
  const without = sql`not exists (select 1 from key k indexed by key_of_item where k.n = v.r / ${raw(String(rowsOfItem))} and k.field = ${field}
    and k.variation in (0, ${variation}) and k.scope & ${question.isPublished ? 2 : 1} and k.use <> ${keyUse.find})`
  const rest = read(
    file,
    sql`select v.r, v.id from row v where ${tested(asked)} and ${without} order by v.r ${direction}
      limit ${limit - withValue.length} offset ${Math.max(0, offset - number(count?.count))}`,
  )
  return idsIn(asked, [...withValue, ...rest])
}
