import type { ItemDocument, WordsDocument } from '../item-document.ts'
import { blobOf, idOf, isAlike, type ReaderFile, rowsOfItem } from './reader-file.ts'
import { keysIn, placeOfKey, rowColumns, rowsIn, type StoredRow, storedKeys, storedRow } from './write-items.ts'
import { bodyIn, columnsOfLiveThatDiffer, liveIn, type NumberOf, storedLive } from './write-live.ts'

/** Parts of an item that stand in the file otherwise than they would be written; `item` undefined: it is no more. */
export function differencesOf(file: ReaderFile, contentItemId: string, item: ItemDocument | undefined): string[] {
  const n = file.get('select n from item where id = ?', blobOf(contentItemId))?.n
  if (typeof n !== 'number') return item === undefined ? [] : ['is not there']
  if (item === undefined) return ['is no more']
  const numberOf: NumberOf = (of, name) => file.code(of, name) ?? -1
  const stored = new Map(rowsIn(file, n).map((row) => [Number(row.variation), row]))
  const found: string[] = []
  for (const row of item.rows) {
    const wanted = storedRow(numberOf, item, row, n)
    const variation = Number(wanted.row.variation)
    const is = stored.get(variation)
    stored.delete(variation)
    const parts =
      is === undefined ? ['row'] : [...columnsThatDiffer(is, wanted.row), ...documentsThatDiffer(file, wanted)]
    found.push(...new Set(parts.map((part) => `${part} of ${row.variationId}`)))
  }
  if (stored.size > 0) found.push('rows of other variations')
  found.push(...liveThatDiffers(file, item, n, numberOf))
  const keys = storedKeys(numberOf, item.keys)
  const there = keysIn(file, n)
  const areAlike = there.every((row) => {
    const wanted = keys.get(placeOfKey(row))
    return wanted !== undefined && wanted[4] === row.scope && wanted[5] === row.use
  })
  if (!areAlike || there.length !== keys.size) found.push('keys')
  return found
}

const columnsThatDiffer = (is: StoredRow, wanted: StoredRow): string[] =>
  rowColumns.filter((column) => !isAlike(is[column], wanted[column])).map((column) => column.replace('_', ' '))

/** Words stand in their index alone, which tells whether it has a document; `row` has what they were written from. */
function documentsThatDiffer(
  file: ReaderFile,
  {
    row,
    working,
    live,
  }: { readonly row: StoredRow; readonly working: WordsDocument; readonly live: WordsDocument | undefined },
): string[] {
  const table = file.wordsOf(Number(row.variation))
  return [working, live].flatMap((words, at) => {
    const doc = 2 * Number(row.r) + at
    const isThere = table !== undefined && file.get(`select rowid from ${table} where rowid = ?`, doc) !== undefined
    const lines = file.get('select lines from head where doc = ?', doc)?.lines
    return [...(isThere === (words !== undefined) ? [] : ['words']), ...(lines === words?.heads ? [] : ['heads'])]
  })
}

function liveThatDiffers(
  file: ReaderFile,
  { contentTypeId, live }: ItemDocument,
  n: number,
  numberOf: NumberOf,
): string[] {
  const stored = new Map(liveIn(file, n).map((row) => [Number(row.variation), row]))
  const found = live.flatMap((each) => {
    const wanted = storedLive(numberOf, contentTypeId, each, n, bodyIn(file, n, each.body) ?? -1)
    const is = stored.get(Number(wanted.variation))
    stored.delete(Number(wanted.variation))
    const parts = is === undefined ? ['live'] : columnsOfLiveThatDiffer(is, wanted)
    const isBody = (text: string) =>
      file.get(
        'select 1 as found from body where b = ? and fields = ? and sources = ?',
        wanted.body,
        text,
        each.body.sources,
      )
    if (is !== undefined && isBody(each.body.fields) === undefined) parts.push('live values')
    return parts.map((part) => `${part} of ${each.variationId}`)
  })
  return stored.size > 0 ? [...found, 'live in other variations'] : found
}

/** Counts, keys and heads that do not fit the rows of the file itself. */
export function disagreementsIn(file: ReaderFile): string[] {
  const counted = `select variation, place, type, status, is_live, count(*) as count from row group by 1, 2, 3, 4, 5`
  const kept = 'select variation, place, type, status, is_live, count from tally where count <> 0'
  const countedLive = 'select variation, type, channels, count(*) as count from live group by 1, 2, 3'
  const keptLive = 'select variation, type, channels, count from live_tally where count <> 0'
  const has = (query: string) => file.get(`select 1 as found from (${query}) limit 1`) !== undefined
  const without = (of: string) => `select n from ${of} except select n from item`
  return [
    ...(has(`select * from (${counted} except ${kept}) union all select * from (${kept} except ${counted})`)
      ? ['tally']
      : []),
    ...(has(
      `select * from (${countedLive} except ${keptLive}) union all select * from (${keptLive} except ${countedLive})`,
    )
      ? ['tally of what is live']
      : []),
    ...(has('select b from body except select body from live') ? ['bodies of nothing that is live'] : []),
    ...(has(without(`(select r / ${rowsOfItem} as n from row)`)) ? ['rows of no item'] : []),
    ...(has(without('key')) ? ['keys of no item'] : []),
    ...(has(without(`(select doc / 2 / ${rowsOfItem} as n from head)`)) ? ['heads of no item'] : []),
  ]
}

/** Ids of the items behind one and up to another, in their order; null: from the first, to the last. */
export const itemsBetween = (file: ReaderFile, after: string | null, last: string | null): string[] =>
  file
    .all(
      'select id from item where (?1 is null or id > ?1) and (?2 is null or id <= ?2) order by id',
      after === null ? null : blobOf(after),
      last === null ? null : blobOf(last),
    )
    .flatMap(({ id }) => (id instanceof Uint8Array ? [idOf(id)] : []))
