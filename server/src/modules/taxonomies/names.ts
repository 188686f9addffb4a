import { normalForm, withoutUnseen } from '@pim/field-types'

/**
 * The key by which names are compared: case, Unicode composition, repeated spaces and signs that nobody sees make no difference.
 * The migration 0212 does the last of these for what was there.
 */
// Defence 31, without: export const nameKeyOf = (name: string): string => name
export const nameKeyOf = (name: string): string =>
  normalForm(normalForm(withoutUnseen(name), 'NFC').toUpperCase().toLowerCase(), 'NFC')
    .replace(/\s+/gu, ' ')
    .trim()
// Defence 31 ends

/** A name in its stored form: Unicode NFC, trimmed. */
export const normalizeName = (name: string): string => normalForm(name, 'NFC').trim()
