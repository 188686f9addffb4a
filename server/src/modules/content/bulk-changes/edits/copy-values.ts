import type { BulkEdit } from '@pim/contract'
import { resolveWorking } from '../../domain/item-state.ts'
import { fieldsOf, isShared } from '../../domain/values.ts'
import { type EditOutcome, type EditPlace, nothing, refusal } from './edit-place.ts'

type Copy = Extract<BulkEdit, { kind: 'copyValues' }>

/** Makes what another variation shows the own values of this one. */
export function copyValues(
  { item, variation }: EditPlace,
  { fromVariationId, technicalFieldNames }: Copy,
): EditOutcome {
  if (fromVariationId === variation.variationId) return nothing
  if (!item.variations.has(fromVariationId))
    return refusal('fromVariationId', 'UNKNOWN_VARIATION', 'is no variation of this item')
  const fields = fieldsOf(item.type)
  const names = technicalFieldNames ?? [...fields.keys()]
  const from = resolveWorking(item, fromVariationId)
  const outcome = new Map<string, NonNullable<ReturnType<EditOutcome['get']>>>()
  for (const name of names) {
    const field = fields.get(name)
    if (field === undefined) return refusal(name, 'UNKNOWN_FIELD', 'is not a field of the content type of this item')
    const source = from[name]
    // What nobody has a value of stays so, and a shared value is the same in both.
    if (isShared(field) || source?.sourceVariationId === null || source === undefined) continue
    outcome.set(name, { slot: { value: source.value } })
  }
  return outcome
}
