import type { ContentItem } from '@pim/contract'
import type { Actor } from '../../../core/actor.ts'
import type { Transaction } from '../../../platform/database/transaction.ts'
import { auditNoteOfItem } from '../domain/audit-notes.ts'
import { presentItem } from '../domain/presentation.ts'
import { lockItemById } from '../store/load.ts'
import { persist } from '../store/persist.ts'

/** Undoes a soft delete; what was live is live again. Refused where another item holds one of its unique values now. */
export async function restoreItem(trx: Transaction, actor: Actor, contentItemId: string): Promise<ContentItem> {
  const { item, at } = await lockItemById(trx, actor, contentItemId)
  const cause = { action: 'edit', by: actor.userId, at } as const
  const wanted = { ...item, isDeleted: false }
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
