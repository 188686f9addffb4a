import type { FieldTypeFacts } from '../core/field-type-facts.ts'

export const group: FieldTypeFacts = { place: 260, hasInnerFields: true, isToldByText: true, isUnlisted: true }
