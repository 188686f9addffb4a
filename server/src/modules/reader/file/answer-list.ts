import type { ListAnswer, ListedId, ListQuestion, SelectionAnswer, SelectionQuestion } from '../list-question.ts'
import { compiled, type Place } from './conditions.ts'
import { listedIds, listedRows } from './listed-rows.ts'
import { rankedRows } from './rank.ts'
import { placeOf, type ReaderFile, type Row, statuses } from './reader-file.ts'
import { rowOrderOf } from './row-order.ts'
import { type Asked, number, read, rowsOf } from './rows.ts'
import { allOf, oneOf, raw, sql } from './sql.ts'

/** Beyond it nobody needs the number. */
const countLimit = 10_000

/** One page of a list. */
export const answerList = (file: ReaderFile, question: ListQuestion): ListAnswer =>
  answered(file, question, (place, rows) => listedRows(place, question.pictures, rows))

/** Ids of its rows. */
export const answerSelection = (file: ReaderFile, question: SelectionQuestion): SelectionAnswer =>
  answered(file, question, (_, rows) => listedIds(file, rows))

/** A page of rows or of their ids, from one state of the file. */
function answered<Shown extends ListedId>(
  file: ReaderFile,
  question: SelectionQuestion,
  shown: (place: Place, rows: readonly Row[]) => readonly Shown[],
): SelectionAnswer<Shown> {
  return file.inSnapshot(() => {
    const asked = askedOf(file, question)
    if (asked === undefined || asked.possible === 0) return { rows: [], total: 0, isCapped: false }
    const { order } = question
    const { rows, ...counts } = order.by === 'relevance' ? rankedRows(asked, order.ranking) : rowsOf(asked)
    return { rows: shown(asked.place, rows), ...counts }
  })
}

function askedOf(file: ReaderFile, question: SelectionQuestion): Asked | undefined {
  const variation = file.code('variation', question.variationId)
  if (variation === undefined) return undefined
  const { isPublished, contentTypeIds, statuses: wanted, order } = question
  const place: Place = { file, table: 'row', variations: [variation], isPublished }
  const places = question.kinds.flatMap((kind) => question.deleted.map((isDeleted) => placeOf(kind, isDeleted)))
  const types = contentTypeIds?.flatMap((id) => file.code('type', id) ?? [])
  const numbers = wanted?.map((status) => statuses.indexOf(status))
  const standing = sql`v.variation = ${variation} and v.place in ${oneOf(places)}`
  const narrowed = allOf([
    ...(isPublished ? [raw('v.is_live')] : []),
    ...(types === undefined ? [] : [sql`v.type in ${oneOf(types)}`]),
    ...(numbers === undefined ? [] : [sql`v.status in ${oneOf(numbers)}`]),
  ])
  const [counted] = read(
    file,
    sql`select coalesce(sum(v.count), 0) as count from tally v where ${standing} and ${narrowed}`,
  )
  return {
    place,
    standing,
    narrowed,
    conditions: question.conditions.map((condition) => compiled(place, condition)),
    // Those on one step of a rank come the latest first.
    order: rowOrderOf(place, places, order.by === 'relevance' ? { by: 'modifiedAt', direction: 'desc' } : order),
    page: { ...question, countLimit: question.countsAll ? undefined : countLimit },
    possible: number(counted?.count),
  }
}
