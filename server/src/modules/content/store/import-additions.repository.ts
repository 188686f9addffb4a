import { sql } from 'kysely'
import type { Transaction } from '../../../platform/database/transaction.ts'
import type { StoredAdditions } from '../imports/planned-additions.ts'

export async function findAdditions(
  trx: Transaction,
  tenantId: string,
  bulkChangeId: string,
): Promise<StoredAdditions | undefined> {
  const row = await trx
    .selectFrom('bulk_change')
    .where('tenant_id', '=', tenantId)
    .where('bulk_change_id', '=', bulkChangeId)
    .select('additions')
    .executeTakeFirst()
  return row?.additions ?? undefined
}

export async function setAdditions(
  trx: Transaction,
  tenantId: string,
  bulkChangeId: string,
  additions: StoredAdditions,
): Promise<void> {
  await trx
    .updateTable('bulk_change')
    .set({ additions: JSON.stringify(additions) })
    .where('tenant_id', '=', tenantId)
    .where('bulk_change_id', '=', bulkChangeId)
    .execute()
}

/** Puts another id in the place of one that was planned, in what is asked of the rows that are not done yet. */
export async function replaceIds(
  trx: Transaction,
  tenantId: string,
  bulkChangeId: string,
  others: ReadonlyMap<string, string>,
): Promise<void> {
  for (const [planned, other] of others)
    await sql`
      update bulk_change_row set asked = replace(asked::text, ${planned}, ${other})::jsonb
      where tenant_id = ${tenantId} and bulk_change_id = ${bulkChangeId} and result is null
        and asked::text like ${`%${planned}%`}`.execute(trx)
}
