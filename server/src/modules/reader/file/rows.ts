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
  const { place, question, conditions, possible } = asked
  const { offset, limit, countsAll } = question
  if (conditions.length === 0) return { rows: walked(asked, offset, limit), total: possible, isCapped: false }
  const found = smallest(asked)
  if (found !== undefined) {
    const rows = sql`from (${found}) found join row v on v.r = found.r where ${tested(asked)}`
    const [count] = read(place.file, sql`select count(*) as count ${rows}`)
    const total = number(count?.count)
    return { rows: total <= offset ? [] : sorted(asked, rows, offset, limit), total, isCapped: false }
  }
  // Many match: a page is full after a few rows in order.
  const most = countsAll ? possible : countLimit + 1
  const [count] = read(
    place.file,
    sql`select count(*) as count from (select 1 from row v where ${tested(asked)} limit ${most})`,
  )
  const total = number(count?.count)
  const isCapped = !countsAll && total > countLimit
  return { rows: walked(asked, offset, limit), total: isCapped ? countLimit : total, isCapped }
}

const tested = ({ place: { variation }, places, narrowed, conditions }: Asked): Sql =>
  allOf([
    sql`v.variation = ${variation} and v.place in ${oneOf(places)}`,
    narrowed,
    ...conditions.map(({ test }) => test),
  ])

/** What the condition finds that has the fewest rows; undefined: all of them have too many to be fetched and sorted. */
function smallest({ place: { file }, conditions, possible, question }: Asked): Sql | undefined {
  let best: { readonly find: Sql; readonly count: number } | undefined
  for (const { find } of conditions) {
    if (find === undefined) continue
    const most = best?.count ?? smallSet
    const [count] = read(file, sql`select count(*) as count from (select 1 from (${find}) limit ${most + 1})`)
    const rows = number(count?.count)
    if (rows <= most) best = { find, count: rows }
  }
  if (best !== undefined) return best.find
  if (possible <= smallSet) return everyRow(question, file)
  const finds = conditions.flatMap(({ find }) => find ?? [])
  if (finds.length < 2) return undefined
  const all = joined(
    finds.map((find) => sql`select r from (${find})`),
    ' intersect ',
  )
  const [count] = read(file, sql`select count(*) as count from (select 1 from (${all}) limit ${smallSet + 1})`)
  return number(count?.count) <= smallSet ? all : undefined
}

const everyRow = (question: ListQuestion, file: ReaderFile): Sql =>
  sql`select r from row where variation = ${file.code('variation', question.variationId) ?? 0}`

const orderColumns: Readonly<Record<OrderColumn, string>> = {
  modifiedAt: 'modified_at',
  name: 'name_key',
  status: 'status',
  completeness: 'completeness',
  readiness: 'readiness',
  translation: 'translation',
  modifiedBy: 'modified_by',
}

/** What a row `v` is ordered by where it is not read off an index. */
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

function idsIn({ place: { file } }: Asked, rows: readonly Readonly<Record<string, unknown>>[]) {
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
