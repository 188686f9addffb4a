import type { FieldTypeFacts } from '../core/field-type-facts.ts'

export const boolean: FieldTypeFacts = {
  place: 100,
  isTruthValue: true,
  isQuotable: true,
  notRead: 'NOT_A_TRUTH_VALUE',
}
