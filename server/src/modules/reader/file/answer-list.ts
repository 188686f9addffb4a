import type { ListAnswer, ListQuestion } from '../list-question.ts'
import { compiled, type Place } from './conditions.ts'
import { rankedRows } from './rank.ts'
import { placeOf, type ReaderFile, statuses } from './reader-file.ts'
import { type Asked, number, read, rowsOf } from './rows.ts'
import { allOf, oneOf, raw, sql } from './sql.ts'

/** One page of a list, from one state of the file. */
export function answerList(file: ReaderFile, question: ListQuestion): ListAnswer {
  return file.inSnapshot(() => {
    const asked = askedOf(file, question)
    if (asked === undefined || asked.possible === 0) return { rows: [], total: 0, isCapped: false }
    if (question.order.by === 'relevance') return rankedRows(asked, question.order.ranking)
    return rowsOf(asked)
  })
}

function askedOf(file: ReaderFile, question: ListQuestion): Asked | undefined {
  const variation = file.code('variation', question.variationId)
  if (variation === undefined) return undefined
  const { isPublished, contentTypeIds, statuses: wanted } = question
  const place: Place = { file, variation, isPublished }
  const places = question.kinds.flatMap((kind) => question.deleted.map((isDeleted) => placeOf(kind, isDeleted)))
  const types = contentTypeIds?.flatMap((id) => file.code('type', id) ?? [])
  const numbers = wanted?.map((status) => statuses.indexOf(status))
  const narrowed = [
    ...(isPublished ? [raw('v.is_live')] : []),
    ...(types === undefined ? [] : [sql`v.type in ${oneOf(types)}`]),
    ...(numbers === undefined ? [] : [sql`v.status in ${oneOf(numbers)}`]),
  ]
  const counted = allOf([sql`v.variation = ${variation} and v.place in ${oneOf(places)}`, ...narrowed])
  const possible = number(
    read(file, sql`select coalesce(sum(v.count), 0) as count from tally v where ${counted}`)[0]?.count,
  )
  const conditions = question.conditions.map((condition) => compiled(place, condition))
  return { place, question, narrowed: allOf(narrowed), conditions, possible, places }
}
