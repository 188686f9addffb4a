import type { FoundConcept } from '@pim/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Transaction } from '../../platform/database/transaction.ts'
import { type ReadingLanguages, readingLanguages } from './concept-languages.ts'
import { namedIn } from './concept-names.repository.ts'
import {
  atBeginnings,
  codeOf,
  conceptsWithParts,
  isIndexed,
  nearestConcepts,
  type Parts,
  partsOfWords,
  squashed,
} from './concept-parts.repository.ts'
import { foldedWords } from './concept-words.ts'

interface Row {
  readonly conceptId: string
  readonly taxonomyId: string
  readonly taxonomyName: string
  readonly code: string | null
  readonly friendlyName: string
  readonly name: string | null
  readonly tag: string | null
  readonly ancestors: readonly string[]
}

/** How many concepts that have all the words are put into order, beside those that are called so or begin so. */
const maxRanked = 1_000

interface Asked {
  readonly text: string
  readonly taxonomyIds?: readonly string[] | undefined
  readonly limit: number
}

/**
 * Concepts that have every word of the text in one of their names, their synonyms or their code, the nearest first.
 * Without a text, the first ones of the trees.
 */
export async function findConceptsByText(
  trx: Transaction,
  tenantId: string,
  languages: ReadingLanguages,
  asked: Asked,
): Promise<FoundConcept[]> {
  const text = foldedWords(asked.text)
  if (text === '') return findFirstConcepts(trx, tenantId, languages, asked)
  const ranked = (candidates: RawBuilder<unknown>) => findRanked(trx, tenantId, languages, asked, candidates)
  const withParts = (lists: readonly Parts[]) => ranked(conceptsWithParts(tenantId, asked, lists, maxRanked))
  const parts = partsOfWords(text.split(' '))
  if (parts.some(isIndexed)) return ranked(nearestConcepts(tenantId, asked, text, parts, maxRanked))
  // Words of one or two letters are read off the index where a line begins with them, which comes first in the order, or else a
  // word.
  const [line = text, ...words] = atBeginnings(text)
  const called = [...new Set([text, codeOf(text) ?? text])].map((each) => [`\n${each}\n`])
  const lists = [...called, [line]]
  const first = await withParts(lists)
  if (first.length >= asked.limit) return first
  lists.push(...words.map((part) => [part]))
  const begun = await withParts(lists)
  return begun.length >= asked.limit ? begun : withParts([...lists, parts])
}

const findFirstConcepts = (trx: Transaction, tenantId: string, languages: ReadingLanguages, asked: Asked) =>
  named(
    trx,
    tenantId,
    languages,
    sql`
      select concept_id, row_number() over (order by taxonomy_id, path) as place from (
        select concept_id, taxonomy_id, path from concept where tenant_id = ${tenantId} and ${inTaxonomies(asked)}
        order by tenant_id, taxonomy_id, path limit ${asked.limit}
      ) concept`,
  )

/** Those of the candidates that have all words, in their order. */
function findRanked(
  trx: Transaction,
  tenantId: string,
  languages: ReadingLanguages,
  asked: Asked,
  candidates: RawBuilder<unknown>,
): Promise<FoundConcept[]> {
  const text = foldedWords(asked.text)
  const ledBy = ledByCode(tenantId, asked.text.trim())
  return named(
    trx,
    tenantId,
    languages,
    sql`
      select concept_id, row_number() over (order by ${rankOf(text)}) as place
      from (${candidates} union ${ledBy}) candidate
      join concept on tenant_id = ${tenantId} and concept_id = candidate.id
      cross join lateral (
        select lower(coalesce(${namedIn(languages).name}, concept.friendly_name)) as name offset 0
      ) own
      where ${inTaxonomies(asked)}
        and (${sql.join(text.split(' ').map(hasWord), sql` and `)} or concept_id in (${ledBy}))
      order by place limit ${asked.limit}`,
  )
}

/** Who looks for the code of a concept that was merged finds the one that stands for it. */
const ledByCode = (tenantId: string, code: string): RawBuilder<unknown> =>
  sql`select leads_to from concept_lead where tenant_id = ${tenantId} and code = ${code}`

const inTaxonomies = ({
  taxonomyIds,
}: {
  readonly taxonomyIds?: readonly string[] | undefined
}): RawBuilder<SqlBool> =>
  taxonomyIds === undefined ? sql<SqlBool>`true` : sql<SqlBool>`taxonomy_id = any(${[...taxonomyIds]}::uuid[])`

/** A part of a line; of a word with digits also where the line has signs or spaces in between: `ap21` in `ap-2-1`. */
const hasWord = (word: string): RawBuilder<SqlBool> => {
  const whole = sql<SqlBool>`strpos(search_lines, ${word}) > 0`
  const code = codeOf(word)
  return code === undefined
    ? whole
    : sql<SqlBool>`(${whole} or strpos(translate(search_lines, ' -./_', ''), ${code}) > 0)`
}

