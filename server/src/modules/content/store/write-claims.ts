import type { Transaction } from '../../../platform/database/transaction.ts'
import type { ItemState } from '../domain/item-state.ts'
import { changeOfClaims, claimKey, claimsOf } from '../domain/unique-values.ts'
import { findClaims, type ItemClaimChange, updateClaims } from './unique-value.repository.ts'

/** Compared with the stored claims: those derived from the old values may not fit changed fields, fallbacks or recipes. */
export async function storedClaimChanges(
  trx: Transaction,
  tenantId: string,
  items: readonly ItemState[],
): Promise<ItemClaimChange[]> {
  if (items.length === 0) return []
  const ids = items.map(({ contentItemId }) => contentItemId)
  const stored = Map.groupBy(await findClaims(trx, tenantId, ids), (claim) => claim.contentItemId)
  return items.map((item) => {
    const had = new Map((stored.get(item.contentItemId) ?? []).map((claim) => [claimKey(claim), claim]))
    return { contentItemId: item.contentItemId, ...changeOfClaims(had, claimsOf(item)) }
  })
}

/** Claims the values of locked items anew. Where another item holds one, it keeps it. */
export async function writeClaims(trx: Transaction, tenantId: string, items: readonly ItemState[]): Promise<void> {
  const changes = await storedClaimChanges(trx, tenantId, items)
  await updateClaims(
    trx,
    tenantId,
    changes.filter(({ taken, released }) => taken.length + released.length > 0),
    'leave',
  )
}
