import type { FieldTypeFacts } from '../core/field-type-facts.ts'

export const color: FieldTypeFacts = { place: 240, isQuotable: true }
