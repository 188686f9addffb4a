import type { FieldTypeFacts } from '../core/field-type-facts.ts'

export const json: FieldTypeFacts = { place: 270, isToldByText: true, isUnlisted: true, notRead: 'NOT_A_JSON_VALUE' }
