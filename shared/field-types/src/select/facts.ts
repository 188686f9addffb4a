import type { FieldTypeFacts } from '../core/field-type-facts.ts'

export const select: FieldTypeFacts = { place: 130, isQuotable: true }
