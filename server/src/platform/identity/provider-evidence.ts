import type { Claims } from './identity.ts'
import type { ProviderEvidence } from './provider-checks.ts'

/**
 * Asks the provider for its configuration and for what it tells of the bearer. Both addresses follow from the setting: those
 * that the document names are not used, or it could have the token sent anywhere.
 */
export async function askProvider(
  issuer: string,
  token: string,
): Promise<Pick<ProviderEvidence, 'document' | 'userinfo'>> {
  const [document, userinfo] = await Promise.all([
    claimsAt(`${issuer}/.well-known/openid-configuration`),
    claimsAt(`${issuer}/protocol/openid-connect/userinfo`, { authorization: `Bearer ${token}` }),
  ])
  return { ...(document && { document }), ...(userinfo && { userinfo }) }
}

const maxLength = 1_000_000

/** Undefined where the provider gives no object: that is one of the answers here. */
async function claimsAt(url: string, headers: Record<string, string> = {}): Promise<Claims | undefined> {
  try {
    const response = await fetch(url, {
      headers: { accept: 'application/json', ...headers },
      redirect: 'error',
      signal: AbortSignal.timeout(3_000),
    })
    const text = await response.text()
    if (!response.ok || text.length > maxLength) return undefined
    const read: unknown = JSON.parse(text)
    return typeof read === 'object' && read !== null ? { ...read } : undefined
  } catch {
    return undefined
  }
}
