import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { prepared, type Transaction } from '../../../platform/database/transaction.ts'
import { lexemeOfSpace } from '../write/space.ts'
import type { Condition } from './filter.repository.ts'
import { type IndexPlace, joinVariations } from './index-place.repository.ts'

/** The stem of each word; null for stop words. */
export async function stemsOf(
  trx: Transaction,
  stemmer: string | null,
  words: readonly string[],
): Promise<(string | null)[]> {
  if (stemmer === null) return words.map(() => null)
  const nameOf = (word: string) => `${stemmer} ${word}`
  const found = new Map(words.map((word) => [word, stems.get(nameOf(word))]))
  const unknown = [...found.keys()].filter((word) => found.get(word) === undefined)
  if (unknown.length > 0) {
    const rows = await prepared(
      trx,
      'stems-of-words',
      sql<{ word: string; stem: string | null }>`
        select word, (ts_lexize(${stemmer}::regdictionary, word))[1] as stem from unnest(${unknown}::text[]) word`,
    )
    for (const { word, stem } of rows) {
      found.set(word, { stem })
      stems.set(nameOf(word), { stem })
    }
  }
  return words.map((word) => found.get(word)?.stem ?? null)
}

/** Stems do not change while the server runs. */
const stems = new LRUCache<string, { readonly stem: string | null }>({ max: 20_000 })

/** What is searched for in the documents of some spaces. */
export interface WordSearch {
  readonly spaces: readonly number[]
  /** A tsquery of the words alone. */
  readonly words: string
}

export function matchesWords(place: IndexPlace, { spaces, words }: WordSearch): Condition {
  const { tenantId, scopes } = place
  const inSpaces = spaces.flatMap((space) => scopes.map((scope) => `'${lexemeOfSpace(space, scope)}'`))
  // Without a space or a word there is nothing that could match.
  const query = inSpaces.length === 0 || words === '' ? '' : `(${inSpaces.join(' | ')}) & (${words})`
  return {
    predicate: sql<SqlBool>`coalesce((select s.words @@ ${words}::tsquery from search_document s
      where ${documentOfRow(place, spaces)}), false)`,
    findMatching: (most) =>
      sql`select e.content_variation_id from (
          select id as content_item_id from documents_with_words(${tenantId}, ${spaces}::bigint[], ${scopes}::text[],
            ${query}::tsquery, ${most}::integer) id
        ) k ${joinVariations(place, 'k', 'known')}`,
    isExpensive: true,
    domain: 'kinds',
  }
}

/** How well the words match the document of a row `v`. */
export const rankOfWords = (place: IndexPlace, { spaces, words }: WordSearch): RawBuilder<unknown> => sql`(
  select ts_rank(s.words, ${words}::tsquery) from search_document s where ${documentOfRow(place, spaces)})`

/** Of all documents of an item, one stands for a variation in what the list shows. */
const documentOfRow = ({ tenantId, scopes }: IndexPlace, spaces: readonly number[]): RawBuilder<SqlBool> =>
  sql<SqlBool>`s.tenant_id = ${tenantId} and s.content_item_id = v.content_item_id
    and s.scope = any(${scopes}::"char"[]) and s.space = any(${spaces}::bigint[])`
