import { normalForm } from '@pim/field-types'

/** The key by which names are compared: case, Unicode composition and repeated spaces make no difference. */
// Defence 31, without: export const nameKeyOf = (name: string): string => name
export const nameKeyOf = (name: string): string =>
  normalForm(normalForm(name, 'NFC').toUpperCase().toLowerCase(), 'NFC').replace(/\s+/gu, ' ').trim()
// Defence 31 ends

/** A name in its stored form: Unicode NFC, trimmed. */
export const normalizeName = (name: string): string => normalForm(name, 'NFC').trim()
