import { scopes } from './claims.ts'

/** How long an access token is good, in seconds. */
export const accessTokenSeconds = 300

/** The resource indicator (RFC 8707) of the product's API: naming it makes access tokens JWTs. */
export const apiResource = 'urn:pim:api'

export const apiResourceServer = (audience: string) => ({
  scope: scopes.join(' '),
  audience,
  accessTokenTTL: accessTokenSeconds,
  accessTokenFormat: 'jwt' as const,
})
