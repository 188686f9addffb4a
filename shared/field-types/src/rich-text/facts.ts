import type { FieldTypeFacts } from '../core/field-type-facts.ts'

export const richText: FieldTypeFacts = { place: 30, isMarkedUp: true, hasWords: true, isToldByText: true, width: 240 }
