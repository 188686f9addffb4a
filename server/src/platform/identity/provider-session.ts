import { z } from 'zod'
import type { IdentityService } from './identity-service.ts'
import { IdentityProviderAway } from './key-set.ts'

const timeoutMs = 10_000
const maxAnswerBytes = 100_000

const answerSchema = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1).optional(),
  expires_in: z.number(),
  refresh_expires_in: z.number().optional(),
})

export interface RenewedTokens {
  readonly accessToken: string
  /** Seconds. */
  readonly expiresIn: number
  readonly refreshToken: string
  /** Seconds; `undefined` where the provider does not say it, or the token never expires. */
  readonly refreshExpiresIn: number | undefined
}

/**
 * Renews and ends sessions at the identity provider, as the client of the browser. Both throw `IdentityProviderAway` where it gives no
 * answer that says which of both it is.
 */
export function providerSession({ clientId, realm, keycloakUrl }: IdentityService['settings']) {
  const endpoints = `${keycloakUrl.replace(/\/+$/, '')}/realms/${encodeURIComponent(realm)}/protocol/openid-connect`
  const post = async (endpoint: 'token' | 'logout', fields: Record<string, string>) => {
    try {
      const response = await fetch(`${endpoints}/${endpoint}`, {
        method: 'POST',
        body: new URLSearchParams({ client_id: clientId, ...fields }),
        headers: { accept: 'application/json' },
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      })
      const text = await response.text()
      return { status: response.status, isOk: response.ok, text: text.slice(0, maxAnswerBytes) }
    } catch (cause) {
      throw new IdentityProviderAway('The identity provider gives no answer about a session', { cause })
    }
  }
  const away = (status: number) => new IdentityProviderAway(`The identity provider answered ${status} about a session`)
  const tokensIn = ({ status, text }: { status: number; text: string }) => {
    try {
      return answerSchema.parse(JSON.parse(text))
    } catch {
      // Without what it says, which may have a token in it.
      throw away(status)
    }
  }

  return {
    /** `undefined` where the provider takes the token no more: only a new sign-in helps. */
    async renew(refreshToken: string): Promise<RenewedTokens | undefined> {
      const answer = await post('token', { grant_type: 'refresh_token', refresh_token: refreshToken })
      if (answer.status === 400 || answer.status === 401) return undefined
      if (!answer.isOk) throw away(answer.status)
      const { access_token, refresh_token, expires_in, refresh_expires_in } = tokensIn(answer)
      return {
        accessToken: access_token,
        expiresIn: expires_in,
        refreshToken: refresh_token ?? refreshToken,
        refreshExpiresIn: refresh_expires_in || undefined,
      }
    },
    /** A session that the provider knows no more has ended, too. */
    async end(refreshToken: string): Promise<void> {
      const { status, isOk } = await post('logout', { refresh_token: refreshToken })
      if (!isOk && status !== 400) throw away(status)
    },
  }
}
export type ProviderSession = ReturnType<typeof providerSession>
