import { AsyncLocalStorage } from 'node:async_hooks'
import { deployKeyUserPrefix, importKeyUserPrefix } from '@pim/contract/core/names.ts'
import { type Role, roles as rolesInOrder } from '@pim/contract/core/roles.ts'
import type { Once } from './once.ts'
import { Problem } from './problem.ts'

/** Among whom the connections to the database are shared out. */
export interface Caller {
  /** Undefined where the call is for no tenant. */
  readonly tenantId: string | undefined
  /** The person, the key, or, of an anonymous call, the address. */
  readonly name: string
}

/** Not handed through every function, because only the pool of connections asks who it is. */
const callers = new AsyncLocalStorage<Caller>()

/** Runs the work of a call on behalf of this caller. */
export const onBehalfOf = <T>(caller: Caller, work: () => T): T => callers.run(caller, work)

/** Undefined in what the server does by itself. */
export const currentCaller = (): Caller | undefined => callers.getStore()

const rank = (role: string): number => (rolesInOrder as readonly string[]).indexOf(role)

/**
 * The role of a person in a tenant: the highest of the roles without a tenant and of those for this tenant; the default
 * role for a member without a known role; undefined for a person who is not a member.
 */
export function roleFor(
  person: { readonly tenants: readonly string[]; readonly roles: readonly string[] },
  tenantExternalId: string,
  defaultRole: Role,
): Role | undefined {
  if (!person.tenants.includes(tenantExternalId)) return undefined
  const prefix = `${tenantExternalId}:`
  const highest = Math.max(
    -1,
    ...person.roles.map((role) => rank(role.startsWith(prefix) ? role.slice(prefix.length) : role)),
  )
  return rolesInOrder[highest] ?? defaultRole
}

/** The author of a change: a person, or the person who started the job that makes it. */
export interface Actor {
  readonly tenantId: string
  readonly userId: string
  /** The idempotency key of a creating call. The transaction that makes the change keeps its answer. */
  readonly once?: Once | undefined
}

/** The most that a key for imports may do. Publishing takes more. */
export const importRole: Role = 'editor'

/** Who the author of a change is that came with a key for imports. No person has such an id. */
export const userOfImportKey = ({ apiKeyId }: { readonly apiKeyId: string }): string =>
  `${importKeyUserPrefix}${apiKeyId}`

/** The author of a change that came with a deploy key. No person has such an id. */
export const userOfDeployKey = ({ deployKeyId }: { readonly deployKeyId: string }): string =>
  `${deployKeyUserPrefix}${deployKeyId}`

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
  // Defence 68
  throw new Problem('PRECONDITION_FAILED', { currentVersion: version, headers: { etag: etagOf(version) } })
}
