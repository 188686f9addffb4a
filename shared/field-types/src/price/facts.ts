import type { FieldTypeFacts } from '../core/field-type-facts.ts'

export const price: FieldTypeFacts = { place: 80, isFigure: true, isQuotable: true, notRead: 'NOT_A_PRICE', width: 180 }
