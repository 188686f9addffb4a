import type { ClientConfiguration } from '@pim/contract'
import type { SessionClient } from '../session-worker/session-client.ts'
import { keycloakSession } from './keycloak-session.ts'
import { placeholderSession } from './placeholder-session.ts'
import type { Session } from './session.ts'

/** Signs in with the identity provider; where none is configured, with the placeholder account. */
export function signIn({ keycloak }: ClientConfiguration, worker: Promise<SessionClient>): Promise<Session> {
  const hasProvider = keycloak.keycloakUrl && keycloak.realm && keycloak.clientId
  return hasProvider ? keycloakSession(keycloak, worker) : placeholderSession((url) => location.assign(url))
}
