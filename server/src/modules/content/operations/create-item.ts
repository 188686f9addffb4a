import type { CreatedItem } from '@pim/contract'
import type { Actor } from '../../../core/caller.ts'
import { Problem } from '../../../core/problem.ts'
import type { Transaction } from '../../../platform/database/transaction.ts'
import { lockTypeSharedByName } from '../../content-model/index.ts'
import { channelsOfTenant, lockVariationsShared } from '../../tenants/index.ts'
import { auditNoteOfItem } from '../domain/audit-notes.ts'
import { newItem } from '../domain/new-item.ts'
import { readClock } from '../store/item-read.repository.ts'
import { persist } from '../store/persist.ts'

/**
 * An item with a working copy in every variation of the tenant; they are empty but for the defaults of its type.
 * `requireRoom` refuses it where the tenant may have no more.
 */
export async function createItem(
  trx: Transaction,
  actor: Actor,
  { name, technicalContentTypeName }: { readonly name: string; readonly technicalContentTypeName: string },
  requireRoom: (trx: Transaction, tenantId: string) => Promise<void>,
): Promise<CreatedItem> {
  const { tenantId, userId } = actor
  const [stored, variations, channels, at] = await Promise.all([
    lockTypeSharedByName(trx, tenantId, technicalContentTypeName),
    lockVariationsShared(trx, tenantId),
    channelsOfTenant(trx, tenantId),
    readClock(trx),
    requireRoom(trx, tenantId),
  ])
  if (stored === undefined) throw new Problem('NOT_FOUND')
  const wanted = newItem(stored, { variations, channels }, { name, by: userId, at })
  const { contentItemId } = wanted
  const cause = { action: 'create', by: userId, at } as const
  const details = { name, technicalContentTypeName }
  await persist(trx, tenantId, null, wanted, cause, auditNoteOfItem('create', contentItemId, details))
  return {
    contentItemId,
    contentVariationIds: [...wanted.variations.values()].map(({ contentVariationId }) => contentVariationId),
  }
}
