import { isUtf8 } from 'node:buffer'
import type { FieldErrorCode } from '@pim/contract/core/field-errors.ts'
import { invalidPlace, Problem } from '../../core/problem.ts'
import { inOneGo, type Steps } from '../../core/time-slices.ts'
import { placeOf } from './place.ts'

/** The limit of 2 MB from the specification; a save of 200 full fields stays well below it. */
// Defence 30, without: export const maxBodyBytes = 2 ** 30
export const maxBodyBytes = 2 * 1024 * 1024

/**
 * `application/json`, alone or with `charset=utf-8`. Any other parameter or spelling is refused as another media type.
 */
// Defence 24, without: const jsonMediaType = /json/i
const jsonMediaType = /^application\/json(?:; ?charset=utf-8)?$/i

export function isJsonMediaType(header: string | undefined): boolean {
  return header !== undefined && jsonMediaType.test(header)
}

/**
 * Parses a request body. Throws 400 for what is not UTF-8 or not JSON, and for nesting, numbers, keys and text that
 * later code or the database could not handle.
 */
export const parseJsonBody = (bytes: Buffer): unknown => inOneGo(jsonBody(bytes))

/** The same in steps: scanned, parsed, looked through. */
export function* jsonBody(bytes: Buffer): Steps<unknown> {
  if (!isUtf8(bytes)) throw new Problem('INVALID_JSON', { message: 'The body is not UTF-8.' })
  const scanFault = scanJson(bytes)
  if (scanFault !== undefined) throw invalidPlace(placeOf('body', scanFault.path), scanFault.code, scanFault.message)
  yield
  let value: unknown
  try {
    value = JSON.parse(bytes.toString('utf8'))
  } catch (cause) {
    throw new Problem('INVALID_JSON', { cause })
  }
  yield
  const fault = findFault(value)
  if (fault !== undefined) throw invalidPlace(placeOf('body', fault.path), fault.code, fault.message)
  return value
}

/** Levels of nested objects and arrays in a body. */
export const maxDepth = 32

export interface ScanFault {
  readonly path: PropertyKey[]
  readonly code: 'TOO_DEEP' | 'NUMBER_NOT_EXACT'
  readonly message: string
}

const quote = 0x22
const backslash = 0x5c
const openBrace = 0x7b
const closeBrace = 0x7d
const openBracket = 0x5b
const closeBracket = 0x5d
const comma = 0x2c
const colon = 0x3a
const minus = 0x2d

interface Level {
  isObject: boolean
  index: number
  keyStart: number
  keyEnd: number
  awaitsKey: boolean
}

/**
 * Scans the bytes of a JSON body before `JSON.parse`, for what cannot be seen afterwards: nesting so deep that later
 * recursion would overflow the stack, and numbers that lose digits as a double. The grammar is left to `JSON.parse`.
 */
export function scanJson(bytes: Buffer): ScanFault | undefined {
  const levels: Level[] = []
  let level: Level | undefined
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]
    switch (byte) {
      case quote: {
        const end = endOfString(bytes, at)
        if (level?.awaitsKey) {
          level.keyStart = at
          level.keyEnd = end + 1
        }
        at = end
        break
      }
      case openBrace:
      case openBracket: {
        // Defence 25, without: if (false) {
        if (levels.length === maxDepth) {
          return { path: [], code: 'TOO_DEEP', message: `is nested more than ${maxDepth} levels deep` }
        }
        const isObject = byte === openBrace
        level = { isObject, index: 0, keyStart: 0, keyEnd: 0, awaitsKey: isObject }
        levels.push(level)
        break
      }
      case closeBrace:
      case closeBracket:
        levels.pop()
        level = levels.at(-1)
        break
      case comma:
        if (level !== undefined) {
          level.index++
          level.awaitsKey = level.isObject
        }
        break
      case colon:
        if (level !== undefined) level.awaitsKey = false
        break
      default:
        if (byte === minus || isDigit(byte)) {
          const end = endOfNumber(bytes, at)
          if (!isExactAsDouble(bytes.toString('latin1', at, end))) {
            return {
              path: levels.map((open) => (open.isObject ? keyAt(bytes, open) : open.index)),
              code: 'NUMBER_NOT_EXACT',
              message: 'cannot be kept exactly as a number; where the field takes text, send it as text',
            }
          }
          at = end - 1
        }
    }
  }
  return undefined
}

/** Position of the closing quote, or the end of the bytes where there is none. */
function endOfString(bytes: Buffer, start: number): number {
  let at = start
  for (;;) {
    at = bytes.indexOf(quote, at + 1)
    if (at < 0) return bytes.length
    let slashes = 0
    while (bytes[at - 1 - slashes] === backslash) slashes++
    if (slashes % 2 === 0) return at
  }
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39
}

function endOfNumber(bytes: Buffer, start: number): number {
  let at = start + 1
  for (; at < bytes.length; at++) {
    const byte = bytes[at]
    // Digits, the point, either sign and either case of the exponent's letter.
    if (!isDigit(byte) && byte !== 0x2e && byte !== 0x2b && byte !== minus && byte !== 0x65 && byte !== 0x45) break
  }
  return at
}

function keyAt(bytes: Buffer, level: Level): string {
  try {
    return String(JSON.parse(bytes.toString('utf8', level.keyStart, level.keyEnd)))
  } catch {
    return '?'
  }
}

/**
 * Whether a number literal survives the round trip through a double: `0.1` prints as `0.1`, but `9007199254740993` as
 * `…992`.
 */
export function isExactAsDouble(literal: string): boolean {
  if (literal.length <= 15 && !/[eE]/.test(literal)) return true
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
  const significant = digits.replace(/0+$/, '')
  if (significant === '') return '0'
  return `${significant}e${Number(exponent) - fraction.length + (digits.length - significant.length)}`
}

/** Names that would change an object's prototype where code merges or assigns by key (prototype pollution). */
const prototypeKeys: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])

export interface Fault {
  /** Keys and indices from the root of the checked value to the fault. */
  readonly path: PropertyKey[]
  readonly code: FieldErrorCode
  readonly message: string
}

const nul = String.fromCharCode(0)

/** PostgreSQL stores neither NUL nor half of a surrogate pair; unchecked, both would end in a 500. */
export function faultOfText(text: string): Fault | undefined {
  // Defence 23
  if (text.includes(nul)) return { path: [], code: 'NUL_CHARACTER', message: 'contains a NUL character' }
  // Defence 23
  if (!text.isWellFormed()) return { path: [], code: 'LONE_SURROGATE', message: 'contains half of a surrogate pair' }
  return undefined
}

export function faultOfKey(key: string): Fault | undefined {
  // Defence 26
  if (prototypeKeys.has(key)) return { path: [], code: 'FORBIDDEN_KEY', message: 'is not a name that is taken' }
  return faultOfText(key)
}

/**
 * The first forbidden key or text in a parsed value, at any depth. Recursion is safe: `scanJson` has limited the depth.
 */
export function findFault(value: unknown): Fault | undefined {
  if (typeof value === 'string') return faultOfText(value)
  if (typeof value !== 'object' || value === null) return undefined
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) {
      const fault = findFault(value[index])
      if (fault !== undefined) return below(index, fault)
    }
    return undefined
  }
  for (const [key, member] of Object.entries(value)) {
    const fault = faultOfKey(key) ?? findFault(member)
    if (fault !== undefined) return below(key, fault)
  }
  return undefined
}

function below(segment: PropertyKey, fault: Fault): Fault {
  fault.path.unshift(segment)
  return fault
}
