import type { Field } from '@pim/contract'
import { behaviourOf, validateField } from '@pim/field-types'
import type { EditOutcome } from './edit-place.ts'

/** A value as it would be saved, or what is wrong with it. */
export function newValue(field: Field, given: unknown): EditOutcome {
  const { technicalName } = field
  const { value, issues } = behaviourOf(field).read(given)
  if (issues.length === 0) return new Map([[technicalName, { slot: { value } }]])
  const errors = validateField(field, given).map(({ code, message, params = {} }) => ({
    technicalFieldName: technicalName,
    code,
    message,
    ...(Object.keys(params).length > 0 && { params }),
  }))
  return new Map([[technicalName, { errors }]])
}
