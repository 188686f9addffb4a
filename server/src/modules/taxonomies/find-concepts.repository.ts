import type { FoundConcept } from '@pim/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Transaction } from '../../platform/database/transaction.ts'
import { type ReadingLanguages, readingLanguages } from './concept-languages.ts'
import { namedIn } from './concept-names.repository.ts'
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

/** How many concepts that have all the words are put into order; where more have them, any of them. */
const maxRanked = 5_000

/**
 * Concepts that have every word of the text in one of their names, their synonyms or their code, the nearest first.
 * Without a text, the first ones of the trees. Reads all `search_lines` of these taxonomies.
 */
export async function findConceptsByText(
  trx: Transaction,
  tenantId: string,
  languages: ReadingLanguages,
  asked: { readonly text: string; readonly taxonomyIds?: readonly string[] | undefined; readonly limit: number },
): Promise<FoundConcept[]> {
  const text = foldedWords(asked.text)
  const words = text === '' ? [] : text.split(' ')
  const hasWords = words.map((word) => sql`and ${hasWord(word)}`)
  const order = words.length === 0 ? sql`taxonomy_id, path` : rankOf(text, languages)
  return named(
    trx,
    tenantId,
    languages,
    sql`
      select concept_id, row_number() over (order by ${order}) as place
      from (
        select concept_id, taxonomy_id, path, search_lines, friendly_name, names from concept
        where tenant_id = ${tenantId} and ${inTaxonomies(asked)}
          and (true ${sql.join(hasWords, sql` `)} ${orLedByCode(tenantId, asked.text.trim())})
        ${words.length === 0 ? sql`order by tenant_id, taxonomy_id, path limit ${asked.limit}` : sql`limit ${maxRanked}`}
      ) concept
      order by place limit ${asked.limit}`,
  )
}

/** Who looks for the code of a concept that was merged finds the one that stands for it. */
const orLedByCode = (tenantId: string, code: string): RawBuilder<unknown> =>
  code === ''
    ? sql``
    : sql`or concept_id in (select leads_to from concept_lead where tenant_id = ${tenantId} and code = ${code})`

const inTaxonomies = ({
  taxonomyIds,
}: {
  readonly taxonomyIds?: readonly string[] | undefined
}): RawBuilder<SqlBool> =>
  taxonomyIds === undefined ? sql<SqlBool>`true` : sql<SqlBool>`taxonomy_id = any(${[...taxonomyIds]}::uuid[])`

/** A part of a line; of a word with digits also where the line has signs or spaces in between: `ap21` in `ap-2-1`. */
const hasWord = (word: string): RawBuilder<SqlBool> => {
  const whole = sql<SqlBool>`strpos(search_lines, ${word}) > 0`
  const code = squashed(word)
  if (!/\p{N}/u.test(code) || code.length < shortestCode) return whole
  return sql<SqlBool>`(${whole} or strpos(translate(search_lines, ' -./_', ''), ${code}) > 0)`
}

const shortestCode = 3

/** Without what people leave out of codes or put in. */
const squashed = (text: string): string => text.replace(/[\s\-./_]/gu, '')

/** Lines of concepts that have one of these parts, at most so many. */
export async function findLinesWithPart(
  trx: Transaction,
  tenantId: string,
  asked: { readonly taxonomyIds?: readonly string[] | undefined },
  parts: readonly string[],
  most: number,
): Promise<string[]> {
  const { rows } = await sql<{ lines: string }>`
    select search_lines as lines from concept
    where tenant_id = ${tenantId} and ${inTaxonomies(asked)}
      and (${sql.join(
        parts.map((part) => sql`strpos(search_lines, ${part}) > 0`),
        sql` or `,
      )})
    limit ${most}`.execute(trx)
  return rows.map(({ lines }) => lines)
}

/**
 * The order of what matches, in the steps of a list: a name, synonym or code is the text; begins with it; has a word that
 * begins with it; the rest. On each step what is so in the language that is read, then the shorter name.
 */
const rankOf = (text: string, languages: ReadingLanguages): RawBuilder<unknown> => {
  const own = sql`lower(coalesce(${namedIn(languages).name}, concept.friendly_name))`
  return sql`
  case
    when strpos(E'\\n' || search_lines || E'\\n', E'\\n' || ${text} || E'\\n') > 0
      or strpos(E'\\n' || translate(search_lines, ' -./_', '') || E'\\n', E'\\n' || ${squashed(text)} || E'\\n') > 0 then 0
    when strpos(E'\\n' || search_lines, E'\\n' || ${text}) > 0 then 1
    when strpos(search_lines, ' ' || ${text}) > 0 then 2
    else 3
  end,
  case when ${own} = ${text} then 0 when starts_with(${own}, ${text}) then 1 when strpos(${own}, ${text}) > 0 then 2 else 3 end,
  length(${own}), friendly_name, concept_id`
}

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
