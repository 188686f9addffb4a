import { inOneGo } from '@pim/field-types/steps'
import { sql } from 'kysely'
import type { Transaction } from '../../../platform/database/transaction.ts'
import { indexWords } from '../concept-parts.repository.ts'
import type { StoredConcept } from '../concept-words.ts'
import { searchLinesInSteps } from '../concept-words.ts'
import { nameKeyOf } from '../names.ts'

const columns = sql`concept_id as "conceptId", friendly_name as "friendlyName", description,
  parent_concept_id as "parentConceptId", position, path, version, code, names, descriptions, synonyms`

/** All concepts of a taxonomy with all their words, in no order. */
export async function findAllConcepts(
  trx: Transaction,
  tenantId: string,
  taxonomyId: string,
): Promise<StoredConcept[]> {
  const { rows } = await sql<StoredConcept>`
    select ${columns} from concept where tenant_id = ${tenantId} and taxonomy_id = ${taxonomyId}`.execute(trx)
  return rows
}

/** Where a concept stands, and the code by which its children name it. */
export interface ConceptPlaceRow {
  readonly conceptId: string
  readonly parentConceptId: string | null
  readonly position: number
  readonly code: string | null
}

export async function findPlaces(trx: Transaction, tenantId: string, taxonomyId: string): Promise<ConceptPlaceRow[]> {
  return trx
    .selectFrom('concept')
    .where('tenant_id', '=', tenantId)
    .where('taxonomy_id', '=', taxonomyId)
    .select(['concept_id as conceptId', 'parent_concept_id as parentConceptId', 'position', 'code'])
    .execute()
}

/** Those of these concepts that are still there. */
export async function findConceptsWithWords(
  trx: Transaction,
  tenantId: string,
  conceptIds: readonly string[],
): Promise<Map<string, StoredConcept>> {
  const { rows } = await sql<StoredConcept>`
    select ${columns} from concept
    where tenant_id = ${tenantId} and concept_id = any(${[...conceptIds]}::uuid[])`.execute(trx)
  return new Map(rows.map((row) => [row.conceptId, row]))
}

/** The languages that any concept of the taxonomy has words in, by the kind of words; without the default language. */
export async function findLanguages(
  trx: Transaction,
  tenantId: string,
  taxonomyId: string,
): Promise<Readonly<Record<'names' | 'descriptions' | 'synonyms', readonly string[]>>> {
  const { rows } = await sql<{ kind: 'names' | 'descriptions' | 'synonyms'; tag: string }>`
    select distinct word.kind, word.tag from concept
    cross join lateral (
      select 'names' as kind, jsonb_object_keys(names) as tag
      union all select 'descriptions', jsonb_object_keys(descriptions)
      union all select 'synonyms', jsonb_object_keys(synonyms)
    ) word
    where tenant_id = ${tenantId} and taxonomy_id = ${taxonomyId}`.execute(trx)
  const of = (kind: string) => rows.flatMap((row) => (row.kind === kind ? [row.tag] : [])).toSorted()
  return { names: of('names'), descriptions: of('descriptions'), synonyms: of('synonyms') }
}

/** Where the ids and codes of ended concepts of this taxonomy lead. */
export async function findAllLeads(
  trx: Transaction,
  tenantId: string,
  taxonomyId: string,
): Promise<Map<string, string>> {
  const rows = await trx
    .selectFrom('concept_lead')
    .where('tenant_id', '=', tenantId)
    .where('taxonomy_id', '=', taxonomyId)
    .select(['concept_id', 'code', 'leads_to'])
    .execute()
  const leads = new Map<string, string>()
  for (const { code, leads_to } of rows) if (code !== null) leads.set(code, leads_to)
  for (const { concept_id, leads_to } of rows) leads.set(concept_id, leads_to)
  return leads
}

/** Takes names and codes away from these concepts until `writeConcepts`, so that concepts may exchange theirs. */
export async function releaseNames(trx: Transaction, tenantId: string, conceptIds: readonly string[]): Promise<void> {
  await sql`
    update concept set name_key = concept_id::text, code = null
    where tenant_id = ${tenantId} and concept_id = any(${[...conceptIds]}::uuid[])`.execute(trx)
}

export interface WrittenConcept {
  readonly concept: StoredConcept
  /** False where it only makes room for others: whoever is changing it is not to be refused. */
  readonly isChanged: boolean
}

/** Writes concepts that are there: their words, places and paths. */
export async function writeConcepts(
  trx: Transaction,
  tenantId: string,
  written: readonly WrittenConcept[],
): Promise<void> {
  const each = <T>(value: (concept: StoredConcept) => T): T[] => written.map(({ concept }) => value(concept))
  await sql`
    update concept set
      parent_concept_id = w.parent, friendly_name = w.name, name_key = w.name_key, description = w.description,
      position = w.position, path = w.path, code = w.code, names = w.names, descriptions = w.descriptions,
      synonyms = w.synonyms, search_lines = w.lines, version = version + w.change
    from unnest(
      ${each(({ conceptId }) => conceptId)}::uuid[], ${each(({ parentConceptId }) => parentConceptId)}::uuid[],
      ${each(({ friendlyName }) => friendlyName)}::text[], ${each(({ friendlyName }) => nameKeyOf(friendlyName))}::text[],
      ${each(({ description }) => description)}::text[], ${each(({ position }) => position)}::integer[],
      ${each(({ path }) => path)}::bytea[], ${each(({ code }) => code)}::text[],
      ${each(({ names }) => JSON.stringify(names))}::jsonb[],
      ${each(({ descriptions }) => JSON.stringify(descriptions))}::jsonb[],
      ${each(({ synonyms }) => JSON.stringify(synonyms))}::jsonb[], ${each((concept) => inOneGo(searchLinesInSteps(concept)))}::text[],
      ${written.map(({ isChanged }) => (isChanged ? 1 : 0))}::integer[]
    ) as w (id, parent, name, name_key, description, position, path, code, names, descriptions, synonyms, lines, change)
    where tenant_id = ${tenantId} and concept_id = w.id`.execute(trx)
  await indexWords(
    trx,
    tenantId,
    each(({ conceptId }) => conceptId),
  )
}

/**
 * The commit looks for the parent of each row by a plan that this connection may have made when there were few concepts, and
 * which reads all of them each time: ten thousand rows took a minute. Makes it plan again, for the rows that there are now.
 */
export async function planAgain(trx: Transaction): Promise<void> {
  await sql`discard plans`.execute(trx)
}
