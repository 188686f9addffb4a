import type { Transaction } from '../../platform/database/transaction.ts'
import { type AuditRecord, insertEntries, insertEntry } from './audit-entry.repository.ts'

export type { AuditRecord } from './audit-entry.repository.ts'
export { auditHandlers } from './handlers.ts'

/**
 * Says in the transaction of a change who made it, so that there is never one without the other. Details name what
 * was touched; the values themselves belong to the history of the content.
 */
export const record = (trx: Transaction, tenantId: string, entry: AuditRecord): Promise<void> =>
  insertEntry(trx, tenantId, entry)

/** The same for many things at once. */
export const recordAll = (trx: Transaction, tenantId: string, entries: readonly AuditRecord[]): Promise<void> =>
  insertEntries(trx, tenantId, entries)
