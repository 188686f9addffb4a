import type { ContentItem } from '@pim/contract'
import type { Actor } from '../../../core/caller.ts'
import { type IfMatch, requireMatch } from '../../../core/caller.ts'
import { Problem } from '../../../core/problem.ts'
import type { Transaction } from '../../../platform/database/transaction.ts'
import { auditNoteOfItem } from '../domain/audit-notes.ts'
import { presentItem } from '../domain/presentation.ts'
import { lockItemById } from '../store/load.ts'
import { persist } from '../store/persist.ts'

export async function renameItem(
  trx: Transaction,
  actor: Actor,
  {
    contentItemId,
    name,
    ifMatch,
  }: { readonly contentItemId: string; readonly name: string; readonly ifMatch?: IfMatch },
): Promise<ContentItem> {
  const { item, at } = await lockItemById(trx, actor, contentItemId)
  if (item.isDeleted) throw new Problem('NOT_FOUND')
  requireMatch(ifMatch, item.version)
  const cause = { action: 'edit', by: actor.userId, at } as const
  const wanted = { ...item, name: name.normalize('NFC') }
  const details = { from: item.name, to: wanted.name }
  return presentItem(
    await persist(trx, actor.tenantId, item, wanted, cause, auditNoteOfItem('rename', contentItemId, details)),
  )
}
