import type { Concept } from '@pim/contract'
import { each, type Steps } from '@pim/field-types/steps'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { inSlices } from '../../core/time-slices.ts'
import { prepared, type Transaction } from '../../platform/database/transaction.ts'
import type { ReadingLanguages } from './concept-languages.ts'
import { namedIn } from './concept-names.repository.ts'
import { indexWords } from './concept-parts.repository.ts'
import { type StoredConcept, searchLinesInSteps } from './concept-words.ts'
import { nameKeyOf } from './names.ts'

const columns = [
  'concept_id as conceptId',
  'friendly_name as friendlyName',
  'description',
  'parent_concept_id as parentConceptId',
  'position',
  'version',
] as const

/** What is read where a concept is to be changed: its words in all languages, too. */
const wholeColumns = [...columns, 'path', 'code', 'names', 'descriptions', 'synonyms'] as const

export type { StoredConcept } from './concept-words.ts'

/** A path is the ids of a concept and its ancestors, 16 bytes each. */
export const bytesPerLevel = 16

/**
 * Greater than the first byte of any id (UUID version 7, until the year 10889), so it ends the range of paths below
 * one.
 */
const end = Buffer.from([0xff])

const ofTaxonomy = (trx: Transaction, tenantId: string, taxonomyId: string) =>
  trx.selectFrom('concept').where('tenant_id', '=', tenantId).where('taxonomy_id', '=', taxonomyId)

export const findConcept = (
  trx: Transaction,
  tenantId: string,
  taxonomyId: string,
  conceptId: string,
): Promise<StoredConcept | undefined> =>
  ofTaxonomy(trx, tenantId, taxonomyId).where('concept_id', '=', conceptId).select(wholeColumns).executeTakeFirst()

/** All concepts in no order: sorting the tree in the server is faster than in the database. */
export async function findConcepts(
  trx: Transaction,
  tenantId: string,
  taxonomyId: string,
  languages: ReadingLanguages,
): Promise<Concept[]> {
  const concepts = ofTaxonomy(trx, tenantId, taxonomyId).select(columns)
  if (languages.tags.length === 0) return concepts.execute()
  const { name, tag } = namedIn(languages)
  const rows = await concepts.select([name.as('name'), tag.as('nameLanguage')]).execute()
  // Most are left as short as they were: a tree may have a hundred thousand.
  return rows.map(({ name: found, nameLanguage, ...concept }) =>
    found === null || nameLanguage === null ? concept : { ...concept, name: found, nameLanguage },
  )
}

/** The ids of the concepts that have these codes, by code. */
export async function findCodeOwners(
  trx: Transaction,
  tenantId: string,
  taxonomyId: string,
  codes: readonly string[],
): Promise<Map<string, string>> {
  if (codes.length === 0) return new Map()
  const rows = await ofTaxonomy(trx, tenantId, taxonomyId)
    .where('code', 'in', codes)
    .select(['code', 'concept_id'])
    .execute()
  return new Map(rows.flatMap(({ code, concept_id }) => (code === null ? [] : [[code, concept_id] as const])))
}

export async function isCodeTaken(
  trx: Transaction,
  tenantId: string,
  taxonomyId: string,
  { conceptId, code }: Pick<StoredConcept, 'conceptId' | 'code'>,
): Promise<boolean> {
  if (code === null) return false
  const twin = await ofTaxonomy(trx, tenantId, taxonomyId)
    .where('code', '=', code)
    .where('concept_id', '<>', conceptId)
    .select('concept_id')
    .executeTakeFirst()
  return twin !== undefined
}

const siblingsOf = (trx: Transaction, tenantId: string, taxonomyId: string, parentConceptId: string | null) =>
  ofTaxonomy(trx, tenantId, taxonomyId).where(
    'parent_concept_id',
    parentConceptId === null ? 'is' : '=',
    parentConceptId,
  )

export async function isNameTaken(
  trx: Transaction,
  tenantId: string,
  taxonomyId: string,
  concept: Pick<Concept, 'conceptId' | 'parentConceptId' | 'friendlyName'>,
): Promise<boolean> {
  const twin = await siblingsOf(trx, tenantId, taxonomyId, concept.parentConceptId)
    .where('name_key', '=', nameKeyOf(concept.friendlyName))
    .where('concept_id', '<>', concept.conceptId)
    .select('concept_id')
    .executeTakeFirst()
  return twin !== undefined
}

