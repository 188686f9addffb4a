import type { Server } from 'node:http'
import { type FastifyInstance, type FastifyRequest, fastify } from 'fastify'
import type { Logger } from 'pino'
import { Problem } from '../core/problem.ts'
import { firstSlice } from '../core/time-slices.ts'
import type { Metrics } from '../platform/metrics/index.ts'
import { Call } from './call.ts'
import { InFlightCalls, type InFlightSettings } from './calls-in-flight.ts'
import { prepareCompression } from './compressed-answers.ts'
import { handleErrors, respondToBadConnection, sendProblem, toProblem } from './errors.ts'
import { maxBodyBytes } from './input/json.ts'
import { isRepeated } from './input/repeated-header.ts'
import { isForOperators, refuseUnguardedRoutes } from './open-routes.ts'
import { baseResponseHeaders } from './security-headers.ts'
import { traceIdOf } from './trace.ts'

export interface ServerOptions extends InFlightSettings {
  readonly log: Logger
  readonly metrics: Metrics
  readonly publicUrl: URL | undefined
  /** Proxies whose `X-Forwarded-For` is trusted: addresses, or a number of hops; `false` trusts none. */
  readonly trustProxy: string | number | false
  /** Host names that requests may be addressed to; undefined allows any. */
  readonly hostNames: ReadonlySet<string> | undefined
  /**
   * Whether the server is going to end: each answer then ends its connection. On one that stays open a balancer would send its next
   * call in the moment in which the server closes it.
   */
  readonly isLeaving: () => boolean
  /** The methods of a path, for 405; empty where no route has it. */
  readonly allowedMethods: (path: string) => readonly string[]
}

/** Characters; longer than any name or id in a path. */
const maxParamLength = 500

/** The status in metrics where the caller disconnected before the response; 499 as in nginx. */
const clientClosedStatus = 499

/** The HTTP server without routes, with every defence that does not depend on a route. */
export function createServer(options: ServerOptions): { app: FastifyInstance; inFlight: InFlightCalls } {
  const app: FastifyInstance = fastify<Server>({
    logger: false,
    // Defence 21, without: trustProxy: true,
    trustProxy: hopsOrAddresses(options.trustProxy),
    bodyLimit: maxBodyBytes,
    // No time limit for a whole request, because an upload may take an hour: slow and silent connections are ended by
    // the other time-outs here, and the body of any other call by its deadline. `http` gets them too, because listening
    // on "localhost" makes a second server (IPv4 and IPv6) from these options.
    // Headers up to 64 kB: a text of 5,000 characters may be sent in the query, with up to nine bytes for each.
    http: { maxHeaderSize: 65_536, headersTimeout: 10_000, connectionsCheckingInterval: 2_000, requestTimeout: 0 },
    requestTimeout: 0,
    connectionTimeout: 120_000,
    keepAliveTimeout: 65_000,
    maxRequestsPerSocket: 0,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    clientErrorHandler: respondToBadConnection,
    routerOptions: {
      maxParamLength,
      // Left as text here and parsed by the route: an error thrown this early would get no response.
      querystringParser: (raw) => ({ raw }),
    },
    frameworkErrors: (error, request, reply) => {
      // A path that cannot be decoded: Fastify runs no hook for it.
      reply.headers(baseHeaders)
      sendProblem(reply, toProblem(error), traceIdOf(request.headers.traceparent))
    },
  })
  // Defence 11
  refuseUnguardedRoutes(app)
  prepareCompression(app)
  const baseHeaders = baseResponseHeaders(options.publicUrl)

  app.removeAllContentTypeParsers()
  // One parser for every media type that the route has let through: it leaves the bytes for the route to parse.
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxBodyBytes }, (_request, body, done) =>
    done(null, body),
  )

  const logsEachCall = options.log.isLevelEnabled('debug')
  const refusal = (request: FastifyRequest): Problem | undefined => {
    if (isRepeated(request.raw.rawHeaders, 'host')) {
      return new Problem('INVALID_REQUEST', { message: 'The request names its host more than once.' })
    }
    // Defence 32
    if (isAmbiguousPath(request.raw.url ?? '')) return new Problem('NOT_FOUND')
    // A browser says so when it fetches the script of one, which it would run between all pages of this origin and the server.
    if (request.headers['service-worker'] === 'script') {
      return new Problem('INVALID_REQUEST', { message: 'Nothing here is the script of a service worker.' })
    }
    if (options.hostNames === undefined || options.hostNames.has(request.hostname)) return undefined
    return new Problem('INVALID_REQUEST', { message: 'The request is addressed to another host.' })
  }
  app.decorateRequest('call')
  const inFlight = new InFlightCalls(options)
  // A single hook for all requests: every further one costs a measurable part of a cached response.
  app.addHook('onRequest', (request, reply, done) => {
    const call = new Call(request, reply, options.log)
    request.call = call
    // `close` and not the framework's `onResponse`, which does not run where the caller has disconnected.
    reply.raw.once('close', () => finished(call))
    reply.headers(baseHeaders)
    if (options.isLeaving()) reply.raw.shouldKeepAlive = false
    const { operation, openRoute } = request.routeOptions.config
    // However full the server is, it is alive.
    const isLiveness = openRoute === 'liveness'
    // Whose a call of the contract is, the guard finds out first.
    const isAnonymous = operation === undefined && !isForOperators(openRoute)
    const refused =
      refusal(request) ??
      (isLiveness ? undefined : inFlight.add(call)) ??
      (isAnonymous ? inFlight.join(call) : undefined)
    const turn = isAnonymous && refused === undefined ? firstSlice(call.caller) : undefined
    if (turn === undefined) done(refused)
    else turn.then(() => done(), done)
  })
  const finished = (call: Call): void => {
    const { request, reply } = call
    inFlight.remove(call)
    const seconds = (performance.now() - call.startedAt) / 1_000
    const name = call.operation?.id ?? request.routeOptions.config.openRoute ?? 'unknown'
    options.metrics.countRequest(name, reply.raw.writableFinished ? reply.statusCode : clientClosedStatus, seconds)
    if (logsEachCall) {
      call.log.debug({ method: request.method, status: reply.statusCode, ms: seconds * 1_000 }, 'responded')
    }
  }
  app.addHook('onClose', (_app, done) => {
    inFlight.close()
    done()
  })
  handleErrors(app, options.allowedMethods)
  return { app, inFlight }
}

function hopsOrAddresses(trusted: string | number | false) {
  return typeof trusted === 'number' ? (_address: string, hop: number) => hop < trusted : trusted
}

/**
 * Encoded slashes and backslashes, and dot segments in any spelling: a proxy or file system that decodes once more
 * would read another path (path traversal). No route has such a path, so these get 404.
 */
const ambiguousPath = /%2f|%5c|\\|\/(?:\.|%2e){1,2}(?:\/|$)/i

export function isAmbiguousPath(url: string): boolean {
  const mark = url.indexOf('?')
  const path = mark < 0 ? url : url.slice(0, mark)
  return ambiguousPath.test(path)
}
