/** The person that a verified access token was issued to. All of it comes from the identity provider. */
export interface Identity {
  readonly userId: string
  readonly firstName: string
  readonly lastName: string
  readonly email?: string
  /** External ids of the tenants that the `tenants` claim names. */
  readonly tenants: readonly string[]
  /** Roles, without the name of the client before those of a realm; `<tenantExternalId>:<role>` holds in one tenant only. */
  readonly roles: readonly string[]
}

export type Claims = Readonly<Record<string, unknown>>

const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

export const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((entry): entry is string => typeof entry === 'string' && entry !== '') : []

export const object = (value: unknown): Claims =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Claims) : {}

export const tenantsIn = (claims: Claims): string[] => [...new Set(texts(claims.tenants))]

/** Where roles are taken from. Those of other clients of the realm never count. */
export interface RoleSource {
  readonly clientId: string
  /** The realm is the product's own: its roles count as those of the client do. */
  readonly hasOwnRealm?: boolean
}

/**
 * The roles of the client, and the realm roles that begin with its name: `pim:editor`, `pim:acme:editor`. Any other role of
 * a realm, such as `admin`, may be one of another product.
 */
export function rolesIn(claims: Claims, { clientId, hasOwnRealm = false }: RoleSource): string[] {
  const ofClient = object(object(claims.resource_access)[clientId])
  const prefix = `${clientId}:`
  const ofRealm = texts(object(claims.realm_access).roles).flatMap((role) => {
    if (role.startsWith(prefix)) return [role.slice(prefix.length)]
    // Defence 112, without: return [role]
    return hasOwnRealm ? [role] : []
  })
  return [...new Set([...texts(ofClient.roles), ...ofRealm])]
}

export function identityFrom(claims: Claims, source: RoleSource): Identity {
  const email = text(claims.email)
  return {
    userId: text(claims.sub),
    ...namesIn(claims),
    ...(email === '' ? {} : { email }),
    tenants: tenantsIn(claims),
    roles: rolesIn(claims, source),
  }
}

export const hasNames = (claims: Claims): boolean =>
  typeof claims.given_name === 'string' && typeof claims.family_name === 'string'

/** First and last name; where the provider has neither, they are split from the full name or the user name. */
export function namesIn(claims: Claims): { firstName: string; lastName: string } {
  const firstName = text(claims.given_name)
  const lastName = text(claims.family_name)
  if (firstName !== '' || lastName !== '') return { firstName, lastName }
  const [first = '', ...rest] = (text(claims.name) || text(claims.preferred_username)).split(/\s+/)
  return { firstName: first, lastName: rest.join(' ') }
}

/** An administrator of the whole installation: has the role `admin` without a tenant. */
export const isGlobalAdmin = (identity: Identity): boolean => identity.roles.includes('admin')
