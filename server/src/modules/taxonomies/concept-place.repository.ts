import { sql } from 'kysely'
import type { Transaction } from '../../platform/database/transaction.ts'
import type { StoredConcept } from './concept.repository.ts'

/** A place among the children of a concept, or at the top of the tree. */
export interface ConceptPlace {
  readonly parentConceptId: string | null
  readonly nameKey: string
}
export interface PlacedConcept extends StoredConcept {
  readonly nameKey: string
}

const columns = sql`concept_id as "conceptId", friendly_name as "friendlyName", description,
  parent_concept_id as "parentConceptId", position, path, version, name_key as "nameKey",
  code, names, descriptions, synonyms`

/** The concepts in these places. */
export async function findConceptsAt(
  trx: Transaction,
  tenantId: string,
  taxonomyId: string,
  places: readonly ConceptPlace[],
): Promise<PlacedConcept[]> {
  const top = places.filter(({ parentConceptId }) => parentConceptId === null).map(({ nameKey }) => nameKey)
  const below = places.filter(({ parentConceptId }) => parentConceptId !== null)
  const found = await Promise.all([
    top.length === 0
      ? undefined
      : sql<PlacedConcept>`select ${columns} from concept
          where tenant_id = ${tenantId} and taxonomy_id = ${taxonomyId} and parent_concept_id is null
            and name_key = any(${top}::text[])`.execute(trx),
    below.length === 0
      ? undefined
      : sql<PlacedConcept>`select ${columns} from concept
          join unnest(${below.map(({ parentConceptId }) => parentConceptId)}::uuid[],
            ${below.map(({ nameKey }) => nameKey)}::text[]) as asked (parent, key)
            on parent_concept_id = asked.parent and name_key = asked.key
          where tenant_id = ${tenantId} and taxonomy_id = ${taxonomyId}`.execute(trx),
  ])
  return found.flatMap((result) => result?.rows ?? [])
}

/** The position after the last child, by parent; a parent without children is left out. */
export async function findEnds(
  trx: Transaction,
  tenantId: string,
  taxonomyId: string,
  parentConceptIds: readonly string[],
): Promise<Map<string, number>> {
  if (parentConceptIds.length === 0) return new Map()
  const { rows } = await sql<{ parent: string; end: number }>`
    select parent_concept_id as parent, max(position) + 1 as end from concept
    where tenant_id = ${tenantId} and taxonomy_id = ${taxonomyId} and parent_concept_id = any(${parentConceptIds}::uuid[])
    group by 1`.execute(trx)
  return new Map(rows.map(({ parent, end }) => [parent, end]))
}
