import type { ContentItem } from '@pim/contract'
import type { Actor } from '../../../core/caller.ts'
import { type IfMatch, requireMatch } from '../../../core/caller.ts'
import type { Transaction } from '../../../platform/database/transaction.ts'
import { auditNoteOfItem } from '../domain/audit-notes.ts'
import { presentItem } from '../domain/presentation.ts'
import { conceptsOf, withoutConcepts } from '../domain/without-concepts.ts'
import { lockItemById } from '../store/load.ts'
import { persist } from '../store/persist.ts'
import { lockConcepts } from './check-references.ts'

/**
 * Undoes a soft delete; what was live is live again. Refused where another item holds one of its unique values now.
 * Links to items that were deleted meanwhile stay, and show as broken: they may be restored next. Concepts cannot be
 * restored, so those that are gone are taken away, as from every other item when they were deleted.
 */
export async function restoreItem(
  trx: Transaction,
  actor: Actor,
  {
    contentItemId,
    ifMatch,
    bulkChangeId,
  }: { readonly contentItemId: string; readonly ifMatch?: IfMatch; readonly bulkChangeId?: string },
): Promise<ContentItem> {
  const { item, at } = await lockItemById(trx, actor, contentItemId)
  requireMatch(ifMatch, item.version)
  const cause = { action: 'edit', by: actor.userId, at, bulkChangeId } as const
  const there = await lockConcepts(trx, actor.tenantId, [...conceptsOf(item)])
  const gone = conceptsOf(item).difference(there)
  const wanted = { ...(gone.size === 0 ? item : withoutConcepts(item, gone)), isDeleted: false }
  return presentItem(
    await persist(
      trx,
      actor.tenantId,
      item,
      wanted,
      cause,
      auditNoteOfItem('restore', contentItemId, { name: item.name }),
    ),
  )
}
