import type { Actor } from '../../../core/caller.ts'
import { Problem } from '../../../core/problem.ts'
import type { Transaction } from '../../../platform/database/transaction.ts'
import { auditNoteOfItem } from '../domain/audit-notes.ts'
import { withVariation } from '../domain/item-state.ts'
import { findItemsOfVariations } from '../store/item-range.repository.ts'
import { loadItems, lockTypesShared } from '../store/load.ts'
import { persistAll } from '../store/persist.ts'

/**
 * Says that texts whose sources have changed are right as they are. No value changes, so no version rises. Answers how many
 * variations had such texts; content that was deleted since is left out.
 */
export async function markTranslated(
  trx: Transaction,
  { tenantId, userId }: Actor,
  contentVariationIds: readonly string[],
): Promise<{ changedCount: number }> {
  const asked = new Set(contentVariationIds)
  const found = await findItemsOfVariations(trx, tenantId, [...asked])
  if (found.length < asked.size) throw new Problem('NOT_FOUND')
  const ids = [...new Set(found.map(({ contentItemId }) => contentItemId))]
  await lockTypesShared(trx, tenantId, ids)
  const loaded = await loadItems(trx, tenantId, ids, { lock: true })
  let changedCount = 0
  const changes = loaded.flatMap(({ item: before, at }) => {
    const marked = [...before.variations.values()].filter(
      ({ contentVariationId, outdated }) => asked.has(contentVariationId) && Object.keys(outdated).length > 0,
    )
    if (before.isDeleted || marked.length === 0) return []
    changedCount += marked.length
    const wanted = marked.reduce((item, variation) => withVariation(item, { ...variation, outdated: {} }), before)
    const fields = [...new Set(marked.flatMap(({ outdated }) => Object.keys(outdated)))].sort()
    const variationIds = marked.map(({ variationId }) => variationId)
    const note = auditNoteOfItem('markTranslated', before.contentItemId, { variationIds, fields })
    return [{ before, wanted, cause: { action: 'edit', by: userId, at } as const, note }]
  })
  await persistAll(trx, tenantId, changes)
  return { changedCount }
}
