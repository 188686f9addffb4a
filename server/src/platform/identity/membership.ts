import { type Claims, hasNames, type Identity, namesIn, type RoleSource, rolesIn, tenantsIn } from './identity.ts'
import { IdentityProviderAway } from './key-set.ts'

/**
 * Asks the provider for the current claims of a token's bearer, which can differ from those in the token. `ended` where
 * the session or the account is gone; `unsupported` where the provider does not tell. Throws where it cannot be
 * reached.
 */
export type MembershipSource = (
  token: string,
  identity: Identity,
  claims: Claims,
) => Promise<Claims | 'ended' | 'unsupported'>

/** Asks the provider's userinfo endpoint, which sends current claims. */
export const remoteMembership =
  (userinfoUrl: string, timeoutMs = 2_000): MembershipSource =>
  async (token, identity) => {
    const response = await fetch(userinfoUrl, {
      headers: { accept: 'application/json', authorization: `Bearer ${token}` },
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    // 403: the provider vouches for nobody with this token.
    // Defence 111
    if (response.status === 401 || response.status === 403) return 'ended'
    if (response.status >= 500 || response.status === 429) {
      throw new IdentityProviderAway(`The identity provider answered ${response.status} for an account`)
    }
    const isJson = response.headers.get('content-type')?.includes('application/json') ?? false
    if (!response.ok || !isJson) return 'unsupported'
    const claims = (await response.json()) as Claims
    // OpenID Connect Core 5.3.2: a response with another `sub` must not be used.
    return claims.sub === identity.userId ? claims : 'ended'
  }

export interface Membership {
  /** The identity with current tenants and roles, or undefined where the session is over. */
  renew(token: string, identity: Identity, claims: Claims): Promise<Identity | undefined>
}

/**
 * Replaces the tenants, the roles and the name of a token by current ones. A response without a claim can mean that the person has nothing
 * of it, or that the provider does not send it there: it means nothing once the claim was sent for anybody. Roles of the client
 * and of the realm are claims of their own, and a provider may send one of them.
 */
export function membershipFrom(source: MembershipSource, roles: RoleSource): Membership {
  const sent = { tenants: false, realm_access: false, resource_access: false }
  return {
    async renew(token, identity, claims) {
      const fresh = await source(token, identity, claims)
      if (fresh === 'ended') return undefined
      if (fresh === 'unsupported') return identity
      sent.tenants ||= Array.isArray(fresh.tenants)
      sent.realm_access ||= fresh.realm_access !== undefined
      sent.resource_access ||= fresh.resource_access !== undefined
      const current = {
        realm_access: sent.realm_access ? fresh.realm_access : claims.realm_access,
        resource_access: sent.resource_access ? fresh.resource_access : claims.resource_access,
      }
      return {
        ...identity,
        ...(hasNames(fresh) && namesIn(fresh)),
        tenants: sent.tenants ? tenantsIn(fresh) : identity.tenants,
        roles: rolesIn(current, roles),
      }
    },
  }
}
