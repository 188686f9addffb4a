import { sql } from 'kysely'
import type { Transaction } from '../../../platform/database/transaction.ts'

/** The tenants whose index has yet to be made from their content. */
export async function findTenantsToRebuild(system: Transaction): Promise<string[]> {
  const rows = await system.selectFrom('index_rebuild').select('tenant_id').orderBy('tenant_id').execute()
  return rows.map((row) => row.tenant_id)
}

export interface Rebuild {
  /** The last item whose entries were made. */
  readonly doneItemId: string | null
}

/** Locks the tenant's row until the transaction ends: of several servers, one at a time makes a batch. */
export async function lockRebuild(trx: Transaction, tenantId: string): Promise<Rebuild | undefined> {
  const { rows } = await sql<Rebuild>`
    select done_item_id as "doneItemId" from index_rebuild where tenant_id = ${tenantId} for update`.execute(trx)
  return rows[0]
}

/** Without an item: everything was made. */
export async function moveRebuild(trx: Transaction, tenantId: string, doneItemId: string | undefined): Promise<void> {
  if (doneItemId === undefined) await trx.deleteFrom('index_rebuild').where('tenant_id', '=', tenantId).execute()
  else
    await trx.updateTable('index_rebuild').set({ done_item_id: doneItemId }).where('tenant_id', '=', tenantId).execute()
}
