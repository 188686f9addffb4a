import { sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'
import type { Transaction } from '../platform/database/transaction.ts'

export const hasAnyTenant = (database: Database): Promise<boolean> =>
  database.asSystem(async (trx) => {
    const row = await trx.selectFrom('tenant').select('tenant_id').limit(1).executeTakeFirst()
    return row !== undefined
  })

/** Of several servers that start on one database, one does the work; the others wait for it and find it done. */
export const oneAtATime = (database: Database, work: () => Promise<void>): Promise<void> =>
  database.asSystem(
    async (trx) => {
      await sql`select pg_advisory_xact_lock(hashtextextended('demo', 0))`.execute(trx)
      await work()
    },
    { statementMs: 60_000, deadlineMs: 60_000 },
  )

/** Items by name, so that what an interrupted run has made is not made twice. */
export async function findItemsByName(trx: Transaction, tenantId: string): Promise<Map<string, string>> {
  const rows = await trx
    .selectFrom('content_item')
    .where('tenant_id', '=', tenantId)
    .select(['name', 'content_item_id'])
    .execute()
  return new Map(rows.map((row) => [row.name, row.content_item_id]))
}

/** Concepts of all taxonomies by name; where two are called the same, the first one. */
export async function findConceptsByName(trx: Transaction, tenantId: string): Promise<Map<string, string>> {
  const { rows } = await sql<{ friendly_name: string; concept_id: string }>`
    select distinct on (friendly_name) friendly_name, concept_id from concept
    where tenant_id = ${tenantId} order by friendly_name, length(path), concept_id`.execute(trx)
  return new Map(rows.map((row) => [row.friendly_name, row.concept_id]))
}

/** Which copy of an item is in which variation. */
export async function findCopies(
  trx: Transaction,
  tenantId: string,
  contentItemId: string,
): Promise<Map<string, string>> {
  const rows = await trx
    .selectFrom('content_variation')
    .where('tenant_id', '=', tenantId)
    .where('content_item_id', '=', contentItemId)
    .select(['variation_id', 'content_variation_id'])
    .execute()
  return new Map(rows.map((row) => [row.variation_id, row.content_variation_id]))
}
