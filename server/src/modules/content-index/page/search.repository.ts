import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Transaction } from '../../../platform/database/transaction.ts'
import { squashed } from '../write/heads.ts'
import type { Typed } from '../write/search-terms.ts'
import { lexemeOfSpace } from '../write/space.ts'
import type { Condition } from './filter.repository.ts'
import { type IndexPlace, joinVariations } from './index-place.repository.ts'
import type { PartsOfTerm } from './search-query.ts'

/** What is searched for in the documents of some spaces. */
export interface WordSearch {
  readonly spaces: readonly number[]
  /** A tsquery of the words alone. */
  readonly words: string
}

export function matchesWords(place: IndexPlace, { spaces, words }: WordSearch): Condition {
  const { tenantId, scopes } = place
  const query = queryIn(place, { spaces, words })
  return {
    predicate: sql<SqlBool>`coalesce((select s.words @@ ${words}::tsquery from search_document s
      where ${documentOfRow(place, spaces)}), false)`,
    findMatching: (most) =>
      sql`select e.content_variation_id from (
          select id as content_item_id from documents_with_words(${tenantId}, ${spaces}::bigint[], ${scopes}::text[],
            ${query}::tsquery, ${most}::integer) id
        ) k ${joinVariations(place, 'k', 'known')}`,
    isExpensive: true,
    ofWords: true,
    domain: 'kinds',
  }
}

/** The query of these words in the spaces of a list; empty where there is nothing that could match. */
function queryIn({ scopes }: IndexPlace, { spaces, words }: WordSearch): string {
  const inSpaces = spaces.flatMap((space) => scopes.map((scope) => `'${lexemeOfSpace(space, scope)}'`))
  return inSpaces.length === 0 || words === '' ? '' : `(${inSpaces.join(' | ')}) & (${words})`
}

/** What some of the documents that match are called by. */
export async function findHeads(
  trx: Transaction,
  tenantId: string,
  place: IndexPlace,
  search: WordSearch,
  most: number,
): Promise<string[]> {
  const { scopes } = place
  const query = queryIn(place, search)
  if (query === '') return []
  const { rows } = await sql<{ heads: string }>`
    select s.heads from documents_with_words(${tenantId}, ${search.spaces}::bigint[], ${scopes}::text[],
      ${query}::tsquery, ${most}::integer) id
    join search_document s on s.tenant_id = ${tenantId} and s.content_item_id = id
      and s.scope = any(${scopes}::"char"[]) and s.space = any(${search.spaces}::bigint[])`.execute(trx)
  return rows.map(({ heads }) => heads)
}

/**
 * For some of the documents that match, those of these words that they have, and what begins so, as a line that is
 * like one of heads.
 */
export async function findWords(
  trx: Transaction,
  tenantId: string,
  place: IndexPlace,
  search: WordSearch,
  most: number,
  { words, beginnings }: { readonly words: readonly string[]; readonly beginnings: readonly string[] },
): Promise<string[]> {
  const query = queryIn(place, search)
  if (query === '') return []
  const { rows } = await sql<{ words: string | null }>`
    select (select string_agg(lexeme, ' ') from unnest(s.words)
      where lexeme = any(${words}::text[]) or exists (
        select from unnest(${beginnings}::text[]) start where starts_with(lexeme, start))) as words
    from documents_with_words(${tenantId}, ${search.spaces}::bigint[], ${place.scopes}::text[],
      ${query}::tsquery, ${most}::integer) as found (id)
    join search_document s on ${isDocumentOf(place, tenantId, search.spaces)}`.execute(trx)
  return [...new Set(rows.flatMap(({ words: found }) => (found === null ? [] : [` ${found}`])))]
}

/**
 * Joins a document that was found. A distributed database sends a statement to the worker of the tenant by the tables that it
 * names: one of functions alone stays with the coordinator, whose role may not act for the application.
 */
const isDocumentOf = ({ scopes }: IndexPlace, tenantId: string, spaces: readonly number[]) =>
  sql`s.tenant_id = ${tenantId} and s.content_item_id = found.id
    and s.scope = any(${scopes}::"char"[]) and s.space = any(${spaces}::bigint[])`

/** For each query the items of some of the documents that match. */
export async function findItemsOf(
  trx: Transaction,
  tenantId: string,
  place: IndexPlace,
  spaces: readonly number[],
  queries: readonly string[],
  most: number,
): Promise<string[][]> {
  const { rows } = await sql<{ at: number; id: string }>`
    select distinct asked.at::integer - 1 as at, found.id
    from unnest(${queries.map((words) => queryIn(place, { spaces, words }))}::text[]) with ordinality as asked (query, at)
    cross join lateral documents_with_words(${tenantId}, ${spaces}::bigint[], ${place.scopes}::text[],
      asked.query::tsquery, ${most}::integer) as found (id)
    join search_document s on ${isDocumentOf(place, tenantId, spaces)}
    where asked.query <> ''`.execute(trx)
  return queries.map((_, at) => rows.flatMap((row) => (row.at === at ? [row.id] : [])))
}

/** The places of those queries that no document matches. */
export async function findUnknown(
  trx: Transaction,
  tenantId: string,
  place: IndexPlace,
  spaces: readonly number[],
  queries: readonly string[],
): Promise<number[]> {
  const { rows } = await sql<{ at: number }>`
    select at::integer - 1 as at from unnest(${queries.map((words) => queryIn(place, { spaces, words }))}::text[])
      with ordinality as asked (query, at)
    where not exists (select from documents_with_words(${tenantId}, ${spaces}::bigint[], ${place.scopes}::text[],
        query::tsquery, 1) as found (id)
      join search_document s on ${isDocumentOf(place, tenantId, spaces)}) order by at`.execute(trx)
  return rows.map(({ at }) => at)
}

