import type { QuotaLimits, QuotaName } from '@pim/contract'
import { sql } from 'kysely'
import { prepared, type Transaction } from '../../platform/database/transaction.ts'

/** What an operator has set for the tenant; empty for most. */
export async function findOwnLimits(trx: Transaction, tenantId: string): Promise<QuotaLimits> {
  const query = trx.selectFrom('tenant_quota').select('own').where('tenant_id', '=', tenantId)
  const [row] = await prepared<{ own: QuotaLimits }>(trx, 'own-quotas', query)
  return row?.own ?? {}
}

export async function storeOwnLimits(
  trx: Transaction,
  tenantId: string,
  own: QuotaLimits,
  userId: string,
): Promise<void> {
  await trx
    .insertInto('tenant_quota')
    .values({ tenant_id: tenantId, own: JSON.stringify(own), modified_by: userId })
    // A distributed database takes no now() for a row that is there; the new row has it.
    .onConflict((conflict) =>
      conflict
        .column('tenant_id')
        .doUpdateSet({ own: JSON.stringify(own), modified_at: sql`excluded.modified_at`, modified_by: userId }),
    )
    .execute()
}

/** Takes the exclusive advisory lock on what a quota counts of a tenant: who holds it sees what others have added. */
export async function lockQuota(trx: Transaction, tenantId: string, quota: QuotaName): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`quota:${quota}:${tenantId}`}, 0))`.execute(trx)
}
