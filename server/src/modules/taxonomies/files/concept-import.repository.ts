import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../../../platform/database/transaction.ts'
import type { ConceptBefore } from '../concept-words.ts'

export interface ImportedConcept {
  readonly conceptId: string
  /** That the import left it in. */
  readonly version: number
  /** Null where the import made it. */
  readonly before: ConceptBefore | null
}

export interface KeptImport {
  readonly importId: string
  readonly madeAt: string
  readonly created: number
  readonly changed: number
}

/** Keeps what an import did in the place of the one before. */
export async function keepImport(
  trx: Transaction,
  tenantId: string,
  taxonomyId: string,
  importId: string,
  concepts: readonly ImportedConcept[],
): Promise<void> {
  await forgetImport(trx, tenantId, taxonomyId)
  await sql`
    insert into concept_import (tenant_id, taxonomy_id, import_id) values (${tenantId}, ${taxonomyId}, ${importId})
  `.execute(trx)
  for (let at = 0; at < concepts.length; at += atOnce) {
    const part = concepts.slice(at, at + atOnce)
    await trx
      .insertInto('concept_import_row')
      .values(
        part.map(({ conceptId, version, before }) => ({
          tenant_id: tenantId,
          taxonomy_id: taxonomyId,
          concept_id: conceptId,
          version,
          before: before === null ? null : JSON.stringify(before),
        })),
      )
      .execute()
  }
}

const atOnce = 1_000

export async function forgetImport(trx: Transaction, tenantId: string, taxonomyId: string): Promise<void> {
  await trx
    .deleteFrom('concept_import')
    .where('tenant_id', '=', tenantId)
    .where('taxonomy_id', '=', taxonomyId)
    .execute()
}

export async function findLastImport(
  trx: Transaction,
  tenantId: string,
  taxonomyId: string,
): Promise<KeptImport | undefined> {
  const { rows } = await sql<KeptImport>`
    select made.import_id as "importId", made.made_at as "madeAt",
      count(*) filter (where each.before is null)::integer as created,
      count(*) filter (where each.before is not null)::integer as changed
    from concept_import made
    join concept_import_row each on each.tenant_id = ${tenantId} and each.taxonomy_id = made.taxonomy_id
    where made.tenant_id = ${tenantId} and made.taxonomy_id = ${taxonomyId}
    group by made.import_id, made.made_at`.execute(trx)
  return rows[0]
}

export async function findImportedConcepts(
  trx: Transaction,
  tenantId: string,
  taxonomyId: string,
): Promise<ImportedConcept[]> {
  return trx
    .selectFrom('concept_import_row')
    .where('tenant_id', '=', tenantId)
    .where('taxonomy_id', '=', taxonomyId)
    .select(['concept_id as conceptId', 'version', 'before'])
    .execute()
}

export async function deleteConcepts(
  trx: Transaction,
  tenantId: string,
  taxonomyId: string,
  conceptIds: readonly string[],
): Promise<void> {
  await sql`
    delete from concept
    where tenant_id = ${tenantId} and taxonomy_id = ${taxonomyId} and concept_id = any(${[...conceptIds]}::uuid[])
  `.execute(trx)
}

/** Closes the gaps among siblings that concepts have left. */
export async function closeGaps(trx: Transaction, tenantId: string, taxonomyId: string): Promise<void> {
  await sql`
    update concept set position = placed.place
    from (
      select concept_id,
        (row_number() over (partition by parent_concept_id order by position, concept_id) - 1)::integer as place
      from concept where tenant_id = ${tenantId} and taxonomy_id = ${taxonomyId}
    ) placed
    where concept.tenant_id = ${tenantId} and concept.concept_id = placed.concept_id
      and concept.position <> placed.place`.execute(trx)
}

/** These ids as a subquery. */
export const idsOf = (conceptIds: readonly string[]): RawBuilder<unknown> =>
  sql`select unnest(${[...conceptIds]}::uuid[])`
