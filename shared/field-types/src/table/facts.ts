import type { FieldTypeFacts } from '../core/field-type-facts.ts'

export const table: FieldTypeFacts = { place: 250, hasInnerFields: true, isToldByText: true, isUnlisted: true }
