import type { FieldTypeFacts } from '../core/field-type-facts.ts'

export const measurement: FieldTypeFacts = { place: 90, isFigure: true, isQuotable: true, notRead: 'NOT_A_MEASUREMENT' }
