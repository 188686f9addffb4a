import type { Actor } from '../../../core/caller.ts'
import { type IfMatch, requireMatch } from '../../../core/caller.ts'
import { Problem } from '../../../core/problem.ts'
import type { Transaction } from '../../../platform/database/transaction.ts'
import { recordChange } from '../../audit/index.ts'
import { appendCounts, writeIndex } from '../../content-index/index.ts'
import { auditNoteOfItem } from '../domain/audit-notes.ts'
import { indexedItem } from '../domain/derived-changes.ts'
import { deleteCopies } from '../store/item-read.repository.ts'
import { deleteItemRow } from '../store/link-end.repository.ts'
import { lockItemById } from '../store/load.ts'

/** Hard delete of a soft-deleted item: rows, history, snapshots and index entries. */
export async function purgeItem(
  trx: Transaction,
  actor: Actor,
  { contentItemId, ifMatch }: { readonly contentItemId: string; readonly ifMatch?: IfMatch },
): Promise<void> {
  const { item } = await lockItemById(trx, actor, contentItemId)
  if (!item.isDeleted) throw new Problem('NOT_FOUND')
  requireMatch(ifMatch, item.version)
  const contentVariationIds = [...item.variations.values()].map((variation) => variation.contentVariationId)
  await writeIndex(trx, actor.tenantId, [{ before: indexedItem(item), after: null }])
  await deleteCopies(trx, actor.tenantId, contentVariationIds)
  await deleteItemRow(trx, actor.tenantId, contentItemId)
  const { kind, contentTypeId, isDeleted } = item
  await appendCounts(
    trx,
    actor.tenantId,
    [...item.variations.values()].map(({ variationId, status }) => ({
      before: { variationId, kind, contentTypeId, isDeleted, status },
    })),
  )
  await recordChange(trx, actor.tenantId, {
    userId: actor.userId,
    ...auditNoteOfItem('purge', contentItemId, { name: item.name }),
  })
}
