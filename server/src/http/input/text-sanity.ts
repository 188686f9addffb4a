/** Names that reach an object's prototype when some library later merges or assigns by key. */
const prototypeKeys: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])

export interface Fault {
  /** From the root of what was looked at to the place. */
  readonly path: PropertyKey[]
  readonly code: string
  readonly message: string
}

const nul = String.fromCharCode(0)

/** PostgreSQL stores neither NUL nor half a surrogate pair; let through, both come back as a 500. */
export function faultOfText(text: string): Fault | undefined {
  if (text.includes(nul)) return { path: [], code: 'NUL_CHARACTER', message: 'contains a NUL character' }
  if (!text.isWellFormed()) return { path: [], code: 'LONE_SURROGATE', message: 'contains half of a surrogate pair' }
  return undefined
}

export function faultOfKey(key: string): Fault | undefined {
  if (prototypeKeys.has(key)) return { path: [], code: 'FORBIDDEN_KEY', message: 'is not a name that is taken' }
  return faultOfText(key)
}

/**
 * The first key or text in a parsed value that must not come in, wherever it is nested. The caller has bounded the
 * depth already, so recursion is safe here.
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
