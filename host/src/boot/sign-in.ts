import type { ClientConfiguration } from '@pim/contract'
import { keycloakSession } from './keycloak-session.ts'
import { placeholderSession } from './placeholder-session.ts'
import type { Session } from './session.ts'

/** Signs in with the identity provider; where none is configured, with the placeholder account. */
export function signIn({ keycloak }: ClientConfiguration): Promise<Session> {
  const hasProvider = keycloak.keycloakUrl && keycloak.realm && keycloak.clientId
  return hasProvider ? keycloakSession(keycloak) : placeholderSession((url) => location.assign(url))
}
