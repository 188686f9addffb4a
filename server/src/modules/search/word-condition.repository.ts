import { type SqlBool, sql } from 'kysely'
import type { Transaction } from '../../platform/database/transaction.ts'
import type { Condition } from '../listing/index.ts'

/** Each word as the language's grammar shortens it; null for words too common to look for. */
export async function stemsOf(
  trx: Transaction,
  stemmer: string | null,
  words: readonly string[],
): Promise<(string | null)[]> {
  if (stemmer === null || words.length === 0) return words.map(() => null)
  const { rows } = await sql<{ stem: string | null }>`
    select (ts_lexize(${stemmer}::regdictionary, word))[1] as stem
    from unnest(${words}::text[]) with ordinality as given (word, at) order by at`.execute(trx)
  return rows.map(({ stem }) => stem)
}

/** `query`: a tsquery whose every word begins with the space of tenant, variation and kind. */
export function matchesWords(tenantId: string, variationId: string, published: boolean, query: string): Condition {
  return {
    holds: sql<SqlBool>`coalesce((select s.words @@ ${query}::tsquery from search_document s
      where s.tenant_id = ${tenantId} and s.content_variation_id = v.content_variation_id
        and s.is_live = ${published}), false)`,
    find: (most) =>
      sql`select id as content_variation_id
        from documents_with_words(${variationId}::uuid, ${published}::boolean, ${query}::tsquery, ${most}::integer) id`,
    spans: 'kinds',
  }
}
