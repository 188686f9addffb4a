import { z } from 'zod'
import { defineFieldType } from '../core/field-type-model.ts'
import { presence } from '../core/filter.ts'
import { report, reportTooLarge, type ValueCode } from '../core/issue.ts'

const settingsSchema = z.strictObject({})
export type JsonSettings = z.output<typeof settingsSchema>

export const deepestJson = 24
export const maxJsonLength = 100_000

/** Names that change what an object is, in one language or another. */
const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype'])

interface Finding {
  readonly code: ValueCode
  readonly message: string
  readonly path: PropertyKey[]
}

const tooLarge: Finding = { code: 'TOO_LARGE', message: `is larger than ${maxJsonLength} bytes`, path: [] }

const isKeepable = (text: string): boolean => !text.includes('\u0000') && text.isWellFormed()

/** No more of them than are needed to see that they are too many. */
function* childrenOf(value: object): Generator<[PropertyKey, unknown]> {
  if (Array.isArray(value)) yield* value.slice(0, maxJsonLength + 1).entries()
  else yield* Object.entries(value)
}

/** Walks without recursion, so that no depth can hurt. Null: nothing is wrong. */
const findFault = (root: unknown): Finding | null => {
  const waiting: [value: unknown, path: PropertyKey[]][] = [[root, []]]
  // Every value takes one byte at least: what is too large is not walked to its end.
  let bytes = 0
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [value, path] = next
    bytes += typeof value === 'string' ? value.length : 1
    if (bytes > maxJsonLength || waiting.length > maxJsonLength) return tooLarge
    if (value === null || typeof value === 'boolean') continue
    if (typeof value === 'number' && Number.isFinite(value)) continue
    if (typeof value === 'string') {
      if (isKeepable(value)) continue
      return { code: 'FORBIDDEN_CHARACTER', message: 'holds a character that cannot be kept', path }
    }
    if (typeof value !== 'object') return { code: 'WRONG_TYPE', message: 'is not JSON', path }
    if (path.length >= deepestJson) return { code: 'TOO_DEEP', message: `is nested deeper than ${deepestJson}`, path }
    for (const [key, child] of childrenOf(value)) {
      if (typeof key === 'string' && (forbiddenKeys.has(key) || !isKeepable(key)))
        return { code: 'UNKNOWN_KEY', message: `may not have the key ${JSON.stringify(key)}`, path }
      waiting.push([child, [...path, key]])
    }
  }
  return null
}

const byteLength = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).length

const isAbsent = (value: unknown): boolean => value === null || value === undefined

/** Anything; only null is empty, since `""` and `[]` mean something to the machine that reads it. */
export const json = defineFieldType<unknown, JsonSettings>({
  type: 'json',
  canBeLong: true,
  settingsSchema,
  settingsChange: () => 'same',
  valueSchema: () =>
    z.unknown().superRefine((value, context) => {
      const fault = findFault(value)
      if (fault === tooLarge || (fault === null && byteLength(value) > maxJsonLength))
        reportTooLarge(context, tooLarge.message, maxJsonLength)
      else if (fault !== null) report(context, fault.code, fault.message, { max: deepestJson }, fault.path)
    }),
  normalise: (value) => value ?? null,
  isEmpty: isAbsent,
  filter: {
    column: 'text',
    operators: [...presence],
    operandSchema: () => z.never(),
    operandKey: () => ({ value: '' }),
  },
  /** That it is there is all that can be asked. */
  indexKeys: () => ({ text: [''] }),
  plainText: (value) => JSON.stringify(value),
  searchText: () => '',
  readText: (text) => {
    try {
      return JSON.parse(text) as unknown
    } catch {
      return undefined
    }
  },
  toText: (value) => JSON.stringify(value),
})
