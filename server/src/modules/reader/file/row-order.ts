import { fieldName } from '../item-document.ts'
import type { Order, OrderColumn } from '../list-question.ts'
import { onlyOf, type Place } from './conditions.ts'
import { statuses } from './reader-file.ts'
import { number, type Range, type RowOrder, sortKeyOfField } from './rows.ts'
import { joined, raw, type Sql, sql } from './sql.ts'

/** Every order that is not a rank. */
export type ListedOrder = Exclude<Order, { by: 'relevance' }>

/** The order of a list of staff, whose rows stand in these places. */
export const rowOrderOf = (place: Place, places: readonly number[], order: ListedOrder): RowOrder => ({
  direction: order.direction,
  key: sortKeyOf(place, order),
  tie: 'r',
  ranges: rangesOf(place, places, order),
  ...(order.by === 'field' && { field: fieldOf(place, order) }),
})

/** The number of a field; 0: no key of it was ever written. */
export const fieldOf = (
  { file }: Place,
  { contentTypeId, technicalFieldName }: { readonly contentTypeId: string; readonly technicalFieldName: string },
): number => file.code('field', fieldName(contentTypeId, technicalFieldName)) ?? 0

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
function sortKeyOf(place: Place, order: ListedOrder): Sql {
  const { file, isPublished } = place
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
    case 'field':
      return sortKeyOfField(place, fieldOf(place, order))
    default:
      return raw(`v.${orderColumns[order.by]}`)
  }
}

/** Statuses in the order of their names. */
const statusNames = `case v.status ${statuses.map((status, at) => `when ${at} then '${status}'`).join(' ')} end`

/** The ranges of indexes that have the order; undefined: none has. */
function rangesOf(place: Place, places: readonly number[], order: ListedOrder): Range[] | undefined {
  const { file } = place
  const at = (part: number) => sql`v.variation = ${onlyOf(place)} and v.place = ${part}`
  const each = (column: string, values: readonly number[]): Range[] =>
    values.flatMap((value, rank) =>
      places.map((part) => ({
        where: sql`${at(part)} and ${raw(column)} = ${value}`,
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
    case 'field':
      return undefined
    default: {
      if (order.by === 'name' && place.isPublished) return undefined
      const column = raw(`v.${orderColumns[order.by]}`)
      return places.map((part) => ({ where: at(part), key: column, isOne: false }))
    }
  }
}
