import type { FieldTypeFacts } from '../core/field-type-facts.ts'

export const binary: FieldTypeFacts = { place: 210, isFile: true, isUnlisted: true }
