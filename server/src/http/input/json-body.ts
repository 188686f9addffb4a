import { isUtf8 } from 'node:buffer'
import { invalidPlace, Problem } from '../../core/problem.ts'
import { scanJson } from './json-scan.ts'
import { placeOf } from './place.ts'
import { findFault } from './text-sanity.ts'

/** The 2 MB of the product's limits; a save of 200 fields in full stays well under it. */
export const maxBodyBytes = 2 * 1024 * 1024

/** `application/json`, alone or with the only encoding JSON has. Anything cleverer is another media type. */
const jsonMediaType = /^application\/json(?:; ?charset=utf-8)?$/i

export function isJsonMediaType(header: string | undefined): boolean {
  return header !== undefined && jsonMediaType.test(header)
}

/** From bytes to a value in which nothing can hurt whoever walks, stores or merges it. */
export function parseJsonBody(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw new Problem('INVALID_JSON', { message: 'The body is not UTF-8.' })
  const scanFault = scanJson(bytes)
  if (scanFault !== undefined) throw invalidPlace(placeOf('body', scanFault.path), scanFault.code, scanFault.message)
  let value: unknown
  try {
    value = JSON.parse(bytes.toString('utf8'))
  } catch (cause) {
    throw new Problem('INVALID_JSON', { cause })
  }
  const fault = findFault(value)
  if (fault !== undefined) throw invalidPlace(placeOf('body', fault.path), fault.code, fault.message)
  return value
}
