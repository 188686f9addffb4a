import type { FieldTypeFacts } from '../core/field-type-facts.ts'

export const slug: FieldTypeFacts = { place: 50, isCode: 'always', hasWords: true, isQuotable: true }
