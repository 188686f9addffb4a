import type { FieldTypeFacts } from '../core/field-type-facts.ts'

export const date: FieldTypeFacts = { place: 110, isQuotable: true }
