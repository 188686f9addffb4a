import { invalidPlace, Problem } from '../../core/problem.ts'
import { type Fault, faultOfKey, faultOfText } from './json.ts'
import { placeOf } from './place.ts'

export const maxParameters = 100

export type QueryValues = Record<string, string | string[] | Record<string, string[]>>

const empty: QueryValues = Object.freeze(Object.create(null))

/**
 * A query string as flat names and texts: no brackets, no nesting, nothing guessed. A name given twice becomes a list,
 * which the contract refuses wherever one value is meant.
 */
export function parseQuery(raw: string, prefix?: string): QueryValues {
  if (raw === '') return empty
  const query: QueryValues = Object.create(null)
  const gathered: Record<string, string[]> = Object.create(null)
  let count = 0
  for (let start = 0; start <= raw.length; ) {
    const ampersand = raw.indexOf('&', start)
    const end = ampersand < 0 ? raw.length : ampersand
    if (end > start) {
      if (++count > maxParameters) {
        throw invalidPlace('query', 'TOO_MANY_PARAMETERS', `has more than ${maxParameters} parameters`)
      }
      const equals = raw.indexOf('=', start)
      const split = equals < 0 || equals > end ? end : equals
      const name = decode(raw.slice(start, split))
      const value = decode(raw.slice(Math.min(split + 1, end), end))
      refuse(faultOfKey(name) ?? faultOfText(value), name)
      if (prefix !== undefined && name.startsWith(prefix)) {
        const field = name.slice(prefix.length)
        refuse(faultOfKey(field), name)
        const values = gathered[field]
        if (values === undefined) gathered[field] = [value]
        else values.push(value)
      } else if (prefix !== undefined && name === prefix.slice(0, -1)) {
        throw invalidPlace(placeOf('query', [name]), 'UNKNOWN_KEY', `is given as ${prefix}name`)
      } else {
        const before = query[name]
        if (before === undefined) query[name] = value
        else if (Array.isArray(before)) before.push(value)
        else if (typeof before === 'string') query[name] = [before, value]
      }
    }
    start = end + 1
  }
  if (prefix !== undefined && Object.keys(gathered).length > 0) query[prefix.slice(0, -1)] = gathered
  return query
}

function refuse(fault: Fault | undefined, name: string) {
  if (fault !== undefined) throw invalidPlace(placeOf('query', [name]), fault.code, fault.message)
}

function decode(text: string): string {
  if (!text.includes('%') && !text.includes('+')) return text
  try {
    return decodeURIComponent(text.includes('+') ? text.replaceAll('+', ' ') : text)
  } catch (cause) {
    throw new Problem('INVALID_REQUEST', {
      cause,
      fieldErrors: [{ technicalFieldName: 'query', code: 'ENCODING', message: 'is not percent-encoded UTF-8' }],
    })
  }
}
