import { landingPath } from '@pim/contract/core/landing-path.ts'

interface Identity {
  readonly keycloakUrl: string
  readonly realm: string
  readonly clientId: string
}

/**
 * Why a page of this origin cannot sign in at the installation, in sentences that say what to change there; none where it
 * can. Asks the identity provider as the page would, and signs nobody in.
 */
export async function signInFaults(against: URL, origin: string): Promise<string[]> {
  const identity = await identityOf(against)
  if (identity === undefined)
    return [`${against.origin} is no installation: /api/client-configuration does not answer.`]
  // Without an identity provider the shell has a placeholder account, and no redirect.
  if (identity.keycloakUrl === '') return []
  const provider = `${identity.keycloakUrl.replace(/\/$/, '')}/realms/${identity.realm}/protocol/openid-connect`
  const mend =
    new URL(identity.keycloakUrl).origin === against.origin
      ? `start the installation with PIM_DEV_ORIGINS=${origin}`
      : `in the client ${identity.clientId} of the identity provider, add ${origin}${landingPath} to the valid redirect URIs and ${origin} to the web origins`
  try {
    if (await refusesRedirect(provider, identity.clientId, origin)) {
      return [`${against.origin} does not let a page of ${origin} sign in: ${mend}.`]
    }
    if (await refusesCalls(provider, origin)) {
      return [`${against.origin} does not give tokens to a page of ${origin} (CORS): ${mend}.`]
    }
    return []
  } catch {
    return [`The identity provider of ${against.origin} at ${identity.keycloakUrl} does not answer.`]
  }
}

async function identityOf(against: URL): Promise<Identity | undefined> {
  try {
    const response = await fetch(new URL('/api/client-configuration', against))
    const { keycloak } = (await response.json()) as { keycloak?: Identity }
    return response.ok ? keycloak : undefined
  } catch {
    return undefined
  }
}

async function refusesRedirect(provider: string, clientId: string, origin: string): Promise<boolean> {
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: `${origin}${landingPath}`,
    response_type: 'code',
    response_mode: 'fragment',
    scope: 'openid',
    state: 'asked',
    nonce: 'asked',
    code_challenge: '0123456789012345678901234567890123456789012',
    code_challenge_method: 'S256',
  })
  const { status } = await fetch(`${provider}/auth?${query}`, { redirect: 'manual' })
  return status >= 400
}

/** The token of a code that nobody was given: an error in any case, which the page may read or not. */
async function refusesCalls(provider: string, origin: string): Promise<boolean> {
  const { headers } = await fetch(`${provider}/token`, {
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-method': 'POST' },
  })
  const allowed = headers.get('access-control-allow-origin')
  return allowed !== origin && allowed !== '*'
}
