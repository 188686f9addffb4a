import type { Actor } from '../../../core/caller.ts'
import type { Transaction } from '../../../platform/database/transaction.ts'
import { auditNoteOfStep } from '../domain/audit-notes.ts'
import { type ItemState, type VariationState, withVariation } from '../domain/item-state.ts'
import { invalidTransition, requireVersion, variationOf } from '../domain/presentation.ts'
import { lockItemOf } from '../store/load.ts'
import { persist } from '../store/persist.ts'
import type { Changed } from './save-variation.ts'
import type { StepRequest } from './take-step.ts'

/** Replaces own and shared values, name and delivery targets of the working copy by those of the snapshot. */
export async function discardChanges(
  trx: Transaction,
  actor: Actor,
  { contentVariationId, ...seen }: StepRequest,
): Promise<Changed> {
  const { item, at, variationId } = await lockItemOf(trx, actor.tenantId, contentVariationId)
  const variation = variationOf(item, variationId)
  requireVersion(variation, seen)
  const wanted = discarded(item, variation)
  if (wanted === item) return { item, variationId }
  const cause = { action: 'discard', variationId, by: actor.userId, at } as const
  return {
    item: await persist(trx, actor.tenantId, item, wanted, cause, auditNoteOfStep('discard', item, variation)),
    variationId,
  }
}

/** Pure. Answers the same object where there is nothing to discard. */
export function discarded(item: ItemState, variation: VariationState): ItemState {
  const { snapshot } = variation
  if (variation.status === 'published') return item
  if (snapshot === null) throw invalidTransition(variation)
  return withVariation(
    { ...item, name: snapshot.name, shared: snapshot.shared },
    { ...variation, status: 'published', own: snapshot.own, deliveryTargets: snapshot.deliveryTargets },
  )
}
