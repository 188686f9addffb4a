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
