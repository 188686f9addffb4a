import type { FieldTypeFacts } from '../core/field-type-facts.ts'

export const integer: FieldTypeFacts = {
  place: 60,
  isNumber: true,
  isFigure: true,
  isQuotable: true,
  notRead: 'NOT_AN_INTEGER',
}
