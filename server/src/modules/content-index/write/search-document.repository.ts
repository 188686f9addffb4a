import { sql } from 'kysely'
import { prepared, type Transaction } from '../../../platform/database/transaction.ts'
import type { SearchWords } from './search-words.ts'

export interface SearchDocument extends SearchWords {
  readonly conceptIds: readonly string[]
}

/**
 * Each word is stored as written (`w`, for prefix search) and as its stem (`s`), words of the name also as `n` and `m`,
 * so that a match in the name ranks above a match in a text. Every lexeme has the prefix of `wordSpaceOf`.
 */
export async function writeSearchDocuments(
  trx: Transaction,
  tenantId: string,
  documents: readonly SearchDocument[],
): Promise<void> {
  const words = documents.flatMap(({ words }, at) => words.map((word) => ({ ...word, at: at + 1 })))
  await prepared(
    trx,
    'write-search-documents',
    sql`
    with document as (
      select * from unnest(${documents.map((document) => document.contentVariationId)}::uuid[],
        ${documents.map((document) => document.scope === 'p')}::boolean[],
        ${documents.map((document) => document.variationId)}::uuid[],
        ${documents.map((document) => document.conceptIds.join(','))}::text[],
        ${documents.map((document) => document.wordSpace)}::text[],
        ${documents.map((document) => document.stemmer)}::regdictionary[]) with ordinality
        as row (content_variation_id, is_live, variation_id, concept_ids, word_space, stemmer, at)
    ), indexed as (
      select word.at, string_agg(lexeme, ' ')::tsvector as words
      from (
        select at, text, places, is_in_name, word_space,
          case when has_stem and stemmer is not null then (ts_lexize(stemmer, text))[1] end as stem
        from unnest(${words.map((word) => word.at)}::integer[], ${words.map((word) => word.text)}::text[],
          ${words.map((word) => word.hasStem)}::boolean[], ${words.map((word) => word.isInName)}::boolean[],
          ${words.map((word) => word.places)}::text[]) as row (at, text, has_stem, is_in_name, places)
        join document using (at)
        -- Finds the stem of a word once, and not again for each of its forms.
        offset 0
      ) word
      cross join lateral (
        select '''' || word_space || mark || form || ''':' || word.places as lexeme
        from (values
          (true, 'w', replace(word.text, '\\', '\\\\')),
          (word.is_in_name, 'n', replace(word.text, '\\', '\\\\')),
          (true, 's', word.stem),
          (word.is_in_name, 'm', word.stem)
        ) as forms (applies, mark, form)
        where applies and form is not null
      ) lexemes
      group by word.at
    )
    insert into search_document as kept (tenant_id, content_variation_id, is_live, variation_id, concept_ids, words)
    select ${tenantId}::uuid, content_variation_id, is_live, variation_id,
      coalesce(string_to_array(nullif(concept_ids, ''), ',')::uuid[], '{}'), coalesce(words, ''::tsvector)
    from document left join indexed using (at)
    on conflict (tenant_id, content_variation_id, is_live) do update
      set words = excluded.words, concept_ids = excluded.concept_ids, variation_id = excluded.variation_id
      where (kept.words, kept.concept_ids, kept.variation_id)
        is distinct from (excluded.words, excluded.concept_ids, excluded.variation_id)`,
  )
}

export async function removeSearchDocuments(
  trx: Transaction,
  tenantId: string,
  documents: readonly string[],
  which: 'live' | 'all',
): Promise<void> {
  let query = trx
    .deleteFrom('search_document')
    .where('tenant_id', '=', tenantId)
    .where('content_variation_id', 'in', [...documents])
  if (which === 'live') query = query.where('is_live', '=', true)
  await query.execute()
}
