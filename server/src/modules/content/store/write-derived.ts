import type { Transaction } from '../../../platform/database/transaction.ts'
import { derivedAnew, isListedAlike } from '../domain/derived-changes.ts'
import type { ItemState } from '../domain/item-state.ts'
import { updateContent } from './item-write.repository.ts'
import { copyUpdateOf } from './persist.ts'

/** Makes anew what is derived from the values of locked items (completeness, readiness), and writes the rows that differ. */
export async function writeDerived(trx: Transaction, tenantId: string, items: readonly ItemState[]): Promise<void> {
  const kept = items.flatMap((before) => {
    const item = derivedAnew(before)
    return [...item.variations.values()].flatMap((variation) => {
      const was = before.variations.get(variation.variationId)
      return was === undefined ? [] : [{ before, was, item, variation }]
    })
  })
  await updateContent(trx, tenantId, {
    items: [],
    listed: kept.filter(({ was, variation }) => !isListedAlike(was, variation)),
    copies: kept.flatMap(copyUpdateOf),
    versions: [],
  })
}
