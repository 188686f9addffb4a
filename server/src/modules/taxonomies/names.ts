import { normalForm } from '@pim/field-types'

/** The key by which names are compared: case, Unicode composition and repeated spaces make no difference. */
export const nameKeyOf = (name: string): string =>
  normalForm(normalForm(name, 'NFC').toUpperCase().toLowerCase(), 'NFC').replace(/\s+/gu, ' ').trim()

/** A name in its stored form: Unicode NFC, trimmed. */
export const normalizeName = (name: string): string => normalForm(name, 'NFC').trim()
