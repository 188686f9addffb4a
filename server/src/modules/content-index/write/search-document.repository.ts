import { type RawBuilder, sql } from 'kysely'
import { prepared, type Transaction } from '../../../platform/database/transaction.ts'
import { withoutCopy } from '../../../platform/database/without-copy.ts'
import type { EntryPlace } from './projected-variation.ts'
import type { FoundDocument } from './search-words.ts'
import { lexemeOfSpace, nameMark } from './space.ts'

/**
 * The stem of a word; null for stop words. The Russian stemmer takes a soft sign before a vowel for a part of the ending,
 * which makes raw material (`сырья`) of cheese (`сыр`): the sign stays with the stem.
 */
export const stemOfWord = (stemmer: RawBuilder<unknown>, word: RawBuilder<unknown>): RawBuilder<string | null> => sql`(
  select case when ${stemmer} = 'russian_stem' and substr(${word}, length(lexized) + 1) ~ '^ь[яеюи]'
    then lexized || 'ь' else lexized end
  from (select (ts_lexize((${stemmer})::regdictionary, ${word}))[1] as lexized) l)`

export interface SearchDocument extends EntryPlace {
  /** The place of its words in the list of all. */
  readonly at: number
}

const lexemeOf = ({ space, scope }: EntryPlace): string => lexemeOfSpace(space, scope)

/**
 * Each word is stored as written and as its stems; those of the name and the title once more with a mark, so that a match
 * there is found before one in a text. Documents with the same words share the work.
 */
export async function writeSearchDocuments(
  trx: Transaction,
  tenantId: string,
  documents: readonly SearchDocument[],
  found: readonly FoundDocument[],
): Promise<void> {
  const words = found.flatMap((document, at) => document.words.map((word) => ({ ...word, at })))
  await prepared(
    trx,
    'write-search-documents',
    sql`
    with word as (
      select * from unnest(${words.map((word) => word.at)}::integer[], ${words.map((word) => word.text)}::text[],
        ${words.map((word) => word.stemmers.join())}::text[], ${words.map((word) => word.places)}::text[],
        ${words.map((word) => word.isInName)}::boolean[]) as row (at, text, stemmers, places, is_in_name)
    ), form as (
      select at, text as form, places, is_in_name from word
      union all
      select at, stem, places, is_in_name from word cross join lateral (
        select distinct ${stemOfWord(sql`stemmer`, sql`text`)} as stem
        from unnest(string_to_array(nullif(stemmers, ''), ',')) stemmer
      ) stems
      where stem <> text
    ), content as (
      select at, string_agg('''' || mark || replace(replace(form, '\\', '\\\\'), '''', '''''') || '''' || coalesce(':' || nullif(places, ''), ''), ' ')::tsvector as words
      from form cross join lateral (values ('', true), (${nameMark}::text, is_in_name)) as marks (mark, applies)
      where applies
      group by at
    )
    insert into search_document (tenant_id, content_item_id, scope, space, words, heads)
    select ${tenantId}::uuid, content_item_id, scope, space,
      coalesce(content.words, ''::tsvector) || array_to_tsvector(array[lexeme]), heads
    from unnest(${documents.map((document) => document.contentItemId)}::uuid[],
      ${documents.map((document) => document.scope)}::"char"[], ${documents.map((document) => document.space)}::bigint[],
      ${documents.map(lexemeOf)}::text[], ${documents.map((document) => document.at)}::integer[],
      ${documents.map((document) => found[document.at]?.heads ?? '')}::text[])
      as row (content_item_id, scope, space, lexeme, at, heads)
    left join content using (at)
    on conflict (tenant_id, content_item_id, scope, space) do update set words = excluded.words, heads = excluded.heads ${withoutCopy}`,
  )
}

/** A document whose words are stored already, for other variations or in another scope. */
export interface CopiedDocument extends EntryPlace {
  readonly from: EntryPlace
}

/** Stores documents with the words of others, which need not be split and stemmed again. */
export async function copySearchDocuments(
  trx: Transaction,
  tenantId: string,
  documents: readonly CopiedDocument[],
): Promise<void> {
  await prepared(
    trx,
    'copy-search-documents',
    sql`
    insert into search_document (tenant_id, content_item_id, scope, space, words, heads)
    select ${tenantId}::uuid, row.content_item_id, row.scope, row.space,
      ts_delete(s.words, row.from_lexeme) || array_to_tsvector(array[row.lexeme]), s.heads
    from unnest(${documents.map((document) => document.contentItemId)}::uuid[],
      ${documents.map((document) => document.scope)}::"char"[], ${documents.map((document) => document.space)}::bigint[],
      ${documents.map(lexemeOf)}::text[], ${documents.map(({ from }) => from.scope)}::"char"[],
      ${documents.map(({ from }) => from.space)}::bigint[], ${documents.map(({ from }) => lexemeOf(from))}::text[])
      as row (content_item_id, scope, space, lexeme, from_scope, from_space, from_lexeme)
    join search_document s on s.tenant_id = ${tenantId} and s.content_item_id = row.content_item_id
      and s.scope = row.from_scope and s.space = row.from_space
    on conflict (tenant_id, content_item_id, scope, space) do update set words = excluded.words, heads = excluded.heads ${withoutCopy}`,
  )
}

export async function removeSearchDocuments(
  trx: Transaction,
  tenantId: string,
  documents: readonly EntryPlace[],
): Promise<void> {
  await prepared(
    trx,
    'remove-search-documents',
    sql`
    delete from search_document using unnest(${documents.map((document) => document.contentItemId)}::uuid[],
      ${documents.map((document) => document.scope)}::"char"[], ${documents.map((document) => document.space)}::bigint[])
      as old (content_item_id, scope, space)
    where search_document.tenant_id = ${tenantId} and search_document.content_item_id = old.content_item_id
      and search_document.scope = old.scope and search_document.space = old.space`,
  )
}

export async function removeSearchDocumentsOfItems(
  trx: Transaction,
  tenantId: string,
  contentItemIds: readonly string[],
): Promise<void> {
  await prepared(
    trx,
    'remove-search-documents-of-items',
    sql`delete from search_document
      where tenant_id = ${tenantId} and content_item_id = any(${contentItemIds}::uuid[])`,
  )
}
