import type { Database } from '../src/platform/database/database.ts'
import { newId } from '../src/platform/database/new-id.ts'
import type { Transaction } from '../src/platform/database/transaction.ts'

/** Inserts an audit entry, for tests of transactions that count them. */
export const addEntry = (trx: Transaction, tenantId: string, action = 'tested') =>
  trx
    .insertInto('audit_entry')
    .values({
      tenant_id: tenantId,
      audit_entry_id: newId(),
      user_id: 'user',
      action,
      entity_kind: 'thing',
      entity_id: 'one',
      details: {},
    })
    .execute()

export const countEntries = (database: Database, tenantId: string, action: string): Promise<number> =>
  database.inTenantReadOnly(tenantId, async (trx) => {
    const rows = await trx.selectFrom('audit_entry').select('action').where('action', '=', action).execute()
    return rows.length
  })
