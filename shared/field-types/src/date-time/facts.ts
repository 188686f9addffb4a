import type { FieldTypeFacts } from '../core/field-type-facts.ts'

export const dateTime: FieldTypeFacts = { place: 120 }
