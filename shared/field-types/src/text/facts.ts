import type { FieldTypeFacts } from '../core/field-type-facts.ts'

export const text: FieldTypeFacts = {
  place: 10,
  isPlainText: true,
  isLine: true,
  isCode: 'maybe',
  hasWords: true,
  isQuotable: true,
  width: 200,
}