/**
 * The position after the last sibling. `leaving`: the id of a sibling that is about to move away and does not count.
 */
export async function endPosition(
  trx: Transaction,
  tenantId: string,
  taxonomyId: string,
  parentConceptId: string | null,
  leaving?: string,
): Promise<number> {
  const last = await siblingsOf(trx, tenantId, taxonomyId, parentConceptId)
    .$if(leaving !== undefined, (siblings) => siblings.where('concept_id', '<>', leaving ?? ''))
    .select('position')
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last === undefined ? 0 : last.position + 1
}

/**
 * Moves all siblings from a position on: to make room there, or to close a gap. Their versions stay: nobody has
 * changed them, and whoever is renaming one should not be refused.
 */
export async function shiftPositions(
  trx: Transaction,
  tenantId: string,
  taxonomyId: string,
  parentConceptId: string | null,
  from: number,
  by: number,
): Promise<void> {
  await trx
    .updateTable('concept')
    .set({ position: sql`position + ${by}` })
    .where('tenant_id', '=', tenantId)
    .where('taxonomy_id', '=', taxonomyId)
    .where('parent_concept_id', parentConceptId === null ? 'is' : '=', parentConceptId)
    .where('position', '>=', from)
    .execute()
}

/** Characters that one statement writes, but for a concept that has more: the driver writes a statement down without a pause. */
const charactersAtOnce = 250_000

export async function insertConcepts(
  trx: Transaction,
  tenantId: string,
  taxonomyId: string,
  concepts: readonly StoredConcept[],
): Promise<void> {
  const rows = await inSlices(
    each(concepts, function* (concept) {
      return {
        tenant_id: tenantId,
        taxonomy_id: taxonomyId,
        concept_id: concept.conceptId,
        parent_concept_id: concept.parentConceptId,
        friendly_name: concept.friendlyName,
        name_key: nameKeyOf(concept.friendlyName),
        description: concept.description,
        position: concept.position,
        path: concept.path,
        version: concept.version,
        ...(yield* wordsOf(concept)),
      }
    }),
  )
  for (let from = 0, to = 0; from < rows.length; from = to) {
    for (let characters = 0; to < rows.length && characters < charactersAtOnce; to += 1)
      characters += charactersOf(rows[to])
    const some = rows.slice(from, to)
    await trx.insertInto('concept').values(some).execute()
    await indexWords(
      trx,
      tenantId,
      some.map((row) => row.concept_id),
    )
  }
}

/** Length of all texts of the row together. */
const charactersOf = (row: object | undefined): number =>
  Object.values(row ?? {}).reduce((sum, value) => sum + (typeof value === 'string' ? value.length : 0), 0)

function* wordsOf(concept: StoredConcept): Steps<ConceptColumns> {
  return {
    code: concept.code,
    names: JSON.stringify(concept.names),
    descriptions: JSON.stringify(concept.descriptions),
    synonyms: JSON.stringify(concept.synonyms),
    search_lines: yield* searchLinesInSteps(concept),
  }
}

interface ConceptColumns {
  readonly code: string | null
  readonly names: string
  readonly descriptions: string
  readonly synonyms: string
  readonly search_lines: string
}

export async function updateConcept(trx: Transaction, tenantId: string, concept: StoredConcept): Promise<void> {
  await trx
    .updateTable('concept')
    .set({
      parent_concept_id: concept.parentConceptId,
      friendly_name: concept.friendlyName,
      name_key: nameKeyOf(concept.friendlyName),
      description: concept.description,
      position: concept.position,
      version: sql`version + 1`,
      ...(await inSlices(wordsOf(concept))),
    })
    .where('tenant_id', '=', tenantId)
    .where('concept_id', '=', concept.conceptId)
    .execute()
  await indexWords(trx, tenantId, [concept.conceptId])
}

const isBelow = (path: Buffer) => sql<boolean>`path >= ${path} and path < ${Buffer.concat([path, end])}`

/** Replaces the beginning of the paths of a concept and all concepts below it. */
export async function movePaths(
  trx: Transaction,
  tenantId: string,
  taxonomyId: string,
  from: Buffer,
  to: Buffer,
): Promise<void> {
  await trx
    .updateTable('concept')
    .set({ path: sql`${to}::bytea || substring(path from ${from.length + 1}::integer)` })
    .where('tenant_id', '=', tenantId)
    .where('taxonomy_id', '=', taxonomyId)
    .where(isBelow(from))
    .execute()
}

