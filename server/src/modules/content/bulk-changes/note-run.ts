import type { Transaction } from '../../../platform/database/transaction.ts'
import { lockProfile } from '../../saved-choices/index.ts'
import type { Executed } from '../store/bulk-change-row.repository.ts'
import { insertProfileItems, insertRun, insertUnchangedItems, noteUndone } from '../store/profile-run.repository.ts'
import { profileOf, type StoredBulkChange, type WaitingRow } from './bulk-change.ts'

/** Keeps, longer than the bulk change itself, that it is an import of a profile, or takes one back. */
export async function noteRun(
  trx: Transaction,
  tenantId: string,
  { bulkChangeId, ...bulkChange }: StoredBulkChange,
): Promise<void> {
  const { request, createdAt: at } = bulkChange
  if (request.source === 'undo')
    await noteUndone(trx, tenantId, { bulkChangeId: request.undoOf, undoneBy: bulkChangeId })
  const profileId = profileOf(bulkChange)
  if (profileId === undefined || !(await lockProfile(trx, tenantId, profileId))) return
  await insertRun(trx, tenantId, profileId, bulkChangeId)
  await insertUnchangedItems(trx, tenantId, profileId, { bulkChangeId, at })
}

/** The items that a slice has made or changed as the file says. */
export async function noteItems(
  trx: Transaction,
  tenantId: string,
  bulkChange: StoredBulkChange,
  rows: readonly WaitingRow[],
  executed: readonly Executed[],
): Promise<void> {
  const profileId = profileOf(bulkChange)
  if (profileId === undefined) return
  const ofFile = new Set(rows.flatMap(({ position, asked }) => (asked !== null && 'row' in asked ? [position] : [])))
  const contentItemIds = executed.flatMap(({ position, result, contentItemId }) =>
    (result === 'done' || result === null) && ofFile.has(position) && contentItemId !== null ? [contentItemId] : [],
  )
  if (contentItemIds.length === 0 || !(await lockProfile(trx, tenantId, profileId))) return
  await insertProfileItems(trx, tenantId, profileId, { contentItemIds, at: bulkChange.createdAt })
}
