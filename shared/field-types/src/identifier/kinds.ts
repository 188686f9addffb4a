import { hasGtinCheckDigit, hasIsbn10CheckDigit, isbn13From10 } from './check-digit.ts'

/** One scheme of numbering. `code` is the value without the spaces and dashes that people group it with. */
export interface IdentifierKind {
  tidy(text: string): string
  readonly lengths: readonly number[] | null
  hasRightCharacters(code: string): boolean
  hasRightCheckDigit(code: string): boolean
  /** What all ways to write the same code have in common. */
  unique(code: string): string
}

const compact = (text: string): string => text.replace(/[\s\u2010-\u2015-]/g, '').toUpperCase()

/** Spreadsheets drop leading zeros. They come back where the code with them, and only with them, is right. */
const withLeadingZeros = (digits: string, lengths: readonly number[]): string => {
  if (!/^\d+$/.test(digits) || lengths.includes(digits.length) || !hasGtinCheckDigit(digits)) return digits
  const length = lengths.find((each) => each > digits.length)
  return length === undefined ? digits : digits.padStart(length, '0')
}

const gtin = (...lengths: readonly number[]): IdentifierKind => ({
  tidy: (text) => withLeadingZeros(compact(text), lengths),
  lengths,
  hasRightCharacters: (code) => /^\d*$/.test(code),
  hasRightCheckDigit: hasGtinCheckDigit,
  unique: (code) => code.padStart(14, '0'),
})

const sku: IdentifierKind = {
  tidy: (text) => text.trim(),
  lengths: null,
  hasRightCharacters: () => true,
  hasRightCheckDigit: () => true,
  unique: (code) => code,
}

const isbn: IdentifierKind = {
  tidy: compact,
  lengths: [10, 13],
  hasRightCharacters: (code) => /^(\d{9}[\dX]|97[89]\d{10})$/.test(code) || ![10, 13].includes(code.length),
  hasRightCheckDigit: (code) => (code.length === 10 ? hasIsbn10CheckDigit(code) : hasGtinCheckDigit(code)),
  unique: (code) => (code.length === 10 ? isbn13From10(code) : code),
}

export const identifierKinds = {
  sku,
  gtin: gtin(8, 12, 13, 14),
  gtin8: gtin(8),
  gtin12: gtin(12),
  gtin13: gtin(13),
  gtin14: gtin(14),
  ean: gtin(8, 13),
  isbn,
} as const satisfies Record<string, IdentifierKind>

export type IdentifierKindName = keyof typeof identifierKinds
export const identifierKindNames = Object.keys(identifierKinds) as [IdentifierKindName, ...IdentifierKindName[]]
