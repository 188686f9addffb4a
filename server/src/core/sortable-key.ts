import type { KeyColumn } from '@pim/field-types'

/** Use of a key: filtering, filtering and sorting, or sorting alone. */
export const keyUse = { find: 0, findAndSort: 1, sort: 2 } as const
export type KeyUse = (typeof keyUse)[keyof typeof keyUse]

/**
 * Encodes a value as text whose code point order is the order of the values, so that one B-tree serves all types. Text
 * comparison is leakproof, so PostgreSQL uses the index under row-level security; that of `numeric` is not.
 */
const marks: Readonly<Record<KeyColumn, string>> = { text: 't', number: 'n', ref: 'r' }

/** Marks that a value exists, for types that have only qualified keys (amounts by currency). */
export const presenceKey = 'e'

export function sortableKey(column: KeyColumn, value: string): string {
  return marks[column] + (column === 'number' ? sortableNumber(value) : value)
}

/** All keys of a column lie from `from` up to, not including, `to`. */
export function rangeOfColumn(column: KeyColumn): { readonly from: string; readonly to: string } {
  const mark = marks[column]
  return { from: mark, to: String.fromCharCode(mark.charCodeAt(0) + 1) }
}

/** Exclusive upper bound of all texts that start with this prefix; undefined where there is none. */
export function endOfPrefix(prefix: string): string | undefined {
  const letters = [...prefix]
  while (letters.length > 0) {
    const last = letters.pop()?.codePointAt(0) ?? 0
    // Skips the surrogate range, which is not valid in a text.
    const next = last === 0xd7ff ? 0xe000 : last + 1
    if (next <= 0x10ffff) return letters.join('') + String.fromCodePoint(next)
  }
  return undefined
}

const written = /^([+-]?)(?=\.?\d)0*(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/
const exponentZero = 5_000

/**
 * Sign, exponent of the first digit, digits. Negative numbers have their digits complemented (9 for 0) and end with a
 * character above all digits, so that -1.23 sorts before -1.2.
 */
function sortableNumber(text: string): string {
  const match = written.exec(text)
  if (match === null) throw new RangeError(`${text} is not a number`)
  const [, sign, whole = '', fraction = '', exponent = '0'] = match
  const zeros = whole === '' ? (/^0*/.exec(fraction)?.[0].length ?? 0) : 0
  const digits = (whole + fraction.slice(zeros)).replace(/0+$/, '')
  if (digits === '') return '1'
  const place = String(exponentZero + whole.length - zeros + Number(exponent)).padStart(4, '0')
  if (place.length !== 4 || place.startsWith('-')) throw new RangeError(`${text} is out of range`)
  return sign === '-' ? `0${turned(place + digits)}~` : `2${place}${digits}`
}

const turned = (digits: string): string => digits.replace(/\d/g, (digit) => String(9 - Number(digit)))
