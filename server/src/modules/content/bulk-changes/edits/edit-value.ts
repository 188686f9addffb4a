import type { ValueEdit } from '@pim/contract'
import { behaviourOf, contentOf } from '@pim/field-types'
import { chainOf, resolveValues } from '../../domain/fallback.ts'
import { isSameValue } from '../../domain/values.ts'
import { type EditOutcome, type EditPlace, fieldAt, nothing, refusal } from './edit-place.ts'
import { newValue } from './new-value.ts'

/** Makes a new value of the old one, as the type of the field does it. */
export function editValue(place: EditPlace, edit: ValueEdit): EditOutcome {
  const { technicalFieldName: name } = edit
  const { field, outcome } = fieldAt(place, name)
  if (field === undefined) return outcome
  const { item, variation, inherited } = place
  const resolved = resolveValues(
    { ...item.type, fields: [field] },
    chainOf(item.fallbacks, variation.variationId),
    (id) => item.variations.get(id)?.own,
    item.shared,
  )[name]
  const behaviour = behaviourOf(field)
  const before = resolved?.value ?? null
  const after = behaviour.edited(before, edit)
  if (after === undefined)
    return refusal(name, 'UNSUITED', `of the type ${field.type} cannot be edited so: ${edit.kind}`)
  if (resolved?.isInherited === true && inherited === 'leave') return nothing
  const read = newValue(field, after.value)
  const made = read.get(name)
  // What the edit leaves as it was is no own value, and stays the object that stands for it.
  return made !== undefined && 'slot' in made && isSameValue(made.slot?.value, contentOf(before)) ? nothing : read
}
