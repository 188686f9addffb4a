import { invalidPlace, Problem } from '../../core/problem.ts'
import { type Fault, faultOfKey, faultOfText } from './json.ts'
import { placeOf } from './place.ts'

export const maxParameters = 100

export type QueryValues = Record<string, string | string[] | Record<string, string[]>>

const empty: QueryValues = Object.freeze(Object.create(null))

/**
 * Parses a query string into names and texts; brackets and commas have no meaning. A repeated name becomes a list,
 * which the contract refuses where it wants one value. Names that start with `prefix` (`field.`) are collected under
 * one key (`field`) as an object of lists. Throws 400 for too many parameters, bad encoding and forbidden names.
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
      // Defence 27, without: if (false) {
      if (++count > maxParameters) {
        throw invalidPlace('query', 'TOO_MANY_PARAMETERS', `has more than ${maxParameters} parameters`)
      }
      const equals = raw.indexOf('=', start)
      const split = equals < 0 || equals > end ? end : equals
      const name = decode(raw.slice(start, split))
      const value = decode(raw.slice(Math.min(split + 1, end), end))
      throwIfFault(faultOfKey(name) ?? faultOfText(value), name)
      if (prefix !== undefined && name.startsWith(prefix)) {
        const field = name.slice(prefix.length)
        throwIfFault(faultOfKey(field), name)
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

function throwIfFault(fault: Fault | undefined, name: string) {
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
