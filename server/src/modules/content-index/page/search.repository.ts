import { type SqlBool, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { prepared, type Transaction } from '../../../platform/database/transaction.ts'
import type { Condition } from './filter.repository.ts'

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

/** `query`: a tsquery in which every lexeme begins with the space of tenant, variation and kind. */
export function matchesWords(tenantId: string, variationId: string, published: boolean, query: string): Condition {
  return {
    predicate: sql<SqlBool>`coalesce((select s.words @@ ${query}::tsquery from search_document s
      where s.tenant_id = ${tenantId} and s.content_variation_id = v.content_variation_id
        and s.is_live = ${published}), false)`,
    findMatching: (most) =>
      sql`select id as content_variation_id
        from documents_with_words(${variationId}::uuid, ${published}::boolean, ${query}::tsquery, ${most}::integer) id`,
    isExpensive: true,
    domain: 'kinds',
  }
}
