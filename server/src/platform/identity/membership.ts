import { type Claims, type Identity, rolesIn, tenantsIn } from './identity.ts'
import { IdentityProviderAway } from './key-set.ts'

/**
 * What the provider says of the bearer now, as opposed to when the token was made: fresh claims; `ended` where the
 * session is over or the account is gone; `untold` where the provider has no answer to that question.
 * Throws when it cannot be asked.
 */
export type MembershipSource = (
  token: string,
  identity: Identity,
  claims: Claims,
) => Promise<Claims | 'ended' | 'untold'>

/** Asks the provider's userinfo endpoint, which answers with the claims of this minute. */
export const remoteMembership =
  (userinfoUrl: string, timeoutMs = 2_000): MembershipSource =>
  async (token, identity) => {
    const response = await fetch(userinfoUrl, {
      headers: { accept: 'application/json', authorization: `Bearer ${token}` },
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (response.status === 401) return 'ended'
    if (response.status >= 500 || response.status === 429) {
      throw new IdentityProviderAway(`The identity provider answered ${response.status} for an account`)
    }
    const isJson = response.headers.get('content-type')?.includes('application/json') ?? false
    if (!response.ok || !isJson) return 'untold'
    const claims = (await response.json()) as Claims
    // OpenID Connect Core 5.3.2: an answer about somebody else must not be used.
    return claims.sub === identity.userId ? claims : 'ended'
  }

export interface Membership {
  /** The identity as it is now, or undefined when the session is over. */
  renew(token: string, identity: Identity, claims: Claims): Promise<Identity | undefined>
}

/**
 * Lays fresh claims over those of the token. A provider that leaves `tenants` out may mean "none any more" or may not
 * have been set up to tell: it means "none" as soon as it has told them once for anybody.
 */
export function membershipFrom(source: MembershipSource, clientId: string): Membership {
  let tellsTenants = false
  return {
    async renew(token, identity, claims) {
      const fresh = await source(token, identity, claims)
      if (fresh === 'ended') return undefined
      if (fresh === 'untold') return identity
      tellsTenants ||= Array.isArray(fresh.tenants)
      const tellsRoles = fresh.realm_access !== undefined || fresh.resource_access !== undefined
      return {
        ...identity,
        tenants: tellsTenants ? tenantsIn(fresh) : identity.tenants,
        roles: tellsRoles ? rolesIn(fresh, clientId) : identity.roles,
      }
    },
  }
}
