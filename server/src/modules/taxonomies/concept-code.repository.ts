import { sql } from 'kysely'
import type { Transaction } from '../../platform/database/transaction.ts'

export interface CodedConcept {
  readonly conceptId: string
  readonly taxonomyId: string
}

/** The codes of concepts that have one, by id. */
export async function findCodesOfConcepts(
  trx: Transaction,
  tenantId: string,
  conceptIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ conceptId: string; code: string }>`
    select concept_id as "conceptId", code from concept
    where tenant_id = ${tenantId} and concept_id = any(${[...conceptIds]}::uuid[]) and code is not null`.execute(trx)
  return new Map(rows.map(({ conceptId, code }) => [conceptId, code]))
}

/** The concepts of all taxonomies that have these codes, or that those lead to that once had them; by code. */
export async function findConceptsByCode(
  trx: Transaction,
  tenantId: string,
  codes: readonly string[],
): Promise<ReadonlyMap<string, readonly CodedConcept[]>> {
  const { rows } = await sql<CodedConcept & { code: string }>`
    select code, concept_id as "conceptId", taxonomy_id as "taxonomyId" from concept
    where tenant_id = ${tenantId} and code = any(${[...codes]}::text[])
    union
    select code, leads_to, taxonomy_id from concept_lead
    where tenant_id = ${tenantId} and code = any(${[...codes]}::text[])`.execute(trx)
  const byCode = new Map<string, CodedConcept[]>()
  for (const { code, ...concept } of rows) byCode.set(code, [...(byCode.get(code) ?? []), concept])
  return byCode
}
