import type { Transaction } from '../../../platform/database/transaction.ts'
import { appendCounts } from '../../content-index/index.ts'
import { appendEvents } from '../../events/index.ts'
import { noteChangedItems } from '../../reader/index.ts'
import { derivedAnew } from '../domain/derived-changes.ts'
import type { ItemState } from '../domain/item-state.ts'
import { updateContent } from './item-write.repository.ts'
import { countChangesOf, derivedEvent, variationUpdateOf } from './persist.ts'

/**
 * Makes anew what is derived from the values of locked items (completeness, readiness), and writes the rows that differ.
 * `withNames`: also those of variations whose names were made by something else than the state tells.
 */
export async function writeDerived(
  trx: Transaction,
  tenantId: string,
  items: readonly ItemState[],
  { withNames = false }: { readonly withNames?: boolean } = {},
): Promise<void> {
  const anew = items.map((before) => ({ before, after: derivedAnew(before) }))
  const kept = anew.flatMap(({ before, after: item }) => {
    return [...item.variations.values()].flatMap((variation) => {
      const was = before.variations.get(variation.variationId)
      return was === undefined ? [] : [{ before, was, item, variation }]
    })
  })
  noteChangedItems(trx, tenantId)
  await appendEvents(
    trx,
    tenantId,
    items.map((item) => derivedEvent(item, item.modifiedBy)),
  )
  const counts = anew.flatMap(countChangesOf)
  if (counts.length > 0) await appendCounts(trx, tenantId, counts)
  await updateContent(trx, tenantId, {
    items: [],
    variations: kept.flatMap((each) => variationUpdateOf(each, withNames)),
    versions: [],
  })
}
