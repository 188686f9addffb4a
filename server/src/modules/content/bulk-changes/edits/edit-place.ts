import type { Field, FieldError } from '@pim/contract'
import type { FieldErrorCode } from '@pim/contract/core/field-errors.ts'
import type { ItemState, VariationState } from '../../domain/item-state.ts'
import { fieldsOf, isShared, type Slot } from '../../domain/values.ts'

/** What every kind of edit is given: one item, in one of the chosen variations. */
export interface EditPlace {
  readonly item: ItemState
  readonly variation: VariationState
  /** Whether it is the first of the chosen ones, where what all variations share is changed, once. */
  readonly isFirst: boolean
  readonly inherited: 'leave' | 'takeOver'
}

/** By name: the new own value, undefined for a reset, or what is wrong. What stays as it is has no entry. */
export type EditOutcome = ReadonlyMap<string, { readonly slot: Slot } | { readonly errors: readonly FieldError[] }>

export const nothing: EditOutcome = new Map()

export const refusal = (technicalFieldName: string, code: FieldErrorCode, message: string): EditOutcome =>
  new Map([[technicalFieldName, { errors: [{ technicalFieldName, code, message }] }]])

/** The field that an edit names: undefined where it is shared and another variation's turn, an outcome where the type lacks it. */
export function fieldAt(
  { item, isFirst }: EditPlace,
  name: string,
): { readonly field?: Field; readonly outcome: EditOutcome } {
  const field = fieldsOf(item.type).get(name)
  if (field === undefined)
    return { outcome: refusal(name, 'UNKNOWN_FIELD', 'is not a field of the content type of this item') }
  return isShared(field) && !isFirst ? { outcome: nothing } : { field, outcome: nothing }
}
