import type { Once } from './once.ts'
import { Problem } from './problem.ts'

/** The author of a change: a person, or the person who started the job that makes it. */
export interface Actor {
  readonly tenantId: string
  readonly userId: string
  /** The idempotency key of a creating call. The transaction that makes the change keeps its answer. */
  readonly once?: Once | undefined
}

/** The actor of a request in a tenant, from its context. */
export const actorOf = ({
  tenant,
  user,
  once,
}: {
  readonly tenant: { readonly tenantId: string }
  readonly user: { readonly userId: string }
  readonly once?: Once | undefined
}): Actor => ({ tenantId: tenant.tenantId, userId: user.userId, ...(once !== undefined && { once }) })

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
