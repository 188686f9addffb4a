import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type Provider from 'oidc-provider'
import type { AccountRepository } from './account.repository.ts'
import { type AccountView, accountPage } from './account-page.ts'
import type { Account } from './demo-users.ts'
import { bodyOf, queryOf } from './forms.ts'
import type { ownAccount } from './own-account.ts'
import { languageOf } from './strings.ts'

interface MountAccountParts {
  readonly provider: Provider
  readonly repository: AccountRepository
  readonly own: ReturnType<typeof ownAccount>
  readonly homeUrl: string
  readonly page: (reply: FastifyReply, status: number, html: string) => FastifyReply
}

/** Parameter with the language of the application that leads here; Keycloak calls it the same. */
const localeParameter = 'kc_locale'

/** The page of one's own account, where Keycloak has its own: for whoever is signed in with this browser. */
export function mountAccount(pages: FastifyInstance, { provider, repository, own, homeUrl, page }: MountAccountParts) {
  async function signedIn(request: FastifyRequest, reply: FastifyReply) {
    const session = await provider.Session.get(provider.createContext(request.raw, reply.raw))
    const account = session.accountId === undefined ? undefined : await repository.accountByUserId(session.accountId)
    return account && { session, account }
  }
  const toSignIn = (reply: FastifyReply) => reply.header('cache-control', 'no-store').redirect(homeUrl, 303)
  const viewOf = (request: FastifyRequest, { username, firstName, lastName }: Account, token: string): AccountView => ({
    username,
    firstName,
    lastName,
    token,
    homeUrl,
    language: languageOf(queryOf(request)[localeParameter] ?? request.headers['accept-language'] ?? ''),
  })

  pages.get('/account', async (request, reply) => {
    const found = await signedIn(request, reply)
    if (found === undefined) return toSignIn(reply)
    const { done } = queryOf(request)
    const form = done === 'name' || done === 'password' ? done : undefined
    return page(
      reply,
      200,
      accountPage({ ...viewOf(request, found.account, own.tokenOf(found.session)), ...(form && { form }) }),
    )
  })

  pages.post('/account', async (request, reply) => {
    const found = await signedIn(request, reply)
    if (found === undefined) return toSignIn(reply)
    const { account, session } = found
    const address = request.socket.remoteAddress ?? ''
    const { form, problem } = await own.change(account, session, bodyOf(request), address)
    const view = viewOf(request, account, own.tokenOf(session))
    if (problem === undefined) {
      const query = new URLSearchParams({ [localeParameter]: view.language, done: form })
      return reply.header('cache-control', 'no-store').redirect(`account?${query}`, 303)
    }
    if (typeof problem === 'object') reply.header('retry-after', String(problem.seconds))
    return page(reply, typeof problem === 'object' ? 429 : 200, accountPage({ ...view, form, problem }))
  })
}