/** The number of levels of the subtree, with the concept itself. */
export async function heightOf(trx: Transaction, tenantId: string, taxonomyId: string, path: Buffer): Promise<number> {
  const { longest } = await ofTaxonomy(trx, tenantId, taxonomyId)
    .where(isBelow(path))
    .select(sql<number>`max(length(path))`.as('longest'))
    .executeTakeFirstOrThrow()
  return (longest - path.length) / bytesPerLevel + 1
}

/** Deletes a concept and all below it; returns their ids and codes. */
export async function deleteSubtree(
  trx: Transaction,
  tenantId: string,
  taxonomyId: string,
  path: Buffer,
): Promise<{ conceptId: string; code: string | null }[]> {
  return trx
    .deleteFrom('concept')
    .where('tenant_id', '=', tenantId)
    .where('taxonomy_id', '=', taxonomyId)
    .where(isBelow(path))
    .returning(['concept_id as conceptId', 'code'])
    .execute()
}

/** How many concepts a subtree has, with the one at its top. */
export async function countBelow(
  trx: Transaction,
  tenantId: string,
  taxonomyId: string,
  path: Buffer,
): Promise<number> {
  const { count } = await ofTaxonomy(trx, tenantId, taxonomyId)
    .where(isBelow(path))
    .select((of) => of.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Deletes all concepts of a taxonomy, before the taxonomy itself; returns their ids. */
export async function deleteAllConcepts(trx: Transaction, tenantId: string, taxonomyId: string): Promise<string[]> {
  const rows = await trx
    .deleteFrom('concept')
    .where('tenant_id', '=', tenantId)
    .where('taxonomy_id', '=', taxonomyId)
    .returning('concept_id')
    .execute()
  return rows.map((row) => row.concept_id)
}

/** The ids of these concepts and of all concepts below them, each once; of any taxonomy of the tenant. */
export async function findDescendants(
  trx: Transaction,
  tenantId: string,
  conceptIds: readonly string[],
): Promise<string[]> {
  if (conceptIds.length === 0) return []
  // The end of each range is computed first: under row-level security only leakproof operators use the index, and a
  // concatenation is not leakproof.
  const { rows } = await sql<{ concept_id: string }>`
    with top as materialized (
      select taxonomy_id, path, path || ${end}::bytea as beyond from concept
      where tenant_id = ${tenantId} and concept_id = any(${[...conceptIds]}::uuid[]))
    select distinct below.concept_id
    from top
    join concept below on below.tenant_id = ${tenantId} and below.taxonomy_id = top.taxonomy_id
      and below.path >= top.path and below.path < top.beyond`.execute(trx)
  return rows.map((row) => row.concept_id)
}

/** The ids of all concepts of a taxonomy, of those at and below a path, or of the one at a path, as a subquery. */
export const conceptIdsBelow = (
  tenantId: string,
  taxonomyId: string,
  path: Buffer | undefined,
  levels?: 1,
): RawBuilder<unknown> => sql`
  select concept.concept_id from concept
  where concept.tenant_id = ${tenantId} and concept.taxonomy_id = ${taxonomyId}
    and ${path === undefined ? sql`true` : levels === 1 ? sql`path = ${path}` : isBelow(path)}`

/** A subquery of these ids. */
export const theseConcepts = (conceptIds: readonly string[]): RawBuilder<unknown> =>
  sql`select unnest(${[...conceptIds]}::uuid[])`

/** The condition that a concept exists, for a statement that has its id in a column. */
export const conceptExists = (tenantId: string, conceptId: RawBuilder<unknown>): RawBuilder<SqlBool> => sql<SqlBool>`
  exists (select from concept where concept.tenant_id = ${tenantId} and concept.concept_id = ${conceptId})`

/** The taxonomy of each concept, by concept id; unknown concepts are left out. */
export async function findTaxonomyIds(
  trx: Transaction,
  tenantId: string,
  conceptIds: readonly string[],
): Promise<Map<string, string>> {
  if (conceptIds.length === 0) return new Map()
  const rows = await prepared(
    trx,
    'taxonomies-of-concepts',
    sql<{ concept_id: string; taxonomy_id: string }>`
      select concept_id, taxonomy_id from concept
      where tenant_id = ${tenantId} and concept_id = any(${[...new Set(conceptIds)]}::uuid[])`,
  )
  return new Map(rows.map((row) => [row.concept_id, row.taxonomy_id]))
}
