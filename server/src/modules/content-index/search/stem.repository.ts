import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { Slice } from '../../../core/time-slices.ts'
import { prepared } from '../../../platform/database/transaction.ts'
import type { ReadTruth } from './search-place.ts'

/** Null for stop words. */
export type StemOf = (stemmer: string, word: string) => string | null

/**
 * Stems do not change while the server runs. A language has some ten thousand words that nearly all of its texts are made of; an entry takes
 * 200 bytes.
 */
const stems = new LRUCache<string, { readonly stem: string | null }>({ max: 50_000 })
const nameOf = (stemmer: string, word: string): string => `${stemmer} ${word}`

/**
 * The stems of these words. The Russian stemmer takes a soft sign before a vowel for a part of the ending, which makes raw material (`сырья`)
 * of cheese (`сыр`): the sign stays with the stem.
 */
export async function stemsOf(
  read: ReadTruth,
  asked: Iterable<{ readonly stemmer: string; readonly word: string }>,
): Promise<StemOf> {
  const found = new Map<string, string | null>()
  const unknown = new Map<string, { readonly stemmer: string; readonly word: string }>()
  const slice = new Slice()
  for (const { stemmer, word } of asked) {
    if (slice.isOver) await slice.pause()
    const name = nameOf(stemmer, word)
    if (found.has(name) || unknown.has(name)) continue
    const known = stems.get(name)
    if (known === undefined) unknown.set(name, { stemmer, word })
    else found.set(name, known.stem)
  }
  if (unknown.size > 0) {
    const pairs = [...unknown.values()]
    const query = sql<{ stemmer: string; word: string; stem: string | null }>`
      select stemmer, word,
        case when stemmer = 'russian_stem' and substr(word, length(lexized) + 1) ~ '^ь[яеюи]' then lexized || 'ь' else lexized end as stem
      from unnest(${pairs.map(({ stemmer }) => stemmer)}::text[], ${pairs.map(({ word }) => word)}::text[]) as pair (stemmer, word)
      cross join lateral (select (ts_lexize(stemmer::regdictionary, word))[1] as lexized) l`
    const rows = await read((trx) => prepared(trx, 'stems-of-words', query))
    for (const { stemmer, word, stem } of rows) {
      const name = nameOf(stemmer, word)
      found.set(name, stem)
      stems.set(name, { stem })
    }
  }
  return (stemmer, word) => found.get(nameOf(stemmer, word)) ?? null
}
