import type { KeyColumn } from '@pim/field-types'

/**
 * Every key is a text that orders by code point as its values do, so one plain index finds and sorts them all. It
 * also keeps to comparisons that PostgreSQL may use under row-level security, which those of `numeric` are not.
 */
const marks: Readonly<Record<KeyColumn, string>> = { text: 't', number: 'n', ref: 'r' }

/** Of a value that has only qualified keys (amounts by currency): it is there, which is all that can be said. */
export const presenceKey = 'e'

export function sortableKey(column: KeyColumn, value: string): string {
  return marks[column] + (column === 'number' ? sortableNumber(value) : value)
}

/** All keys of a column lie from `from` up to, not including, `to`. */
export function rangeOfColumn(column: KeyColumn): { readonly from: string; readonly to: string } {
  const mark = marks[column]
  return { from: mark, to: String.fromCharCode(mark.charCodeAt(0) + 1) }
}

/** What all texts that begin with this one lie below; undefined where nothing does. */
export function endOfPrefix(prefix: string): string | undefined {
  const letters = [...prefix]
  while (letters.length > 0) {
    const last = letters.pop()?.codePointAt(0) ?? 0
    // Halves of pairs are no characters and have no place in a text.
    const next = last === 0xd7ff ? 0xe000 : last + 1
    if (next <= 0x10ffff) return letters.join('') + String.fromCodePoint(next)
  }
  return undefined
}

const written = /^([+-]?)(?=\.?\d)0*(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/
const exponentZero = 5_000

/**
 * Sign, place of the first digit, digits. For negative numbers every digit is turned round (9 for 0) and a mark ends
 * them that comes after all digits, so that -1.23 stands before -1.2.
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
