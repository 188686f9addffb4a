import type { FieldTypeFacts } from '../core/field-type-facts.ts'

export const longText: FieldTypeFacts = { place: 20, isPlainText: true, hasWords: true, width: 240 }
