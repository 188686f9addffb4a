import type { IncomingMessage, ServerResponse } from 'node:http'
import type Provider from 'oidc-provider'
import type { IdentityRepository } from './account.repository.ts'

export interface SignOutRequest {
  readonly clientId?: string | undefined
  readonly idTokenHint?: string | undefined
  readonly returnTo?: string | undefined
  /** The person has pressed the button of the confirmation page. */
  readonly isConfirmed: boolean
}

/** `refused`: an error page with `detail`. `needsConfirmation`: the confirmation page. `signedOut`: a redirect. */
export type SignOutResult =
  | { readonly kind: 'refused'; readonly detail: string }
  | { readonly kind: 'needsConfirmation' }
  | { readonly kind: 'signedOut'; readonly returnTo: string }

type Session = InstanceType<Provider['Session']>
type Client = NonNullable<Awaited<ReturnType<Provider['Client']['find']>>>

/** Signs out as Keycloak does: at once with an id token of the session, otherwise after confirmation (against CSRF). */
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
    if (asked.returnTo !== undefined && !mayReturnTo.has(asked.returnTo)) {
      return { kind: 'refused', detail: 'post_logout_redirect_uri' }
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
