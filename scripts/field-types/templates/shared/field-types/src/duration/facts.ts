import type { FieldTypeFacts } from '../core/field-type-facts.ts'

export const duration: FieldTypeFacts = { place: 125, isFigure: true, isQuotable: true, width: 120 }
