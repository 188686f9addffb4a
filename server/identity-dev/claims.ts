import type { Claims } from '../src/platform/identity/identity.ts'
import type { Account } from './demo-users.ts'

export const scopes = ['openid', 'profile', 'email', 'tenant'] as const

/** The claims of each scope: the same in id tokens, access tokens and userinfo. */
export const claimsByScope: Readonly<Record<string, string[]>> = {
  openid: ['sub'],
  profile: ['name', 'given_name', 'family_name', 'preferred_username'],
  email: ['email', 'email_verified'],
  tenant: ['tenants'],
}

const allClaims = (account: Account): Claims => ({
  sub: account.userId,
  name: `${account.firstName} ${account.lastName}`,
  given_name: account.firstName,
  family_name: account.lastName,
  preferred_username: account.username,
  email: account.email,
  email_verified: true,
  tenants: account.tenants,
})

/** The claims of an account that the granted scopes allow. */
export function claimsFor(account: Account, grantedScopes: Iterable<string>): Claims {
  const names = new Set([...grantedScopes].flatMap((scope) => claimsByScope[scope] ?? []))
  return Object.fromEntries(Object.entries(allClaims(account)).filter(([name]) => names.has(name)))
}

/** Roles are always those of the browser's client, also in tokens for other clients: they are the product's roles. */
export const roleClaims = (account: Account, clientId: string): Claims => ({
  realm_access: { roles: [] },
  resource_access: { [clientId]: { roles: account.roles } },
})
