import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type Provider from 'oidc-provider'
import { errors } from 'oidc-provider'
import { TokenRefused, type TokenVerifier } from '../src/platform/identity/verify.ts'
import { claimsFor } from './claims.ts'
import { bodyOf, type Form, queryOf, RepeatedParameter } from './forms.ts'
import type { IdentityRepository } from './identity.repository.ts'
import { isForwarded, isLoopbackAddress, isLoopbackHostHeader } from './loopback.ts'
import { mountAccount } from './mount-account.ts'
import type { ownAccount } from './own-account.ts'
import type { CheckPassword } from './sign-in.ts'
import { errorPage, pagePolicy, type SignInView, signInPage, signOutPage } from './sign-in-page.ts'
import type { signOutOf } from './sign-out.ts'
import { languageOf } from './strings.ts'

export interface MountedParts {
  readonly provider: Provider
  /** `/realms/pim` */
  readonly basePath: string
  readonly homeUrl: string
  readonly appOrigins: readonly string[]
  readonly demoNames: readonly string[]
  readonly repository: IdentityRepository
  readonly verifier: TokenVerifier
  readonly checkPassword: CheckPassword
  readonly own: ReturnType<typeof ownAccount>
  readonly signOut: ReturnType<typeof signOutOf>
  readonly onFault: (error: unknown) => void
}

/**
 * Cuts every tie between a page here and one that has opened it. They have one origin with the application, so a section that
 * opens one in a window would otherwise type in its form, and read where it leads to.
 */
const openerPolicy = { 'cross-origin-opener-policy': 'noopener-allow-popups' }

const pageHeaders = {
  ...openerPolicy,
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
}

/** The headers of the responses that the library sends itself: data, redirects and its error page. */
const providerHeaders = {
  ...openerPolicy,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'content-security-policy': pagePolicy(),
}

/**
 * Browsers say what a request is for, and no script can say otherwise: a person signs in with a page of a window, so what
 * scripts, frames and pictures ask for there is refused.
 */
function isForWindow({ url, headers }: FastifyRequest): boolean {
  const purpose = headers['sec-fetch-dest']
  return purpose === undefined || purpose === 'document' || !/\/(?:auth|sign-in|account)(?:[/?]|$)/.test(url)
}

