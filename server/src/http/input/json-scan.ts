import { inOneGo, type Steps } from '@pim/field-types/steps'
import { byteOf, endOfString } from './json-bytes.ts'

/** Levels of nested objects and arrays in a body. */
const maxDepth = 32
/** Keys of one object, entries of one list: more than any call takes, and as many as no schema takes long to look through. */
export const maxMembers = { object: 10_000, list: 50_000 } as const
type MemberLimits = Readonly<Record<keyof typeof maxMembers, number>>
/** Files are read by a process of their own and have limits of their own: a list of concepts has more entries than any call. */
const anyMembers: MemberLimits = { object: Number.POSITIVE_INFINITY, list: Number.POSITIVE_INFINITY }

export interface ScanFault {
  readonly path: PropertyKey[]
  readonly code: 'TOO_DEEP' | 'TOO_MANY' | 'NUMBER_NOT_EXACT'
  readonly message: string
}

interface Level {
  isObject: boolean
  index: number
  keyStart: number
  keyEnd: number
  awaitsKey: boolean
}

const { quote, openBrace, closeBrace, openBracket, closeBracket, comma, colon, minus } = byteOf

/** Bytes that are looked at in one step: half a millisecond, or two where all of it is numbers that are hard to read. */
const bytesPerStep = 4 * 1024

/** What cannot be seen in a body any more once it is parsed. */
class JsonScan {
  private readonly bytes: Buffer
  private readonly limits: MemberLimits
  private readonly levels: Level[] = []
  private level: Level | undefined
  at = 0

  constructor(bytes: Buffer, limits: MemberLimits) {
    this.bytes = bytes
    this.limits = limits
  }

  /** Goes on up to `until`, or a little further. */
  run(until: number): ScanFault | undefined {
    const { bytes } = this
    for (; this.at < until; this.at += 1) {
      const byte = bytes[this.at]
      switch (byte) {
        case quote:
          this.string()
          break
        case openBrace:
        case openBracket:
          // Defence 25, without: if (false)
          if (this.levels.length === maxDepth)
            return { path: [], code: 'TOO_DEEP', message: `is nested more than ${maxDepth} levels deep` }
          this.open(byte === openBrace)
          break
        case closeBrace:
        case closeBracket:
          this.levels.pop()
          this.level = this.levels.at(-1)
          break
        case comma: {
          const fault = this.comma()
          if (fault !== undefined) return fault
          break
        }
        case colon:
          if (this.level !== undefined) this.level.awaitsKey = false
          break
        default:
          if (byte === minus || isDigit(byte)) {
            const end = endOfNumber(bytes, this.at)
            const isShort = end > 0 && end - this.at <= plainDigits
            if (!isShort && !isExactAsDouble(bytes.toString('latin1', this.at, Math.abs(end))))
              return {
                path: this.path(),
                code: 'NUMBER_NOT_EXACT',
                message: 'cannot be kept exactly as a number; where the field takes text, send it as text',
              }
            this.at = Math.abs(end) - 1
          }
      }
    }
    return undefined
  }

  private string(): void {
    const end = endOfString(this.bytes, this.at)
    if (this.level?.awaitsKey) {
      this.level.keyStart = this.at
      this.level.keyEnd = end + 1
    }
    this.at = end
  }

  private open(isObject: boolean): void {
    this.level = { isObject, index: 0, keyStart: 0, keyEnd: 0, awaitsKey: isObject }
    this.levels.push(this.level)
  }

  private comma(): ScanFault | undefined {
    const { level } = this
    if (level === undefined) return undefined
    level.index += 1
    level.awaitsKey = level.isObject
    const most = level.isObject ? this.limits.object : this.limits.list
    if (level.index < most) return undefined
    return { path: this.path().slice(0, -1), code: 'TOO_MANY', message: `has more than ${most} entries` }
  }

  /** Of what is being looked at. */
  private path(): PropertyKey[] {
    return this.levels.map((open) => (open.isObject ? keyAt(this.bytes, open) : open.index))
  }
}

/**
 * Scans the bytes of a file of JSON before `JSON.parse`, for what cannot be seen afterwards: nesting so deep that later
 * recursion would overflow the stack, and numbers that lose digits as a double. The grammar is left to `JSON.parse`.
 */
export const scanJson = (bytes: Buffer): ScanFault | undefined => inOneGo(scanInSteps(bytes, anyMembers))

/** The same of a body in steps, and for more members than any call takes. */
export function* scanInSteps(bytes: Buffer, limits: MemberLimits = maxMembers): Steps<ScanFault | undefined> {
  const scan = new JsonScan(bytes, limits)
  for (;;) {
    const fault = scan.run(Math.min(bytes.length, scan.at + bytesPerStep))
    if (fault !== undefined || scan.at >= bytes.length) return fault
    yield
  }
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39
}

/** Negative where the number has an exponent. */
function endOfNumber(bytes: Buffer, start: number): number {
  let at = start + 1
  let sign = 1
  for (; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === 0x65 || byte === 0x45) sign = -1
    // Digits, the point and either sign.
    else if (!isDigit(byte) && byte !== 0x2e && byte !== 0x2b && byte !== minus) break
  }
  return sign * at
}

function keyAt(bytes: Buffer, level: Level): string {
  try {
    return String(JSON.parse(bytes.toString('utf8', level.keyStart, level.keyEnd)))
  } catch {
    return '?'
  }
}

/** As many as any double keeps. */
const plainDigits = 15

/**
 * Whether a number literal survives the round trip through a double: `0.1` prints as `0.1`, but `9007199254740993` as
 * `…992`.
 */
export function isExactAsDouble(literal: string): boolean {
  if (literal.length <= plainDigits && !/[eE]/.test(literal)) return true
  const value = Number(literal)
  // Not a number at all: left to the parser.
  if (Number.isNaN(value)) return true
  if (!Number.isFinite(value)) return false
  return canonical(literal) === canonical(String(value))
}

/** Significant digits and exponent of a decimal literal, so that equal values become equal text: `1.10` and `11e-1`. */
function canonical(literal: string): string {
  const [mantissa = '', exponent = '0'] = literal.toLowerCase().replace(/^-/, '').split('e')
  const [whole = '', fraction = ''] = mantissa.split('.')
  const digits = (whole + fraction).replace(/^0+/, '')
  const significant = digits.slice(0, digits.length - zerosAtEnd(digits))
  if (significant === '') return '0'
  return `${significant}e${Number(exponent) - fraction.length + (digits.length - significant.length)}`
}

/** A loop, as a pattern that ends in `0+$` begins anew at each zero of a number: two million of them took an hour. */
function zerosAtEnd(digits: string): number {
  let count = 0
  while (count < digits.length && digits.charAt(digits.length - 1 - count) === '0') count += 1
  return count
}
