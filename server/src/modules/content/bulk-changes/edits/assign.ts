import type { BulkEdit } from '@pim/contract'
import { isShared } from '../../domain/values.ts'
import { type EditOutcome, type EditPlace, fieldAt, refusal } from './edit-place.ts'
import { newValue } from './new-value.ts'

type Assign = Extract<BulkEdit, { kind: 'set' | 'clear' | 'reset' }>

/** Sets a value, makes it deliberately empty, or lets it inherit again. */
export function assign(place: EditPlace, edit: Assign): EditOutcome {
  const { technicalFieldName: name } = edit
  const { field, outcome } = fieldAt(place, name)
  if (field === undefined) return outcome
  if (edit.kind === 'set') return newValue(field, edit.value)
  if (edit.kind === 'clear') return new Map([[name, { slot: { value: null } }]])
  if (isShared(field))
    return refusal(name, 'NOT_LOCALIZABLE', 'is shared by all variations and has nothing to fall back to')
  return new Map([[name, { slot: undefined }]])
}
