import { browserSessionPath, workerKeyHeader } from '@pim/contract/core/browser-session-path.ts'
import { inOneGo } from '@pim/field-types/steps'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { Problem } from '../core/problem.ts'
import { type BrowserSessions, isSame } from '../platform/browser-session/index.ts'
import { isJsonMediaType, jsonBody } from './input/json.ts'
import { validate } from './input/validate.ts'
import type { BrowserCookies } from './pages/browser-cookies.ts'
import type { RateLimits } from './rate-limits.ts'

export interface BrowserSessionOptions {
  readonly sessions: BrowserSessions
  readonly cookies: BrowserCookies
  /** Origins under which people may open the page. */
  readonly ownOrigins: readonly string[]
  readonly limits: Pick<RateLimits, 'admit'>
}

const maxBodyBytes = 16_384

const nameOfSession = z.string().max(100).optional()
/** Renews the session of the cookie, or takes over the one of a sign-in that has just ended in this browser. */
const askedSchema = z.union([
  z.strictObject({ refreshToken: z.string().min(1).max(8_000), arrival: z.string().min(1).max(100) }),
  z.strictObject({ session: nameOfSession }),
])
const endSchema = z.strictObject({ session: nameOfSession })

/**
 * Mounts what the worker of a page asks for tokens. 200 with an access token; 204 where there is no session for this browser; 401 where
 * the provider has ended it; 403 for whatever does not ask from a worker's script of this server; 503 where the provider is away.
 */
export function mountBrowserSession(app: FastifyInstance, options: BrowserSessionOptions): void {
  const { sessions, cookies, ownOrigins, limits } = options

  const admit = async (request: FastifyRequest): Promise<void> => {
    limits.admit(`ip:${request.call.clientAddress}`)
    if (!isFromOwnScript(request, ownOrigins)) throw refusal()
    const key = request.headers[workerKeyHeader]
    // Defence 359, without: if (typeof key !== 'string') throw refusal()
    if (typeof key !== 'string' || !(await sessions.isOfWorker(key, cookies.worker.read(request)))) throw refusal()
  }
  const leave = (reply: FastifyReply) => reply.header('set-cookie', cookies.session.line('', 0))
  const config = { openRoute: 'browserSession' } as const

  app.register(async (scope) => {
    scope.addHook('onRequest', async (request, reply) => {
      reply.header('cache-control', 'no-store')
      await admit(request)
    })

    scope.post(browserSessionPath, { config, bodyLimit: maxBodyBytes }, async (request, reply) => {
      const asked = validate(askedSchema, bodyOf(request), 'body')
      const isBegun = 'refreshToken' in asked
      if (isBegun) {
        const arrived = cookies.arrival.read(request)
        // Defence 361, without: if (arrived === undefined) throw refusal()
        if (arrived === undefined || !isSame(arrived, asked.arrival)) throw refusal()
      }
      const renewal = isBegun
        ? await sessions.begin(asked.refreshToken)
        : await sessions.renew(cookies.session.read(request), asked.session)
      if (renewal === 'none') return reply.code(204).send()
      if (renewal === 'ended') {
        leave(reply)
        throw new Problem('UNAUTHENTICATED', { message: 'The identity provider has ended the session.' })
      }
      const { accessToken, expiresIn, session, cookie } = renewal
      if (cookie === undefined) leave(reply)
      else reply.header('set-cookie', cookies.session.line(cookie.value, cookie.maxAgeSeconds))
      if (isBegun) reply.header('set-cookie', cookies.arrival.line('', 0))
      return reply.send({ accessToken, expiresIn, session })
    })

    scope.delete(browserSessionPath, { config, bodyLimit: maxBodyBytes }, async (request, reply) => {
      const { session } = validate(endSchema, bodyOf(request), 'body')
      const end = await sessions.end(cookies.session.read(request), session).catch((error: unknown) => {
        // Whatever the provider answers, this browser has left.
        leave(reply)
        throw error
      })
      if (end === 'ended') leave(reply)
      return reply.send({ ended: end === 'ended' })
    })
  })
}

const refusal = () =>
  new Problem('FORBIDDEN', { message: 'Only the worker of a page of this server may ask for tokens.' })

/** Browsers say so, and no script can say otherwise. One that does not say it signs in anew with each page. */
function isFromOwnScript({ headers }: FastifyRequest, ownOrigins: readonly string[]): boolean {
  const { origin, 'sec-fetch-site': site, 'sec-fetch-dest': purpose, 'sec-fetch-mode': mode } = headers
  // Defence 358, without: return true
  return site === 'same-origin' && purpose === 'empty' && mode === 'same-origin' && ownOrigins.includes(origin ?? '')
}

function bodyOf({ headers, body }: FastifyRequest): unknown {
  if (!isJsonMediaType(headers['content-type']) || !Buffer.isBuffer(body)) throw new Problem('UNSUPPORTED_MEDIA_TYPE')
  return inOneGo(jsonBody(body))
}
