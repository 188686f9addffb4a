import { Problem } from './problem.ts'

/** The versions that a caller allows a change of a thing at; undefined where it did not say. */
export type IfMatch = readonly string[] | undefined

export const etagOf = (version: number): string => `"${version}"`

/**
 * Refuses a change where the caller saw another version of the thing. To be called when the thing is locked for the
 * change, and before anything is written: of two callers that saw the same version, the second one then waits for the
 * first and sees the next version.
 */
export function requireMatch(ifMatch: IfMatch, version: number): void {
  if (ifMatch === undefined || ifMatch.includes(String(version))) return
  throw new Problem('PRECONDITION_FAILED', { currentVersion: version, headers: { etag: etagOf(version) } })
}
