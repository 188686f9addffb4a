import type { FieldTypeFacts } from '../core/field-type-facts.ts'

export const identifier: FieldTypeFacts = { place: 40, isCode: 'always', hasWords: true, isQuotable: true }
