import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../../../platform/database/transaction.ts'
import { withoutCopy } from '../../../platform/database/without-copy.ts'

/** A concept that is gone, and that another one stands for. */
interface Ended {
  readonly conceptId: string
  readonly code: string | null
}

/** Turns leads to these concepts to another one, and answers these leads. Called before they are deleted, which takes their leads away. */
export async function redirectLeads(
  trx: Transaction,
  tenantId: string,
  conceptIds: RawBuilder<unknown>,
  leadsTo: string,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update concept_lead set leads_to = ${leadsTo}
    where tenant_id = ${tenantId} and leads_to in (${conceptIds}) returning concept_id as id`.execute(trx)
  return rows.map(({ id }) => id)
}

/** A concept is there again: nothing leads away from it, and what led to it before does so where it still leads to the other one. */
export async function takeLeadsBack(
  trx: Transaction,
  tenantId: string,
  conceptId: string,
  { from, leads }: { readonly from: string; readonly leads: readonly string[] },
): Promise<void> {
  await sql`delete from concept_lead where tenant_id = ${tenantId} and concept_id = ${conceptId}`.execute(trx)
  await sql`
    update concept_lead set leads_to = ${conceptId}
    where tenant_id = ${tenantId} and leads_to = ${from} and concept_id = any(${[...leads]}::uuid[])`.execute(trx)
}

/** Makes the ids and codes of concepts that are gone lead to another one. */
export async function insertLeads(
  trx: Transaction,
  tenantId: string,
  taxonomyId: string,
  ended: readonly Ended[],
  leadsTo: string,
): Promise<void> {
  const ids = ended.map(({ conceptId }) => conceptId)
  await sql`
    insert into concept_lead (tenant_id, concept_id, taxonomy_id, code, leads_to)
    select ${tenantId}, ended.id, ${taxonomyId}, ended.code, ${leadsTo}
    from unnest(${ids}::uuid[], ${ended.map(({ code }) => code)}::text[]) as ended (id, code)
    ${withoutCopy}`.execute(trx)
}

/** Where these ids of concepts that are gone lead; those that lead nowhere are left out. */
export async function findLeads(
  trx: Transaction,
  tenantId: string,
  conceptIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (conceptIds.length === 0) return new Map()
  const rows = await trx
    .selectFrom('concept_lead')
    .select(['concept_id', 'leads_to'])
    .where('tenant_id', '=', tenantId)
    .where('concept_id', 'in', [...conceptIds])
    .execute()
  return new Map(rows.map((row) => [row.concept_id, row.leads_to]))
}
