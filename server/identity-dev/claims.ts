import type { Claims } from '../src/platform/identity/identity.ts'
import type { Account } from './demo-users.ts'

export const scopes = ['openid', 'profile', 'email', 'tenant'] as const

/** Which scope tells what: the same in the id token, the access token and userinfo. */
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

export function claimsFor(account: Account, granted: Iterable<string>): Claims {
  const told = new Set([...granted].flatMap((scope) => claimsByScope[scope] ?? []))
  return Object.fromEntries(Object.entries(allClaims(account)).filter(([name]) => told.has(name)))
}

/** Roles hang on the browser's client, whichever client asked: they are the product's roles. */
export const roleClaims = (account: Account, clientId: string): Claims => ({
  realm_access: { roles: [] },
  resource_access: { [clientId]: { roles: account.roles } },
})
