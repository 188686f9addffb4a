import type { Server } from 'node:http'
import { type FastifyInstance, type FastifyRequest, fastify } from 'fastify'
import type { Logger } from 'pino'
import { Problem } from '../core/problem.ts'
import type { Metrics } from '../platform/metrics/index.ts'
import { Call } from './call.ts'
import { answerBadConnection, handleErrors, sendProblem, toProblem } from './errors.ts'
import { CallsUnderWay, type InFlight, type InFlightSettings } from './in-flight.ts'
import { maxBodyBytes } from './input/json.ts'
import { refuseUnguardedRoutes } from './open-routes.ts'
import { headersForEveryAnswer } from './security-headers.ts'
import { traceIdOf } from './trace.ts'

export interface ServerOptions extends InFlightSettings {
  readonly log: Logger
  readonly metrics: Metrics
  readonly publicUrl: URL | undefined
  /** Addresses or a number of hops whose `X-Forwarded-For` is believed. Nobody's, when left out. */
  readonly trustProxy: string | number | false
  /** Host names that requests may be addressed to; any, when left out. */
  readonly hostNames: ReadonlySet<string> | undefined
  /** The methods of the paths that exist, for 405. */
  readonly allowedMethods: (path: string) => readonly string[]
}

/** Longer than any name or id that a path of ours carries. */
const maxParamLength = 500

/** What a call is counted as whose caller did not wait for the answer; the figure that others use as well. */
const goneStatus = 499

/** The bare server: every edge defence that does not depend on the route, and no route. */
export function createServer(options: ServerOptions): { app: FastifyInstance; inFlight: InFlight } {
  const app: FastifyInstance = fastify<Server>({
    logger: false,
    trustProxy: hopsOrAddresses(options.trustProxy),
    bodyLimit: maxBodyBytes,
    // A whole upload may take an hour; what a slow or silent caller can hold is bounded by the others here, and the
    // body of any other call by its deadline. Given to `http` as well, because listening on "localhost" makes a second
    // server, of the second address, from these.
    // A description of 5,000 letters goes in the query, up to nine bytes for each of them.
    http: { maxHeaderSize: 65_536, headersTimeout: 10_000, connectionsCheckingInterval: 2_000, requestTimeout: 0 },
    requestTimeout: 0,
    connectionTimeout: 120_000,
    keepAliveTimeout: 65_000,
    maxRequestsPerSocket: 0,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    clientErrorHandler: answerBadConnection,
    routerOptions: {
      maxParamLength,
      // Left as text here, and read by the route's own rules: a fault thrown this early would have no answer.
      querystringParser: (raw) => ({ raw }),
    },
    frameworkErrors: (error, request, reply) => {
      // A path that cannot even be decoded: no hook has run, and none will.
      reply.headers(everywhere)
      sendProblem(reply, toProblem(error), traceIdOf(request.headers.traceparent))
    },
  })
  refuseUnguardedRoutes(app)
  const everywhere = headersForEveryAnswer(options.publicUrl)

  app.removeAllContentTypeParsers()
  // One parser for whatever the route let through: bytes, which the route itself turns into a value.
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxBodyBytes }, (_request, body, done) =>
    done(null, body),
  )

  const logsEachCall = options.log.isLevelEnabled('debug')
  const refusal = (request: FastifyRequest): Problem | undefined => {
    if (isDeceptivePath(request.raw.url ?? '')) return new Problem('NOT_FOUND')
    if (options.hostNames === undefined || options.hostNames.has(request.hostname)) return undefined
    return new Problem('INVALID_REQUEST', { message: 'The request is addressed to another host.' })
  }
  app.decorateRequest('call')
  const inFlight = new CallsUnderWay(options)
  // One hook for all that holds everywhere: each more would be felt where an answer comes from memory.
  app.addHook('onRequest', (request, reply, done) => {
    const call = new Call(request, reply, options.log)
    request.call = call
    // Not the framework's `onResponse`: it never comes for a caller that hung up, and the call would count for ever.
    reply.raw.once('close', () => finished(call))
    reply.headers(everywhere)
    done(refusal(request) ?? inFlight.add(call))
  })
  const finished = (call: Call): void => {
    const { request, reply } = call
    inFlight.remove(call)
    const seconds = (performance.now() - call.startedAt) / 1_000
    const name = call.operation?.id ?? request.routeOptions.config.openRoute ?? 'unknown'
    options.metrics.countRequest(name, reply.raw.writableFinished ? reply.statusCode : goneStatus, seconds)
    if (logsEachCall) {
      call.log.debug({ method: request.method, status: reply.statusCode, ms: seconds * 1_000 }, 'answered')
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
 * Segments that mean something else to whoever decodes once more: an encoded slash or backslash, a dot segment in any
 * spelling. No path of ours has any, so none is looked up.
 */
const deceptive = /%2f|%5c|\\|\/(?:\.|%2e){1,2}(?:\/|$)/i

export function isDeceptivePath(url: string): boolean {
  const mark = url.indexOf('?')
  const path = mark < 0 ? url : url.slice(0, mark)
  return deceptive.test(path)
}
