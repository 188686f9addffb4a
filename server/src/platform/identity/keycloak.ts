import { decodeJwt } from 'jose'
import type { IdentityService } from './identity-service.ts'
import { remoteKeys } from './key-set.ts'
import { remoteMembership } from './membership.ts'
import { checksOf } from './provider-checks.ts'
import { askProvider } from './provider-evidence.ts'
import { createTokenVerifier } from './verify.ts'

export interface KeycloakOptions {
  /** `https://id.example.com`, or with a path where Keycloak is served below one. */
  readonly url: string
  readonly realm: string
  readonly clientId: string
  /** Further clients of the realm whose tokens the API accepts, such as command line tools. */
  readonly furtherClientIds?: readonly string[]
  /** Roles of the realm count without the name of the client before them. */
  readonly hasOwnRealm?: boolean
  /** What `aud` must contain, where the realm has a mapper that sets it. */
  readonly audience?: string
}

/** An external identity provider with the URLs of Keycloak. */
export function keycloakIdentity({
  url,
  realm,
  clientId,
  furtherClientIds,
  audience,
  hasOwnRealm = false,
}: KeycloakOptions): IdentityService {
  const keycloakUrl = url.replace(/\/+$/, '')
  const issuer = `${keycloakUrl}/realms/${encodeURIComponent(realm)}`
  return {
    settings: { clientId, realm, keycloakUrl },
    verifier: createTokenVerifier({
      issuer,
      clientId,
      hasOwnRealm,
      ...(furtherClientIds === undefined ? {} : { furtherClientIds }),
      ...(audience === undefined ? {} : { audience }),
      keys: remoteKeys(`${issuer}/protocol/openid-connect/certs`),
      membership: remoteMembership(`${issuer}/protocol/openid-connect/userinfo`),
    }),
    async check(token) {
      const told = await askProvider(issuer, token)
      const set = { issuer, clientId, hasOwnRealm, ...(audience === undefined ? {} : { audience }) }
      return checksOf({ ...set, claims: decodeJwt(token), ...told })
    },
    grantTenant: async () => {},
    revokeTenant: async () => {},
    erasePerson: async () => ({}),
    eraseTenant: async () => 0,
    close: () => {},
  }
}
