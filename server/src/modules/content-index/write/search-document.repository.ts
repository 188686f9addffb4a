import { sql } from 'kysely'
import { each, inSlices } from '../../../core/time-slices.ts'
import { prepared, type Transaction } from '../../../platform/database/transaction.ts'
import { withoutCopy } from '../../../platform/database/without-copy.ts'
import type { EntryPlace } from './projected-variation.ts'
import type { FoundDocument, PlacedWord } from './search-words.ts'
import { lexemeOfSpace, nameMark } from './space.ts'
import { type StemOf, stemsOf } from './stem.repository.ts'

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
  const stemOf = await stemsOf(trx, wordsToStem(found))
  const contents = await inSlices(
    // biome-ignore lint/correctness/useYield: `each` yields after every document.
    each(found, function* ({ words }) {
      return lexemesOf(words, stemOf)
    }),
  )
  await prepared(
    trx,
    'write-search-documents',
    sql`
    with content as materialized (
      select (place - 1)::integer as at, words::tsvector as words
      from unnest(${contents}::text[]) with ordinality as row (words, place)
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

function* wordsToStem(found: readonly FoundDocument[]): Generator<{ stemmer: string; word: string }> {
  for (const { words } of found)
    for (const { text, stemmers } of words) for (const stemmer of stemmers) yield { stemmer, word: text }
}

/** Words in the notation of a tsvector, where a word that is there twice counts once. */
export function lexemesOf(words: readonly PlacedWord[], stemOf: StemOf): string {
  const lexemes: string[] = []
  for (const { text, stemmers, isInName, places } of words) {
    const end = places === '' ? "'" : `':${places}`
    const add = (form: string) => {
      const written = /['\\]/.test(form) ? form.replaceAll('\\', '\\\\').replaceAll("'", "''") : form
      lexemes.push(`'${written}${end}`)
      if (isInName) lexemes.push(`'${nameMark}${written}${end}`)
    }
    add(text)
    for (const stemmer of stemmers) {
      const stem = stemOf(stemmer, text)
      if (stem !== null && stem !== text) add(stem)
    }
  }
  return lexemes.join(' ')
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
