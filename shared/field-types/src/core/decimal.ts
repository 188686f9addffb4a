import { z } from 'zod'

/** A number as it was given. Text keeps digits that a binary number would lose: `"1.10"`, `"0.1234567890123456789"`. */
export type DecimalValue = number | string

/** An exact number: `digits / 10 ** scale`. */
export interface Decimal {
  readonly digits: bigint
  readonly scale: number
}

const written = /^([+-]?)(\d{1,400})(?:\.(\d{1,400}))?(?:[eE]([+-]?\d{1,3}))?$/
const maxExponentLength = 400

export const parseDecimal = (value: unknown): Decimal | null => {
  if (typeof value !== 'number' && typeof value !== 'string') return null
  const match = written.exec(String(value))
  if (match === null) return null
  const [, sign, whole = '', fraction = '', exponent = '0'] = match
  const shift = Number(exponent)
  if (Math.abs(shift) > maxExponentLength) return null
  const digits = BigInt(whole + fraction) * (sign === '-' ? -1n : 1n)
  const scale = fraction.length - shift
  return reduced(scale < 0 ? { digits: digits * 10n ** BigInt(-scale), scale: 0 } : { digits, scale })
}

/** No zero at the end: equal numbers have equal parts. */
const reduced = ({ digits, scale }: Decimal): Decimal => {
  if (scale === 0 || digits % 10n !== 0n) return { digits, scale }
  if (digits === 0n) return { digits, scale: 0 }
  const text = digits.toString()
  let zeros = 0
  while (zeros < scale && text.charAt(text.length - 1 - zeros) === '0') zeros += 1
  return { digits: BigInt(text.slice(0, text.length - zeros)), scale: scale - zeros }
}

export const formatDecimal = ({ digits, scale }: Decimal): string => {
  const sign = digits < 0n ? '-' : ''
  const text = (digits < 0n ? -digits : digits).toString().padStart(scale + 1, '0')
  return scale === 0 ? sign + text : `${sign}${text.slice(0, -scale)}.${text.slice(-scale)}`
}

export const compareDecimals = (a: Decimal, b: Decimal): number => {
  const scale = Math.max(a.scale, b.scale)
  const difference = a.digits * 10n ** BigInt(scale - a.scale) - b.digits * 10n ** BigInt(scale - b.scale)
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

/** The one way an exact number is written in the index; null for what is no number. */
export const decimalKey = (value: unknown): string | null => {
  const decimal = parseDecimal(value)
  return decimal === null ? null : formatDecimal(decimal)
}

export const wholeDigits = ({ digits, scale }: Decimal): number =>
  Math.max(0, (digits < 0n ? -digits : digits).toString().length - scale)

/** `numerator / denominator`, to `places` decimals, half away from zero; exact where it comes out even. */
export const divided = (numerator: bigint, denominator: bigint, places: number): Decimal => {
  const shifted = numerator * 10n ** BigInt(places)
  const half = (denominator < 0n ? -denominator : denominator) / 2n
  const negative = numerator < 0n !== denominator < 0n
  const rounded = ((shifted < 0n ? -shifted : shifted) + half) / (denominator < 0n ? -denominator : denominator)
  return reduced({ digits: negative ? -rounded : rounded, scale: places })
}

/** A number in a room's settings: a bound, with every digit it was given. */
export const decimalSetting = z
  .union([z.number(), z.string().max(100)])
  .refine((value) => parseDecimal(value) !== null, { error: 'is not a number' })

/**
 * The one form that a number is written in: no zeros in front, no exponent, no minus before zero. Zeros behind the point stay: they are
 * digits that somebody gave. What is no number stays as it is.
 */
function plainForm(text: string): string {
  const [, sign, whole = '', fraction = '', exponent = '0'] = written.exec(text) ?? []
  if (whole === '' || Math.abs(Number(exponent)) > maxExponentLength) return text
  const digits = whole + fraction
  const point = whole.length + Number(exponent)
  const before = digits.slice(0, Math.max(point, 0)).padEnd(point, '0').replace(/^0+/, '') || '0'
  const behind = digits.slice(Math.max(point, 0)).padStart(digits.length - point, '0')
  const minus = sign === '-' && /[1-9]/.test(digits) ? '-' : ''
  return `${minus}${before}${point < digits.length ? `.${behind}` : ''}`
}

/** Writes an amount as a text, as delivery does with every one, so that consumers read one kind of JSON value and lose no digit. */
export const deliveredAmount = (value: DecimalValue): string => plainForm(String(value))

/** Spaces around and thousands apart go, and the number gets its one form; a comma is never guessed to be a point. */
export const tidyDecimal = (value: unknown): unknown => {
  if (typeof value === 'number') return tidyNumber(value)
  if (typeof value !== 'string') return value
  const text = value
    .replace(/[\s\u00a0\u202f']/g, '')
    .replace(/^\+/, '')
    .replace('\u2212', '-')
  return text === '' ? null : plainForm(text)
}

/** A number with so many digits that JSON writes an exponent becomes text. */
function tidyNumber(value: number): DecimalValue {
  const text = plainForm(String(value))
  return text === String(value) ? (value === 0 ? 0 : value) : text
}
