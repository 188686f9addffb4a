import type { FieldTypeFacts } from '../core/field-type-facts.ts'

export const media: FieldTypeFacts = { place: 190, refersTo: 'media', width: 190 }
export const medias: FieldTypeFacts = { place: 200, refersTo: 'media', width: 240 }
