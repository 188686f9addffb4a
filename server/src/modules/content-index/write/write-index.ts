import { each, inSlices } from '../../../core/time-slices.ts'
import type { Transaction } from '../../../platform/database/transaction.ts'
import { differenceOf, type EntryDifference } from './entries.ts'
import { removeKeysOfItems } from './index-key.repository.ts'
import type { IndexChange, IndexedItem } from './projected-variation.ts'
import { removeReferencesOfItems } from './reference-entry.repository.ts'
import { removeSearchDocumentsOfItems } from './search-document.repository.ts'
import { rewriteDelivered, writeDelivered } from './write-delivered.ts'
import { writeEntries } from './write-entries.ts'

/**
 * Writes what differs between two states of items into the index, in the transaction of the change. Nothing that is
 * stored is read: the entries of the state before are those that it gives.
 */
export async function writeIndex(trx: Transaction, tenantId: string, changes: readonly IndexChange[]): Promise<void> {
  const removed = changes.flatMap(({ before, after }) =>
    after === null && before !== null ? [before.contentItemId] : [],
  )
  const changed = changes.flatMap(({ before, after }) => (after === null ? [] : [{ before, after }]))
  if (removed.length > 0)
    await Promise.all([removeEntries(trx, tenantId, removed), rewriteDelivered(trx, tenantId, removed, [])])
  const differences = await differencesOf(changed)
  const delivered = differences.flatMap((difference) => difference.delivered)
  await Promise.all([
    delivered.length > 0 && writeDelivered(trx, tenantId, delivered),
    writeEntries(trx, tenantId, differences),
  ])
}

/** Makes all entries of items anew, where what is stored may not be what their state before would give. */
export async function rewriteIndex(trx: Transaction, tenantId: string, items: readonly IndexedItem[]): Promise<void> {
  const ids = items.map(({ contentItemId }) => contentItemId)
  await removeEntries(trx, tenantId, ids)
  const differences = await differencesOf(items.map((after) => ({ before: null, after })))
  const live = items.flatMap((item) => item.live)
  await Promise.all([rewriteDelivered(trx, tenantId, ids, live), writeEntries(trx, tenantId, differences)])
}

async function removeEntries(trx: Transaction, tenantId: string, contentItemIds: readonly string[]): Promise<void> {
  if (contentItemIds.length === 0) return
  await Promise.all([
    removeKeysOfItems(trx, tenantId, contentItemIds),
    removeReferencesOfItems(trx, tenantId, contentItemIds),
    removeSearchDocumentsOfItems(trx, tenantId, contentItemIds),
  ])
}

const differencesOf = (
  changes: readonly { readonly before: IndexedItem | null; readonly after: IndexedItem }[],
): Promise<EntryDifference[]> =>
  inSlices(
    each(changes, function* ({ before, after }) {
      yield
      return differenceOf(before, after)
    }),
  )
