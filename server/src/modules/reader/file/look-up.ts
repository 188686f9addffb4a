import type { Answers } from '../questions.ts'
import type { WordsPlace } from '../words-place.ts'
import { documentsWith, type Place } from './conditions.ts'
import { idOf, placeOf, type ReaderFile, rowsOfItem } from './reader-file.ts'
import { read } from './rows.ts'
import { oneOf, raw, type Sql, sql } from './sql.ts'

/** The rows `v` of the first documents that match. */
function rowsWith(place: Place, { kinds, deleted }: WordsPlace, words: string, most: number): Sql | undefined {
  const documents = documentsWith(place, words)
  if (documents === undefined) return undefined
  const places = kinds.flatMap((kind) => deleted.map((isDeleted) => placeOf(kind, isDeleted)))
  return sql`select v.r, v.id, d.doc from (${documents}) d cross join row v on v.r = d.doc / 2
    where v.place in ${oneOf(places)}
      and ${raw(place.isPublished ? 'v.is_live and (v.live_words is not null) = d.doc % 2' : 'd.doc % 2 = 0')}
    limit ${most}`
}

function placeIn(file: ReaderFile, { variationId, isPublished }: WordsPlace): Place | undefined {
  const variation = file.code('variation', variationId)
  return variation === undefined ? undefined : { file, table: 'row', variations: [variation], isPublished }
}

/** For each query whether nothing matches. */
export function unknownOf(file: ReaderFile, where: WordsPlace, queries: readonly string[]): boolean[] {
  const place = placeIn(file, where)
  return queries.map((words) => {
    const rows = place && rowsWith(place, where, words, 1)
    return rows === undefined || read(file, rows).length === 0
  })
}

/** For each query the items of the first documents that match. */
export function itemsOf(file: ReaderFile, where: WordsPlace, queries: readonly string[], most: number): string[][] {
  const place = placeIn(file, where)
  return queries.map((words) => {
    const rows = place && rowsWith(place, where, words, most)
    if (rows === undefined) return []
    return read(
      file,
      sql`select distinct i.id from (${rows}) f join item i on i.n = f.r / ${raw(String(rowsOfItem))}`,
    ).flatMap(({ id }) => (id instanceof Uint8Array ? [idOf(id)] : []))
  })
}

/** Heads of the first documents that match. */
export function headsOf(file: ReaderFile, where: WordsPlace, words: string, most: number): string[] {
  const place = placeIn(file, where)
  const rows = place && rowsWith(place, where, words, most)
  if (rows === undefined) return []
  return read(file, sql`select h.lines from (${rows}) f join head h on h.doc = f.doc`).map(({ lines }) => String(lines))
}

/** The words of the variation's texts that begin with one of these, the most frequent first, at most so many for each. */
export function vocabularyOf(
  file: ReaderFile,
  where: WordsPlace,
  beginnings: readonly string[],
  most: number,
): string[][] {
  const variation = file.code('variation', where.variationId)
  if (variation === undefined || file.wordsOf(variation) === undefined) return beginnings.map(() => [])
  return beginnings.map((beginning) =>
    beginning === ''
      ? []
      : read(
          file,
          sql`select term from ${raw(`vocabulary_${variation}`)} where term >= ${beginning} and term < ${`${beginning}\u{10ffff}`}
            order by doc desc limit ${most}`,
        ).map(({ term }) => String(term)),
  )
}

/** For each of the questions whether a row that is not deleted is of an item with one of the keys, in any variation. */
export function usedOf(file: ReaderFile, asked: Answers['used']['ask']): boolean[] {
  const places = ['user', 'media'].map((kind) => placeOf(kind, false))
  return asked.map(({ of, keys }) => {
    const field = file.code('field', of)
    if (field === undefined) return false
    const [{ isUsed } = {}] = read(
      file,
      sql`select exists (select 1 from key k join row v on v.r between k.n * ${rowsOfItem} and k.n * ${rowsOfItem} + ${rowsOfItem - 1}
        where k.field = ${field} and k.variation in (select 0 union all select number from code where of = 'variation')
          and k.key in (select value from json_each(${JSON.stringify(keys)})) and v.place in ${oneOf(places)}) as isUsed`,
    )
    return isUsed === 1
  })
}
