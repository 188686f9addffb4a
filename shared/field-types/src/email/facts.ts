import type { FieldTypeFacts } from '../core/field-type-facts.ts'

export const email: FieldTypeFacts = { place: 230, hasWords: true }
