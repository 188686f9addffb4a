import type { IncomingMessage, ServerResponse } from 'node:http'
import type Provider from 'oidc-provider'
import type { IdentityRepository } from './identity.repository.ts'
import { refreshTokenId } from './refresh-token.ts'

export interface SignOutRequest {
  readonly clientId?: string | undefined
  readonly idTokenHint?: string | undefined
  /** An application that asks from behind the page proves by it that it has the session. */
  readonly refreshToken?: string | undefined
  readonly returnTo?: string | undefined
  /** The person has pressed the button of the confirmation page. */
  readonly isConfirmed: boolean
}

/**
 * `refused`: an error page with `detail`. `needsConfirmation`: the confirmation page. `signedOut`: a redirect. `ended`: an
 * answer without a page.
 */
export type SignOutResult =
  | { readonly kind: 'refused'; readonly detail: string }
  | { readonly kind: 'needsConfirmation' }
  | { readonly kind: 'signedOut'; readonly returnTo: string }
  | { readonly kind: 'ended' }

type Session = InstanceType<Provider['Session']>
type Client = NonNullable<Awaited<ReturnType<Provider['Client']['find']>>>

/**
 * Signs out as Keycloak does: at once with a refresh token or an id token of the session, otherwise after confirmation
 * (against CSRF).
 */
export function signOutOf(
  provider: Provider,
  repository: IdentityRepository,
  settings: { readonly cookiePath: string; readonly appOrigins: readonly string[]; readonly homeUrl: string },
) {
  // Compared exactly, as a defence against open redirects; with and without the slash, because keycloak-js may send
  // either.
  const mayReturnTo = new Set(settings.appOrigins.flatMap((origin) => [origin, `${origin}/`]))

  async function end(session: Session): Promise<void> {
    for (const { grantId } of Object.values(session.authorizations ?? {})) {
      if (grantId === undefined) continue
      await provider.RefreshToken.revokeByGrantId(grantId)
      await provider.AuthorizationCode.revokeByGrantId(grantId)
      await repository.removeArtifact('Grant', grantId)
    }
    await session.destroy()
  }

  /** The subject of an id token, also of an expired one; undefined where its signature is invalid. */
  async function subjectOf(hint: string, client: Client): Promise<unknown> {
    try {
      const { payload } = (await provider.IdToken.validate(hint, client)) as { payload: { sub?: unknown } }
      return payload.sub
    } catch {
      return undefined
    }
  }

  return async (request: IncomingMessage, response: ServerResponse, asked: SignOutRequest): Promise<SignOutResult> => {
    const client = asked.clientId === undefined ? undefined : await provider.Client.find(asked.clientId)
    if (asked.clientId !== undefined && !client) return { kind: 'refused', detail: 'client_id' }
    // Defence 5, without: if (false) {
    if (asked.returnTo !== undefined && !mayReturnTo.has(asked.returnTo)) {
      return { kind: 'refused', detail: 'post_logout_redirect_uri' }
    }
    if (asked.refreshToken !== undefined) {
      const token = await provider.RefreshToken.find(refreshTokenId(asked.refreshToken))
      if (!token?.isValid || !client || token.clientId !== client.clientId) {
        return { kind: 'refused', detail: 'refresh_token' }
      }
      const session = token.sessionUid === undefined ? undefined : await provider.Session.findByUid(token.sessionUid)
      if (session) {
        await end(session)
        // Ids are stored as hashes, so what was found by another key does not know the id that it would be removed by.
        await repository.removeArtifactByUid('Session', session.uid)
      }
      return { kind: 'ended' }
    }
    const signedOut = { kind: 'signedOut', returnTo: asked.returnTo ?? settings.homeUrl } as const
    const context = provider.createContext(request, response)
    const session = await provider.Session.get(context)
    if (session.accountId === undefined) return signedOut

    const hasIdToken =
      client !== undefined &&
      asked.idTokenHint !== undefined &&
      (await subjectOf(asked.idTokenHint, client)) === session.accountId
    if (!hasIdToken && !asked.isConfirmed) return { kind: 'needsConfirmation' }
    await end(session)
    context.cookies.set(provider.cookieName('session'), null, {
      path: settings.cookiePath,
      httpOnly: true,
      sameSite: 'lax',
    })
    return signedOut
  }
}