/** Lines of concepts that have one of these parts, at most so many of each. */
export async function findLinesWithPart(
  trx: Transaction,
  tenantId: string,
  asked: { readonly taxonomyIds?: readonly string[] | undefined },
  parts: readonly string[],
  most: number,
): Promise<string[]> {
  const lists = parts.map((part) => [part])
  const { rows } = await sql<{ lines: string }>`
    select search_lines as lines from concept
    join (${conceptsWithParts(tenantId, asked, lists, most)}) candidate on candidate.id = concept_id
    where tenant_id = ${tenantId}`.execute(trx)
  return rows.map(({ lines }) => lines)
}

/**
 * The order of what matches, in the steps of a list: a name, synonym or code is the text; begins with it; has a word that
 * begins with it; the rest. On each step what is so in the language that is read, then the shorter name.
 */
const rankOf = (text: string): RawBuilder<unknown> => sql`
  case
    when strpos(E'\\n' || search_lines || E'\\n', E'\\n' || ${text} || E'\\n') > 0 ${calledAlike(text)} then 0
    when strpos(E'\\n' || search_lines, E'\\n' || ${text}) > 0 then 1
    when strpos(search_lines, ' ' || ${text}) > 0 then 2
    else 3
  end,
  case when own.name = ${text} then 0 when starts_with(own.name, ${text}) then 1 when strpos(own.name, ${text}) > 0 then 2 else 3 end,
  length(own.name), friendly_name, concept_id`

/** Signs and spaces are taken out of all lines only for a text that has some, or a digit: it takes longer than all the rest. */
const calledAlike = (text: string): RawBuilder<unknown> =>
  /^\p{L}+$/u.test(text)
    ? sql``
    : sql`or strpos(E'\\n' || translate(search_lines, ' -./_', '') || E'\\n', E'\\n' || ${squashed(text)} || E'\\n') > 0`

/** These concepts, in the order of the ids; in the place of one that is gone, the one that it leads to. */
export const findConceptsById = (
  trx: Transaction,
  tenantId: string,
  languages: ReadingLanguages,
  conceptIds: readonly string[],
): Promise<FoundConcept[]> =>
  named(
    trx,
    tenantId,
    languages,
    sql`select coalesce(lead.leads_to, asked.concept_id) as concept_id, min(asked.place) as place
      from unnest(${[...conceptIds]}::uuid[]) with ordinality as asked (concept_id, place)
      left join concept_lead lead on lead.tenant_id = ${tenantId} and lead.concept_id = asked.concept_id
      group by 1`,
  )

async function named(
  trx: Transaction,
  tenantId: string,
  languages: ReadingLanguages,
  wanted: RawBuilder<unknown>,
): Promise<FoundConcept[]> {
  const { name, tag } = namedIn(languages)
  const { rows } = await sql<Row>`
    select concept.concept_id as "conceptId", concept.taxonomy_id as "taxonomyId",
      taxonomy.friendly_name as "taxonomyName", concept.code, concept.friendly_name as "friendlyName",
      ${name} as name, ${tag} as tag,
      array(
        select substring(encode(concept.path, 'hex') from level * 32 + 1 for 32)::uuid::text
        from generate_series(0, length(concept.path) / 16 - 2) level
      ) as ancestors
    from (${wanted}) wanted
    join concept on concept.tenant_id = ${tenantId} and concept.concept_id = wanted.concept_id
    join taxonomy on taxonomy.tenant_id = ${tenantId} and taxonomy.taxonomy_id = concept.taxonomy_id
    order by wanted.place`.execute(trx)
  const names = await namesOf(trx, tenantId, languages, [...new Set(rows.flatMap(({ ancestors }) => ancestors))])
  return rows.map(({ ancestors, friendlyName, name: found, tag: foundIn, code, ...row }) => ({
    ...row,
    ...(code !== null && { code }),
    name: found ?? friendlyName,
    nameLanguage: foundIn ?? languages.defaultLanguage,
    path: ancestors.map((id) => names.get(id) ?? ''),
  }))
}

/** What concepts are called in a variation, with its fallbacks; one that is gone is left out. */
export const findNamesOfConcepts = async (
  trx: Transaction,
  tenantId: string,
  variationId: string,
  conceptIds: readonly string[],
): Promise<ReadonlyMap<string, string>> =>
  conceptIds.length === 0
    ? new Map()
    : namesOf(trx, tenantId, await readingLanguages(trx, tenantId, variationId), conceptIds)

async function namesOf(
  trx: Transaction,
  tenantId: string,
  languages: ReadingLanguages,
  conceptIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (conceptIds.length === 0) return new Map()
  const { rows } = await sql<{ id: string; name: string }>`
    select concept.concept_id as id, coalesce(${namedIn(languages).name}, concept.friendly_name) as name from concept
    where concept.tenant_id = ${tenantId} and concept.concept_id = any(${[...conceptIds]}::uuid[])`.execute(trx)
  return new Map(rows.map(({ id, name }) => [id, name]))
}
