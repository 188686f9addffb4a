import { stateOfTranslation } from '@pim/contract/content-variation/translation.ts'
import { idSchema } from '@pim/contract/core/primitives.ts'
import { factsOf } from '@pim/field-types'
import type { Actor } from '../../../core/caller.ts'
import { type IfMatch, requireMatch } from '../../../core/caller.ts'
import { Problem } from '../../../core/problem.ts'
import { lockTargets, maxTargetLocks } from '../../../platform/database/target-locks.ts'
import type { Transaction } from '../../../platform/database/transaction.ts'
import { recordChange } from '../../audit/index.ts'
import { deleteBinaries } from '../../binary/index.ts'
import { appendCounts, findEntries, findReferredElsewhere, writeIndex } from '../../content-index/index.ts'
import type { Begun, Erasing } from '../../erasure/index.ts'
import { noteChangedItems } from '../../reader/index.ts'
import { auditNoteOfItem } from '../domain/audit-notes.ts'
import { indexedItem } from '../domain/derived-changes.ts'
import type { ItemState } from '../domain/item-state.ts'
import { eraseRowsOfItem } from '../store/bulk-change-row.repository.ts'
import { countVersions, findFormerTexts } from '../store/history.repository.ts'
import { deleteCopies } from '../store/item-read.repository.ts'
import { deleteItemRow } from '../store/link-end.repository.ts'
import { lockItemById } from '../store/load.ts'
import { eraseProfileItem } from '../store/profile-run.repository.ts'

/**
 * Erases a soft-deleted item: rows, history, snapshots, index entries, what the audit says of it beyond its id, and the
 * files that it has or had and no other item has now.
 */
export async function purgeItem(
  trx: Transaction,
  actor: Actor,
  { contentItemId, ifMatch }: { readonly contentItemId: string; readonly ifMatch?: IfMatch },
  erasing: Erasing,
): Promise<Begun> {
  const { tenantId, userId } = actor
  const { item } = await lockItemById(trx, actor, contentItemId)
  if (!item.isDeleted) throw new Problem('NOT_FOUND')
  requireMatch(ifMatch, item.version)
  const variations = [...item.variations.values()]
  const contentVariationIds = variations.map((variation) => variation.contentVariationId)
  const versions = await countVersions(trx, tenantId, contentVariationIds)
  const indexEntries = (await findEntries(trx, tenantId, [contentItemId])).length
  const files = await deleteFiles(trx, tenantId, item, contentVariationIds)
  noteChangedItems(trx, tenantId)
  await writeIndex(trx, tenantId, [{ before: indexedItem(item), after: null }])
  await deleteCopies(trx, tenantId, contentVariationIds)
  await eraseRowsOfItem(trx, tenantId, contentItemId)
  await eraseProfileItem(trx, tenantId, contentItemId)
  await deleteItemRow(trx, tenantId, contentItemId)
  const { kind, contentTypeId, isDeleted } = item
  await appendCounts(
    trx,
    tenantId,
    variations.map(({ variationId, status, translation }) => ({
      before: {
        variationId,
        kind,
        contentTypeId,
        isDeleted,
        status,
        translationState: stateOfTranslation(translation),
      },
    })),
  )
  const jobId = await erasing.begin(trx, actor, {
    kinds: ['contentItem', 'contentVariation', 'binary'],
    ids: [contentItemId, ...contentVariationIds, ...files.map(({ binaryId }) => binaryId)],
    storageKeys: files.map(({ storageKey }) => storageKey),
  })
  const erased = { items: 1, variations: variations.length, versions, indexEntries, files: files.length }
  await recordChange(trx, tenantId, { userId, ...auditNoteOfItem('purge', contentItemId, { erased, jobId }) })
  return { removed: erased, jobId }
}

/** Deletes the files of an item, the former ones too, that no other item has. */
async function deleteFiles(
  trx: Transaction,
  tenantId: string,
  item: ItemState,
  contentVariationIds: readonly string[],
): Promise<Awaited<ReturnType<typeof deleteBinaries>>> {
  const ids = await findFileIds(trx, tenantId, item, contentVariationIds)
  if (ids.length === 0) return []
  for (let at = 0; at < ids.length; at += maxTargetLocks) {
    const targets = ids.slice(at, at + maxTargetLocks).map((id) => ({ kind: 'file', id }) as const)
    await lockTargets(trx, tenantId, targets, 'exclusive')
  }
  const gone = await findOwnFiles(trx, tenantId, item, ids)
  return gone.length === 0 ? [] : await deleteBinaries(trx, tenantId, gone)
}

/** The ids of the files that the item has or had. */
export async function findFileIds(
  trx: Transaction,
  tenantId: string,
  item: ItemState,
  contentVariationIds: readonly string[],
): Promise<string[]> {
  const names = item.type.fields.filter(({ type }) => factsOf(type).isFile).map(({ technicalName }) => technicalName)
  if (names.length === 0) return []
  const values = [...item.variations.values()].flatMap(({ own, snapshot }) =>
    [own, item.shared, snapshot?.own, snapshot?.shared].flatMap((all) => names.map((name) => all?.[name])),
  )
  const former = await findFormerTexts(trx, tenantId, contentVariationIds, names)
  return [...new Set([...values, ...former].flatMap((value) => idSchema.safeParse(value).data ?? []))].sort()
}

/** Those of the files that no other item has. */
export async function findOwnFiles(
  trx: Transaction,
  tenantId: string,
  { contentItemId }: ItemState,
  binaryIds: readonly string[],
): Promise<string[]> {
  const kept = await findReferredElsewhere(trx, tenantId, binaryIds, contentItemId)
  return binaryIds.filter((id) => !kept.has(id))
}
