import type { IncomingMessage, ServerResponse } from 'node:http'
import type Provider from 'oidc-provider'
import type { IdentityRepository } from './account.repository.ts'

export interface SignOutRequest {
  readonly clientId?: string | undefined
  readonly idTokenHint?: string | undefined
  readonly returnTo?: string | undefined
  /** A person has pressed the button. */
  readonly isConfirmed: boolean
}

/** `refused` says why, for the page; `asking` shows the button; `over` leads back to the application. */
export type SignOutOutcome =
  | { readonly kind: 'refused'; readonly detail: string }
  | { readonly kind: 'asking' }
  | { readonly kind: 'over'; readonly returnTo: string }

type Session = InstanceType<Provider['Session']>
type Client = NonNullable<Awaited<ReturnType<Provider['Client']['find']>>>

/** As Keycloak does it: with an id token of the session it is over at once; without one, a person is asked. */
export function signOutOf(
  provider: Provider,
  repository: IdentityRepository,
  settings: { readonly cookiePath: string; readonly appOrigins: readonly string[]; readonly homeUrl: string },
) {
  // Exactly these, with and without the slash: keycloak-js is given either.
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

  /** Whose session the application says it was; an id token that has run out still says so. */
  async function subjectOf(hint: string, client: Client): Promise<unknown> {
    try {
      const { payload } = (await provider.IdToken.validate(hint, client)) as { payload: { sub?: unknown } }
      return payload.sub
    } catch {
      return undefined
    }
  }

  return async (request: IncomingMessage, response: ServerResponse, asked: SignOutRequest): Promise<SignOutOutcome> => {
    const client = asked.clientId === undefined ? undefined : await provider.Client.find(asked.clientId)
    if (asked.clientId !== undefined && !client) return { kind: 'refused', detail: 'client_id' }
    if (asked.returnTo !== undefined && !mayReturnTo.has(asked.returnTo)) {
      return { kind: 'refused', detail: 'post_logout_redirect_uri' }
    }
    const over = { kind: 'over', returnTo: asked.returnTo ?? settings.homeUrl } as const
    const context = provider.createContext(request, response)
    const session = await provider.Session.get(context)
    if (session.accountId === undefined) return over

    const isVouchedFor =
      client !== undefined &&
      asked.idTokenHint !== undefined &&
      (await subjectOf(asked.idTokenHint, client)) === session.accountId
    if (!isVouchedFor && !asked.isConfirmed) return { kind: 'asking' }
    await end(session)
    context.cookies.set(provider.cookieName('session'), null, {
      path: settings.cookiePath,
      httpOnly: true,
      sameSite: 'lax',
    })
    return over
  }
}
