import type { FieldTypeFacts } from '../core/field-type-facts.ts'

export const url: FieldTypeFacts = { place: 220, hasWords: true }