/** From the best match down, each a tsquery of words in a title or name. */
export interface RankSteps {
  /** All words as they were typed. */
  readonly written: string
  /** The same, or their stems. */
  readonly whole: string
  /** The last one begun. */
  readonly begun: string
}

/** What ranks a document. */
export interface RankedBy {
  readonly typed: Typed
  readonly title: RankSteps
  /** In the title or the name of the item, which may be in another language. */
  readonly name: RankSteps
  /** For each term what it may stand as inside of a word of the title; none where that does not count. */
  readonly parts: readonly PartsOfTerm[]
  /** Any of the ways in which what it is called may match. */
  readonly inName: string
  /** The same of all its texts. */
  readonly anywhere: string
  /** Whether it has an amount of the text as a value, in any of these ways. */
  readonly isAmount: readonly RawBuilder<SqlBool>[]
}

/** Of a word in another form, as a pattern. */
const ending = '[^ ,;/-]{0,3}([ ,;/-]|$)'

/**
 * How well the document of a row `v` matches, in steps: what it is called is what was typed, begins with it, has all
 * its words, has it as a part; the rest is found by its texts. The title counts before the name and codes; of two on
 * the same step, the shorter title. What has no title is called by its name.
 */
export function rankOfWords(
  place: IndexPlace,
  spaces: readonly number[],
  { typed: { plain, kept }, title, name, parts, inName, anywhere, isAmount }: RankedBy,
): RawBuilder<unknown> {
  const [q, k] = [squashed(plain), squashed(kept)]
  const line = (tag: string, text: string, end = '') => `\n${tag}${text}${end}`
  const has = (text: string) => sql<SqlBool>`strpos(h.squashed, ${text}) > 0`
  const matches = (words: string) => (words === '' ? sql<SqlBool>`false` : sql<SqlBool>`s.words @@ ${words}::tsquery`)
  const isCalled = (step: keyof RankSteps) =>
    sql<SqlBool>`case when h.title like 't%' then ${matches(title[step])} else ${matches(name[step])} end`
  const isPart = sql<SqlBool>`strpos(h.title, ${q}) > 1 or strpos(h.codes, ${q}) > 0`
  // `Sets` does not begin `Set screws`, though `iphone 12` begins `iPhone12`.
  const beginsTitle =
    q === plain && !/\p{N}/u.test(q) ? sql<SqlBool>`strpos(s.heads, ${line('t', plain)}) > 0` : has(line('t', q))
  const hasPart = ({ anywhere: part, atTheEnd }: PartsOfTerm) =>
    sql<SqlBool>`(${sql.join(
      [
        sql`strpos(h.title, ${squashed(part)}) > 1`,
        // Stems consist of letters.
        ...atTheEnd.map((stem) => sql`split_part(s.heads, e'\n', 2) ~ ${`.${stem}${ending}`}`),
      ],
      sql` or `,
    )})`
  const hasParts = parts.length === 0 ? sql<SqlBool>`false` : sql.join(parts.map(hasPart), sql` and `)
  const isWritten =
    q === k
      ? sql`case when strpos(s.heads, ${line('k', '')}) = 0 then 0.5 else 0 end`
      : sql`case when ${has(line('k', k))} then 0.5 else 0 end`
  return sql`(
    select case
        when ${q} = '' then 0
        when ${has(line('t', q, '\n'))} then 10 + ${isWritten}
        when ${has(line('n', q, '\n'))} or ${has(line('c', q, '\n'))} then 9
        when strpos(s.heads, ${line('t', plain, ' ')}) > 0 then 8 + ${isWritten}
        when ${beginsTitle} then 7 + ${isWritten}
        when strpos(s.heads, ${line('n', plain, ' ')}) > 0 or ${has(line('c', q))} then 6
        when ${isCalled('written')} then case when ${isPart} then 5.5 else 5 end
        when ${isPart} then 4.5
        when ${isCalled('whole')} then 4
        when ${isCalled('begun')} then 3.5
        when ${isAmount.length === 0 ? sql`false` : sql.join(isAmount, sql` or `)} then 3.2
        when ${hasParts} then 3
        when ${matches(name.written)} then case when ${has(q)} then 2.8 else 2.6 end
        when ${has(q)} then 2.4
        when ${matches(name.whole)} then 2.2
        when ${matches(name.begun)} then 2
        when ${matches(inName)} then 1
        else ts_rank(s.words, ${anywhere}::tsquery) / 10
      end - least(length(split_part(s.heads, e'\n', 2)), 400) / 10000.0
    from search_document s cross join lateral (select squashed, split_part(squashed, e'\n', 2) as title,
        substr(squashed, nullif(strpos(squashed, e'\nc'), 0)) as codes
      from (select translate(s.heads, ' -./_', '') as squashed) l offset 0) h
    where ${documentOfRow(place, spaces)})`
}

/** Of all documents of an item, one stands for a variation in what the list shows. */
const documentOfRow = ({ tenantId, scopes }: IndexPlace, spaces: readonly number[]): RawBuilder<SqlBool> =>
  sql<SqlBool>`s.tenant_id = ${tenantId} and s.content_item_id = v.content_item_id
    and s.scope = any(${scopes}::"char"[]) and s.space = any(${spaces}::bigint[])`
