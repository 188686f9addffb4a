import type { ClientConfiguration } from '@pim/contract'
import type { StartedWorker } from '../session-worker/session-client.ts'
import { keycloakSession } from './keycloak-session.ts'
import { placeholderSession } from './placeholder-session.ts'
import type { Session } from './session.ts'

export const hasProvider = ({ keycloak }: ClientConfiguration): boolean =>
  Boolean(keycloak.keycloakUrl && keycloak.realm && keycloak.clientId)

/** Signs in with the identity provider; where none is configured, with the placeholder account. */
export function signIn(configuration: ClientConfiguration, startWorker: () => StartedWorker): Promise<Session> {
  return hasProvider(configuration)
    ? keycloakSession(configuration.keycloak, startWorker)
    : placeholderSession((url) => location.assign(url))
}
