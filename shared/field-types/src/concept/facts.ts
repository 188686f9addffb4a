import type { FieldTypeFacts } from '../core/field-type-facts.ts'

export const concept: FieldTypeFacts = { place: 150, refersTo: 'concept', width: 180 }
export const concepts: FieldTypeFacts = { place: 160, refersTo: 'concept', width: 240 }
