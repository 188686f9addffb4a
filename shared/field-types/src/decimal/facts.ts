import type { FieldTypeFacts } from '../core/field-type-facts.ts'

export const decimal: FieldTypeFacts = {
  place: 70,
  isNumber: true,
  isFigure: true,
  isQuotable: true,
  notRead: 'NOT_A_NUMBER',
}
