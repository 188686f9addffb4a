import { sql } from 'kysely'
import type { Transaction } from '../../../platform/database/transaction.ts'
import type { StoredConcept } from '../concept.repository.ts'

/** The children of a concept, in their order. */
export async function findChildren(
  trx: Transaction,
  tenantId: string,
  taxonomyId: string,
  conceptId: string,
): Promise<{ readonly conceptId: string; readonly friendlyName: string; readonly nameKey: string }[]> {
  return trx
    .selectFrom('concept')
    .select(['concept_id as conceptId', 'friendly_name as friendlyName', 'name_key as nameKey'])
    .where('tenant_id', '=', tenantId)
    .where('taxonomy_id', '=', taxonomyId)
    .where('parent_concept_id', '=', conceptId)
    .orderBy('position')
    .execute()
}

/** Which of these name keys a parent's children have already, without the one that is about to go. */
export async function findTakenNames(
  trx: Transaction,
  tenantId: string,
  taxonomyId: string,
  {
    parentConceptId,
    nameKeys,
    leaving,
  }: { readonly parentConceptId: string | null; readonly nameKeys: readonly string[]; readonly leaving: string },
): Promise<ReadonlySet<string>> {
  if (nameKeys.length === 0) return new Set()
  const rows = await trx
    .selectFrom('concept')
    .select('name_key')
    .where('tenant_id', '=', tenantId)
    .where('taxonomy_id', '=', taxonomyId)
    .where('parent_concept_id', parentConceptId === null ? 'is' : '=', parentConceptId)
    .where('name_key', 'in', [...nameKeys])
    .where('concept_id', '<>', leaving)
    .execute()
  return new Set(rows.map((row) => row.name_key))
}

/**
 * Moves all children of a concept below another parent, from a position on and in their order, with all that is below
 * them. `abovePath`: the path of the new parent, empty at the top.
 */
export async function moveChildren(
  trx: Transaction,
  tenantId: string,
  taxonomyId: string,
  from: Pick<StoredConcept, 'conceptId' | 'path'>,
  to: { readonly parentConceptId: string | null; readonly abovePath: Buffer; readonly position: number },
): Promise<void> {
  // All below, without the concept itself: their paths are longer.
  await sql`
    update concept set path = ${to.abovePath}::bytea || substring(path from ${from.path.length + 1}::integer)
    where tenant_id = ${tenantId} and taxonomy_id = ${taxonomyId} and path > ${from.path}
      and path < ${Buffer.concat([from.path, Buffer.from([0xff])])}`.execute(trx)
  await sql`
    update concept set parent_concept_id = ${to.parentConceptId}, version = version + 1,
      position = ${to.position}::integer + placed.place - 1
    from (
      select concept_id, row_number() over (order by position)::integer as place from concept
      where tenant_id = ${tenantId} and taxonomy_id = ${taxonomyId} and parent_concept_id = ${from.conceptId}
    ) placed
    where concept.tenant_id = ${tenantId} and concept.concept_id = placed.concept_id`.execute(trx)
}
