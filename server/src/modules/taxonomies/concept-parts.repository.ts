import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../../platform/database/transaction.ts'
import { withoutCopy } from '../../platform/database/without-copy.ts'

/** Has the index know the words that these concepts have now; writes nothing for those whose words are the same. */
export async function indexWords(trx: Transaction, tenantId: string, conceptIds: readonly string[]): Promise<void> {
  if (conceptIds.length === 0) return
  await sql`
    insert into concept_search (tenant_id, concept_id, taxonomy_id, lines)
    select tenant_id, concept_id, taxonomy_id, E'\n' || search_lines || concept_search_forms(search_lines) || E'\n'
      from concept where tenant_id = ${tenantId} and concept_id = any(${[...conceptIds]}::uuid[])
    on conflict (tenant_id, concept_id) do update set lines = excluded.lines
      where concept_search.lines <> excluded.lines ${withoutCopy}`.execute(trx)
}

/** Parts that a concept has to have all of, in its lines with a line break before, between and behind them. */
export type Parts = readonly string[]

/**
 * The ids of concepts that have all parts of one of these lists, at most so many of each, read off an index. A condition on the
 * lines themselves has to follow: letters of other scripts are numbers in the index, which may also stand in a code.
 */
export const conceptsWithParts = (
  tenantId: string,
  { taxonomyIds }: { readonly taxonomyIds?: readonly string[] | undefined },
  lists: readonly Parts[],
  most: number,
): RawBuilder<unknown> =>
  sql.join(
    lists.map(
      (parts) => sql`select id from concepts_with_parts(${tenantId}, ${taxonomyIds && [...taxonomyIds]}::uuid[],
        ${parts.map(indexedForm)}::text[], ${most}::integer) id`,
    ),
    sql` union `,
  )

/**
 * The ids of concepts that have all parts, at most so many, and where these are not all, of those that begin with the text or are
 * called so. The same condition has to follow.
 */
export const nearestConcepts = (
  tenantId: string,
  { taxonomyIds }: { readonly taxonomyIds?: readonly string[] | undefined },
  text: string,
  parts: Parts,
  most: number,
): RawBuilder<unknown> => {
  const code = codeOf(text)
  const lineOf = (line: string) => indexedForm(`\n${line}\n`)
  return sql`
    select id from nearest_concepts(${tenantId}, ${taxonomyIds && [...taxonomyIds]}::uuid[], ${parts.map(indexedForm)}::text[],
      ${indexedForm(`\n${text}`)}, ${lineOf(text)}, ${code === undefined ? null : lineOf(code)}, ${most}::integer) id`
}

/** The parts of a search for words: each as it is, or without the signs of codes. */
export const partsOfWords = (words: readonly string[]): Parts => words.map((word) => codeOf(word) ?? word)

/** A word with digits, without what people leave out of codes or put in; undefined for other words and short ones. */
export function codeOf(word: string): string | undefined {
  const code = squashed(word)
  return /[0-9]/.test(code) && code.length >= shortestCode ? code : undefined
}

const shortestCode = 3

export const squashed = (text: string): string => text.replace(/[\s\-./_]/gu, '')

/** Whether the index knows a part: it has three letters or digits on, as those of other scripts always have. */
export const isIndexed = (part: string): boolean => /[a-z0-9]{3}/.test(indexedForm(part))

/** Beginnings of words, which the index knows of two letters, too. */
export const atBeginnings = (part: string): string[] => ['\n', ' ', '-'].map((before) => before + part)

/** As `concept_search_forms` in the migration 0124 writes it. */
export const indexedForm = (part: string): string =>
  [...part].map((letter) => (letter < '\u0080' ? letter : letter.codePointAt(0)?.toString(16))).join('')
