import type { LiveAnswer, LiveItemsAnswer, LiveItemsQuestion, LiveQuestion, LiveRow, Reach } from '../live-question.ts'
import { type Compiled, compiled, type Place } from './conditions.ts'
import { timeOf } from './microseconds.ts'
import { blobOf, idOf, type ReaderFile, type Row, rowsOfItem } from './reader-file.ts'
import { fieldOf } from './row-order.ts'
import { number, type Range, type RowOrder, read, rowsOf, sortKeyOfField } from './rows.ts'
import { allOf, always, anyOf, oneOf, raw, type Sql, sql } from './sql.ts'

/** Consumers go on by pages and not by the number of rows, which costs more than a page where many match. */
const countLimit = 1_000

/** One page of a list of what is live, from one state of the file. */
export function answerLive(file: ReaderFile, question: LiveQuestion): LiveAnswer {
  return file.inSnapshot(() => {
    const variations = question.variationIds.flatMap((id) => file.code('variation', id) ?? [])
    const types = question.contentTypeIds.flatMap((id) => file.code('type', id) ?? [])
    const place: Place = { file, table: 'live', variations, isPublished: true }
    const standing = sql`v.variation in ${oneOf(variations)} and v.type in ${oneOf(types)}`
    const reaching = reaches(file, question.reach)
    const counts = read(
      file,
      sql`select v.variation, v.type, sum(v.count) as count from live_tally v where ${standing} and ${reaching} group by 1, 2 having sum(v.count) > 0`,
    )
    const { rows, ...counted } = rowsOf({
      place,
      standing,
      narrowed: reaching,
      conditions: [
        ...(question.contentItemId === undefined ? [] : [ofItem(file, question.contentItemId)]),
        ...question.conditions.map((condition) => compiled(place, condition)),
      ],
      order: liveOrderOf(place, standing, question, counts),
      page: { ...question, countLimit },
      areFoundListed: areFoundListed(question),
      possible: counts.reduce((sum, { count }) => sum + number(count), 0),
    })
    return { rows: rows.flatMap((row) => liveRowOf(file, row) ?? []), ...counted }
  })
}

/** A key of what is live in a variation is of a row there, which stands in the list where nothing else narrows that. */
const areFoundListed = ({ variationIds, contentTypeIds, reach, contentItemId, conditions }: LiveQuestion): boolean =>
  variationIds.length === 1 &&
  reach.targets === null &&
  contentItemId === undefined &&
  conditions.every(
    (condition) =>
      condition.is === 'field' && condition.fields.every((field) => contentTypeIds.includes(field.contentTypeId)),
  )

/** A few look-ups for each item. */
export function answerLiveItems(file: ReaderFile, question: LiveItemsQuestion): LiveItemsAnswer {
  return file.inSnapshot(() => {
    const { contentItemIds, variationId, contentTypeIds, reach, limit } = question
    const variation = variationId === undefined ? undefined : (file.code('variation', variationId) ?? 0)
    const narrowed = allOf([
      reaches(file, reach),
      ...(variation === undefined ? [] : [sql`v.variation = ${variation}`]),
      ...(contentTypeIds === undefined
        ? []
        : [sql`v.type in ${oneOf(contentTypeIds.flatMap((id) => file.code('type', id) ?? []))}`]),
    ])
    const rows: LiveRow[] = []
    for (const id of contentItemIds) {
      if (rows.length === limit) break
      const n = numberOfItem(file, id)
      const found = read(
        file,
        sql`select v.r from live v not indexed where v.r >= ${n * rowsOfItem} and v.r < ${(n + 1) * rowsOfItem} and ${narrowed}
          order by v.id limit ${limit - rows.length}`,
      )
      rows.push(...found.flatMap((row) => liveRowOf(file, row) ?? []))
    }
    return { rows }
  })
}

/** 0: it is not there. */
const numberOfItem = (file: ReaderFile, contentItemId: string): number =>
  number(file.get('select n from item where id = ?', blobOf(contentItemId))?.n)

/** Whether a row goes to one of the channels; one that names none goes to all that have its variation. */
function reaches(file: ReaderFile, { targets, limited }: Reach): Sql {
  if (targets === null) return always
  const goesTo = (channel: string) => sql`instr(v.channels, ${`,${channel},`})`
  return anyOf([
    ...(targets.length === 0 ? [] : [raw(`v.channels = ''`), ...targets.map(goesTo)]),
    ...limited.map(({ technicalName, variationIds }) => {
      const variations = variationIds.flatMap((id) => file.code('variation', id) ?? [])
      return sql`(v.variation in ${oneOf(variations)} and (v.channels = '' or ${goesTo(technicalName)}))`
    }),
  ])
}

function ofItem(file: ReaderFile, contentItemId: string): Compiled {
  const n = numberOfItem(file, contentItemId)
  const test = (row: string) => sql`${raw(row)} >= ${n * rowsOfItem} and ${raw(row)} < ${(n + 1) * rowsOfItem}`
  return { test: test('v.r'), find: sql`select r from live where ${test('r')}`, isExact: true }
}

const columns = { publication: 'v.published_at', name: 'v.name_key' } as const

/** SQLite merges so many ranges faster than it tests all that is live. */
const mostCombinations = 64

/** `counts`: variations and types of which something is in the list. */
function liveOrderOf(place: Place, standing: Sql, { order }: LiveQuestion, counts: readonly Row[]): RowOrder {
  const { direction } = order
  if (order.by === 'field') {
    const field = fieldOf(place, order)
    return { direction, tie: 'id', key: sortKeyOfField(place, field), field }
  }
  const [key, isOne] = order.by === 'id' ? [raw('0'), true] : [raw(columns[order.by]), false]
  const ranges =
    counts.length > mostCombinations && order.by === 'id'
      ? [{ where: standing, key, isOne }]
      : counts.map(
          ({ variation, type }): Range => ({
            where: sql`v.variation = ${number(variation)} and v.type = ${number(type)}`,
            key,
            isOne,
          }),
        )
  return { direction, tie: 'id', key: order.by === 'id' ? raw('v.id') : key, ranges }
}

function liveRowOf(file: ReaderFile, { r }: Row): LiveRow | undefined {
  const row = file.get(
    `select v.id, i.id as item, l.name as variation, t.name as type, v.name, v.version, v.published_at, b.fields, b.names, b.sources
     from live v join item i on i.n = v.r / ${rowsOfItem} join body b on b.b = v.body
     join code l on l.of = 'variation' and l.number = v.variation join code t on t.of = 'type' and t.number = v.type
     where v.r = ?`,
    r ?? null,
  )
  if (!(row?.id instanceof Uint8Array && row.item instanceof Uint8Array)) return undefined
  return {
    contentItemId: idOf(row.item),
    contentVariationId: idOf(row.id),
    variationId: String(row.variation),
    contentTypeId: String(row.type),
    name: String(row.name),
    publishedVersion: number(row.version),
    publishedAt: timeOf(number(row.published_at)),
    fields: String(row.fields),
    names: String(row.names),
    sources: String(row.sources),
  }
}
