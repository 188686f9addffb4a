import { createRemoteJWKSet, type JWTVerifyGetKey, jwtVerify } from 'jose'

/** On whose behalf a call is made, as the token of the product says. */
export interface Caller {
  /** The external id of the tenant. */
  readonly tenant: string
  /** The id of the tenant, which no other one ever gets. */
  readonly tenantId: string
  /** The rights of this section that the person has: `orders:cancel`. */
  readonly permissions: readonly string[]
  /** Settings of this section that the tenant and the person have set; empty while the product does not have the section yet. */
  readonly settings: { readonly 'orders:daysShown'?: number }
}

export type CallerOf = (authorization: string | undefined) => Promise<Caller | undefined>

/** The keys that the product publishes; read again, at once, where a token names one that is not known. */
export const keysOf = (product: string): JWTVerifyGetKey =>
  createRemoteJWKSet(new URL('/.well-known/jwks.json', product), { cooldownDuration: 1_000 })

/** Tells who calls; undefined where the token is not one of the product for this section, or is no longer valid. */
export const callerBy =
  (product: string, keys: JWTVerifyGetKey): CallerOf =>
  async (authorization = '') => {
    const token = authorization.replace(/^Bearer /, '')
    const options = { issuer: product, audience: 'orders', algorithms: ['ES256'], requiredClaims: ['exp', 'tenantId'] }
    const verified = await jwtVerify<Caller>(token, keys, options).catch(() => undefined)
    return verified?.payload
  }

/** The orders of how many days are shown. */
export const daysShown = ({ settings }: Caller): number => settings['orders:daysShown'] ?? 30
