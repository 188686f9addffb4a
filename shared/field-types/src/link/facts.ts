import type { FieldTypeFacts } from '../core/field-type-facts.ts'

export const link: FieldTypeFacts = { place: 170, refersTo: 'item', width: 200 }
export const links: FieldTypeFacts = { place: 180, refersTo: 'item', width: 240 }
