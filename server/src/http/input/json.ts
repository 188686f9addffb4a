import { isUtf8 } from 'node:buffer'
import type { Steps } from '@pim/field-types/steps'
import { invalidPlace, Problem } from '../../core/problem.ts'
import { findFault } from './json-faults.ts'
import { parsePieces } from './json-pieces.ts'
import { scanInSteps } from './json-scan.ts'
import { placeOf } from './place.ts'

export { type Fault, faultOfKey, faultOfText, findFault } from './json-faults.ts'
export { type ScanFault, scanJson } from './json-scan.ts'

/** The limit of 2 MB from the specification; a save of 200 full fields stays well below it. */
// Defence 30, without: export const maxBodyBytes = 2 ** 30
export const maxBodyBytes = 2 * 1024 * 1024

/**
 * `application/json`, alone or with `charset=utf-8`. Any other parameter or spelling is refused as another media type.
 */
const jsonMediaType = /^application\/json(?:; ?charset=utf-8)?$/i

export function isJsonMediaType(header: string | undefined): boolean {
  return header !== undefined && jsonMediaType.test(header)
}

/** A body that is parsed at once takes a millisecond or two at most. */
const shortBody = 16 * 1024

/**
 * Parses a request body: scanned, then parsed and looked through piece by piece. Throws 400 for what is not UTF-8 or not
 * JSON, and for nesting, numbers, keys and text that later code or the database could not handle.
 */
export function* jsonBody(bytes: Buffer): Steps<unknown> {
  if (!isUtf8(bytes)) throw new Problem('INVALID_JSON', { message: 'The body is not UTF-8.' })
  const scanFault = yield* scanInSteps(bytes)
  if (scanFault !== undefined) throw invalidPlace(placeOf('body', scanFault.path), scanFault.code, scanFault.message)
  try {
    const { value, fault } =
      bytes.length <= shortBody || !hasMembers(bytes) ? parsedAtOnce(bytes) : yield* parsePieces(bytes)
    if (fault !== undefined) throw invalidPlace(placeOf('body', fault.path), fault.code, fault.message)
    return value
  } catch (cause) {
    throw cause instanceof SyntaxError ? new Problem('INVALID_JSON', { cause }) : cause
  }
}

/** Otherwise it is one text or number, or no JSON at all. */
const hasMembers = (bytes: Buffer): boolean => /^\s*[{[]/.test(bytes.toString('latin1', 0, 100))

function parsedAtOnce(bytes: Buffer) {
  const value: unknown = JSON.parse(bytes.toString('utf8'))
  return { value, fault: findFault(value) }
}
