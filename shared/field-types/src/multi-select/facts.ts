import type { FieldTypeFacts } from '../core/field-type-facts.ts'

export const multiSelect: FieldTypeFacts = { place: 140, width: 200 }