/** Mounts the provider below `/realms/{realm}`, for requests from this machine only. */
export function mountProvider(app: FastifyInstance, parts: MountedParts): void {
  const { provider, basePath, homeUrl, appOrigins, verifier } = parts

  const page = (reply: FastifyReply, status: number, html: string, policy = pagePolicy()) =>
    reply.code(status).headers(pageHeaders).header('content-security-policy', policy).send(html)
  const languageFor = (request: FastifyRequest) => languageOf(request.headers['accept-language'] ?? '')
  const refuse = (request: FastifyRequest, reply: FastifyReply, detail: string) =>
    page(reply, 400, errorPage({ appUrl: homeUrl, detail, language: languageFor(request) }))

  app.register(
    async (scope) => {
      scope.addHook('onRoute', (route) => {
        route.config = { ...route.config, openRoute: 'identity' }
      })
      scope.addHook('onRequest', async (request, reply) => {
        const isLocal =
          isLoopbackAddress(request.socket.remoteAddress) &&
          isLoopbackHostHeader(request.headers.host) &&
          // Defence 76, without: true
          !isForwarded(request.headers)
        if (!isLocal) return reply.code(403).type('text/plain').send('Signing in is possible on this machine only.')
        if (!isForWindow(request)) return reply.code(403).type('text/plain').send('This is no page of an application.')
      })
      scope.setErrorHandler((error, request, reply) => {
        if (error instanceof RepeatedParameter || error instanceof errors.SessionNotFound)
          return refuse(request, reply, error.message)
        const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
        if (status >= 500) parts.onFault(error)
        return page(
          reply,
          status,
          errorPage({
            appUrl: homeUrl,
            detail: status >= 500 ? 'server_error' : 'invalid_request',
            language: languageFor(request),
          }),
        )
      })

      scope.register(async (pages) => {
        // For the forms of these pages only: the library reads the bodies of its own routes.
        pages.removeAllContentTypeParsers()
        pages.addContentTypeParser(
          'application/x-www-form-urlencoded',
          { parseAs: 'string', bodyLimit: 8_192 },
          (_request, body, done) => done(null, body),
        )
        mountSignIn(pages)
        mountSignOut(pages)
        mountUserinfo(pages)
        mountAccount(pages, { provider, repository: parts.repository, own: parts.own, homeUrl, page })
      })
      scope.register(async (rest) => {
        rest.removeAllContentTypeParsers()
        rest.addContentTypeParser('*', (_request, _payload, done) => done(null))
        const handleRequest = provider.callback()
        rest.route({
          method: ['GET', 'POST', 'OPTIONS'],
          url: '/*',
          handler: async (request, reply) => {
            reply.hijack()
            const { raw } = request
            for (const [name, value] of Object.entries(providerHeaders)) reply.raw.setHeader(name, value)
            // The library matches paths relative to the realm, and makes URLs from `originalUrl`.
            Object.assign(raw, { originalUrl: raw.url, url: (raw.url ?? '/').slice(basePath.length) })
            await handleRequest(raw, reply.raw)
          },
        })
      })
    },
    { prefix: basePath },
  )

  function mountSignIn(pages: FastifyInstance): void {
    const show = async (
      request: FastifyRequest,
      reply: FastifyReply,
      status: number,
      view: Omit<SignInView, 'demoNames' | 'language'> = {},
    ) => {
      const { params } = await provider.interactionDetails(request.raw, reply.raw)
      const target = typeof params.redirect_uri === 'string' ? new URL(params.redirect_uri).origin : homeUrl
      const html = signInPage({ ...view, demoNames: parts.demoNames, language: languageFor(request) })
      return page(reply, status, html, pagePolicy([target]))
    }
    pages.get('/sign-in/:uid', (request, reply) => show(request, reply, 200))
    pages.post('/sign-in/:uid', async (request, reply) => {
      const { username = '', password = '' } = bodyOf(request)
      const interaction = await provider.interactionDetails(request.raw, reply.raw)
      const outcome = await parts.checkPassword(username, password, request.socket.remoteAddress ?? '')
      if ('refused' in outcome) {
        if (outcome.refused === 'wrong') return show(request, reply, 200, { username, problem: { kind: 'wrong' } })
        reply.header('retry-after', String(outcome.seconds))
        return show(request, reply, 429, { username, problem: { kind: 'wait', seconds: outcome.seconds } })
      }
      const accountId = outcome.account.userId
      const before = interaction.session
      if (before?.accountId !== undefined && before.accountId !== accountId) {
        // Another person was signed in with this browser: their session is ended first.
        await parts.repository.removeArtifactByUid('Session', before.uid)
        interaction.session = undefined
        await interaction.save(interaction.exp - Math.floor(Date.now() / 1_000))
      }
      const returnTo = await provider.interactionResult(request.raw, reply.raw, { login: { accountId } })
      return reply.header('cache-control', 'no-store').redirect(returnTo, 303)
    })
  }

  function mountSignOut(pages: FastifyInstance): void {
    const url = '/protocol/openid-connect/logout'
    const handle = async (request: FastifyRequest, reply: FastifyReply, fields: Form, isPost: boolean) => {
      const result = await parts.signOut(request.raw, reply.raw, {
        clientId: fields.client_id,
        idTokenHint: fields.id_token_hint,
        refreshToken: isPost ? fields.refresh_token : undefined,
        returnTo: fields.post_logout_redirect_uri,
        isConfirmed: isPost && fields.confirmed === 'yes',
      })
      if (result.kind === 'refused') return refuse(request, reply, result.detail)
      if (result.kind === 'ended') return reply.header('cache-control', 'no-store').code(204).send()
      if (result.kind === 'signedOut') return reply.header('cache-control', 'no-store').redirect(result.returnTo, 303)
      const { id_token_hint: _hint, ...kept } = fields
      const html = signOutPage({
        fields: { ...kept, confirmed: 'yes' },
        appUrl: homeUrl,
        language: languageFor(request),
      })
      return page(reply, 200, html, pagePolicy(appOrigins))
    }
    pages.get(url, (request, reply) => handle(request, reply, queryOf(request), false))
    pages.post(url, (request, reply) => handle(request, reply, bodyOf(request), true))
  }

  /** The library's userinfo refuses tokens with an audience of an API, which all of these have, so this is our own. */
  function mountUserinfo(pages: FastifyInstance): void {
    const url = '/protocol/openid-connect/userinfo'
    const allowOrigin = (request: FastifyRequest, reply: FastifyReply) => {
      reply.header('vary', 'Origin')
      const { origin } = request.headers
      if (origin === undefined || !appOrigins.includes(origin)) return
      reply.headers({ 'access-control-allow-origin': origin, 'access-control-allow-credentials': 'true' })
    }
    pages.options(url, async (request, reply) => {
      allowOrigin(request, reply)
      return reply
        .code(204)
        .headers({ 'access-control-allow-methods': 'GET', 'access-control-allow-headers': 'authorization, accept' })
        .send()
    })
    pages.get(url, async (request, reply) => {
      allowOrigin(request, reply)
      const token = /^bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
      try {
        const { userId } = await verifier.verify(token)
        const account = await parts.repository.accountByUserId(userId)
        if (account)
          return reply
            .header('cache-control', 'no-store')
            .send(claimsFor(account, ['openid', 'profile', 'email', 'tenant']))
      } catch (error) {
        if (!(error instanceof TokenRefused)) throw error
      }
      return reply.code(401).header('www-authenticate', 'Bearer error="invalid_token"').send({ error: 'invalid_token' })
    })
  }
}
