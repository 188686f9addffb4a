import type { FieldErrorCode } from '@pim/contract/core/field-errors.ts'

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
