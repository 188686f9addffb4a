import { type Role, roles as rolesInOrder } from '@pim/contract/core/roles.ts'

/** Who a verified access token speaks for. Nothing in it comes from anywhere but the identity provider. */
export interface Identity {
  readonly userId: string
  readonly firstName: string
  readonly lastName: string
  readonly email?: string
  /** External ids of the tenants that the `tenants` claim names. */
  readonly tenants: readonly string[]
  /** Client roles and realm roles as the provider writes them; some may read `<tenantExternalId>:<role>`. */
  readonly roles: readonly string[]
}

export type Claims = Readonly<Record<string, unknown>>

const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((entry): entry is string => typeof entry === 'string' && entry !== '') : []

const object = (value: unknown): Claims =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Claims) : {}

export const tenantsIn = (claims: Claims): string[] => [...new Set(texts(claims.tenants))]

/** Own client's roles and realm roles; what another client of the realm grants says nothing about this product. */
export function rolesIn(claims: Claims, clientId: string): string[] {
  const ofClient = object(object(claims.resource_access)[clientId])
  return [...new Set([...texts(ofClient.roles), ...texts(object(claims.realm_access).roles)])]
}

export function identityFrom(claims: Claims, clientId: string): Identity {
  const email = text(claims.email)
  return {
    userId: text(claims.sub),
    ...namesIn(claims),
    ...(email === '' ? {} : { email }),
    tenants: tenantsIn(claims),
    roles: rolesIn(claims, clientId),
  }
}

/** Not every provider fills both names; the header shows something of everyone. */
function namesIn(claims: Claims): { firstName: string; lastName: string } {
  const firstName = text(claims.given_name)
  const lastName = text(claims.family_name)
  if (firstName !== '' || lastName !== '') return { firstName, lastName }
  const [first = '', ...rest] = (text(claims.name) || text(claims.preferred_username)).split(/\s+/)
  return { firstName: first, lastName: rest.join(' ') }
}

const rank = (role: string): number => (rolesInOrder as readonly string[]).indexOf(role)

/**
 * What a person may do in a tenant: the highest of the roles that hold everywhere and those limited to this tenant.
 * A member to whom the provider gave none that we know has the default; who is no member has none at all.
 */
export function roleFor(identity: Identity, tenantExternalId: string, defaultRole: Role): Role | undefined {
  if (!identity.tenants.includes(tenantExternalId)) return undefined
  const prefix = `${tenantExternalId}:`
  const highest = Math.max(
    -1,
    ...identity.roles.map((role) => rank(role.startsWith(prefix) ? role.slice(prefix.length) : role)),
  )
  return rolesInOrder[highest] ?? defaultRole
}

/** An administrator of the whole installation: the role is limited to no tenant. */
export const isGlobalAdmin = (identity: Identity): boolean => identity.roles.includes('admin')
