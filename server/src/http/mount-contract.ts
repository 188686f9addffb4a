import { Readable } from 'node:stream'
import type { Route } from '@pim/contract/core/route.ts'
import { inOneGo, type Steps } from '@pim/field-types/steps'
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler, RouteHandlerMethod } from 'fastify'
import { LRUCache } from 'lru-cache'
import { etagOf, type IfMatch, onBehalfOf } from '../core/caller.ts'
import { invalidPlace, Problem } from '../core/problem.ts'
import { firstSlice, inSlices } from '../core/time-slices.ts'
import type { Call } from './call.ts'
import type { InFlightCalls } from './calls-in-flight.ts'
import { compressionOf } from './compressed-answers.ts'
import { toProblem } from './errors.ts'
import { type Guards, guardFor } from './guard.ts'
import type { Domain, Handlers } from './handlers.ts'
import { HttpResponse, jsonType } from './http-response.ts'
import { onceOf, repeatHeader } from './idempotency.ts'
import { faultOfText, isJsonMediaType, jsonBody, maxBodyBytes } from './input/json.ts'
import { placeOf } from './input/place.ts'
import { parseQuery, type QueryValues } from './input/query-string.ts'
import { validate, validateInSteps } from './input/validate.ts'
import type { OpenRoute } from './open-routes.ts'
import type { Operation } from './operation.ts'
import { readIfMatch } from './read-if-match.ts'
import { checkResponse } from './response-check.ts'
import { mountUploads, uploadOf } from './uploads.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the first hook of every request. */
    call: Call
  }
  interface FastifyContextConfig {
    operation?: Operation
    /** The entry of `openRoutes` that allows a route outside the contract. */
    openRoute?: OpenRoute
  }
}

/** The handlers of the whole contract: a missing domain or call is a type error. */
export type AllHandlers<C extends Readonly<Record<string, Domain>>> = { readonly [D in keyof C]: Handlers<C[D]> }

type AnyHandler = (input: Record<string, unknown>) => unknown

export interface MountOptions {
  readonly guards: Guards
  readonly inFlight: Pick<InFlightCalls, 'join'>
  /** Checks every response against its schema, for tests: a wrong one becomes a 500. */
  readonly validateResponses: boolean
}

/**
 * Registers a route with guard, validation and handler for each call of the contract. There is no other way to a route
 * under `/api`.
 */
export function mountContract<const C extends Readonly<Record<string, Domain>>>(
  app: FastifyInstance,
  contract: C,
  handlers: AllHandlers<C>,
  options: MountOptions,
): void {
  const uploads: [Operation, AnyHandler][] = []
  for (const [domain, routes] of Object.entries(contract)) {
    const domainHandlers: Readonly<Record<string, unknown>> = handlers[domain] ?? {}
    for (const [name, route] of Object.entries(routes)) {
      const operation: Operation = { id: `${domain}.${name}`, route }
      const handler = domainHandlers[name]
      if (!isHandler(handler)) throw new Error(`${operation.id} has no handler`)
      if (route.bodyKind === 'multipart') uploads.push([operation, handler])
      else mount(app, operation, handler, options)
    }
  }
  mountUploads(app, (scope) => {
    for (const [operation, handler] of uploads) mount(scope, operation, handler, options)
  })
}

function isHandler(value: unknown): value is AnyHandler {
  return typeof value === 'function'
}

export const fastifyPath = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1')

function mount(app: FastifyInstance, operation: Operation, handler: AnyHandler, options: MountOptions): void {
  const { route } = operation
  app.route({
    method: route.method,
    url: fastifyPath(route.path),
    config: { operation },
    compress: compressionOf(route),
    ...(route.bodyKind === 'multipart' ? {} : { bodyLimit: maxBodyBytes }),
    onRequest: admissionOf(operation, options),
    handler: handlerFor(operation, handler, options),
  })
}

/** Lets a call in: the guard of its route, its place among the calls in flight, and the type of its body. */
export function admissionOf(
  operation: Operation,
  options: Pick<MountOptions, 'guards' | 'inFlight'>,
): onRequestHookHandler {
  const { route } = operation
  const guard = guardFor(route, options.guards)
  return (request, _reply, done) => {
    const { call } = request
    call.operation = operation
    const admitted = () => done(options.inFlight.join(call) ?? checkMediaType(route, request))
    try {
      const guarded = guard(request, call)
      if (guarded instanceof Promise) guarded.then(admitted, done)
      else admitted()
    } catch (error) {
      done(toError(error))
    }
  }
}

/** 415 for a body in any other media type than the call's own, or compressed: such a body is not parsed at all. */
function checkMediaType(route: Route, request: FastifyRequest): Problem | undefined {
  const { headers } = request
  const length = headers['content-length']
  if (headers['transfer-encoding'] === undefined && (length === undefined || length === '0')) return undefined
  if (request.method === 'GET' || request.method === 'HEAD') return undefined
  const encoding = headers['content-encoding']
  if (encoding !== undefined && encoding !== 'identity') {
    return new Problem('UNSUPPORTED_MEDIA_TYPE', { message: 'A compressed body is not taken.' })
  }
  if (route.bodyKind === 'multipart') return undefined
  if (isJsonMediaType(headers['content-type'])) return undefined
  return new Problem('UNSUPPORTED_MEDIA_TYPE', { message: 'The body is to be application/json.' })
}

function handlerFor(operation: Operation, handler: AnyHandler, options: MountOptions): RouteHandlerMethod {
  const { route } = operation
  const queryOf = queryReader(route)
  const finish = (reply: FastifyReply, result: unknown): void => {
    if (options.validateResponses) checkResponse(operation, result)
    const { once } = reply.request.call
    if (once?.isRepeat) reply.header(repeatHeader, 'true')
    if (options.validateResponses && once?.isKept === false) {
      throw new Error(`${operation.id} handed its idempotency key to no transaction`)
    }
    if (route.versioned !== undefined) sendVersion(reply, result)
    if (result instanceof HttpResponse) sendResponse(reply, result)
    else if (route.responseKind === 'none') reply.code(route.successStatus ?? 204).send()
    else sendJson(reply, result, route.successStatus ?? 200)
  }
  const answer = (request: FastifyRequest, reply: FastifyReply, input: Record<string, unknown>): void => {
    const { call } = request
    const once = route.creates === true ? onceOf(request) : undefined
    if (once !== undefined) call.once = once
    const result = onBehalfOf(call.caller, () =>
      handler({
        ...input,
        context: call,
        ...(route.bodyKind === 'multipart' && { upload: uploadOf(request) }),
        ...(route.versioned === 'change' && { ifMatch: ifMatchOf(request) }),
      }),
    )
    if (!(result instanceof Promise)) {
      finish(reply, result)
      return
    }
    result
      .then((value) => {
        // Already sent where the deadline has passed meanwhile.
        if (!reply.sent) finish(reply, value)
      })
      .catch(async (error: unknown) => {
        const cause = await causeOf(call, error, options.guards)
        if (!reply.sent) reply.send(cause)
        else call.log.error({ err: error }, 'failed after the response had begun')
      })
  }
  const begin = (request: FastifyRequest, reply: FastifyReply): void => {
    const place = {
      params: route.params === undefined ? undefined : validate(route.params, checkedParams(request), 'params'),
      query: queryOf(request),
    }
    const reading = bodyOf(route, request)
    if (Buffer.isBuffer(request.body) && request.body.length > largeBodyBytes) {
      onBehalfOf(request.call.caller, () => inSlices(reading))
        .then((body) => {
          // Already sent where the deadline has passed meanwhile.
          if (!reply.sent) answer(request, reply, { ...place, body })
        })
        .catch((error: unknown) => {
          if (!reply.sent) reply.send(toError(error))
        })
    } else answer(request, reply, { ...place, body: inOneGo(reading) })
  }
  return (request, reply) => {
    const turn = firstSlice(request.call.caller)
    if (turn === undefined) begin(request, reply)
    else
      turn
        .then(() => {
          // Already sent where the deadline has passed meanwhile.
          if (!reply.sent) begin(request, reply)
        })
        .catch((error: unknown) => reply.send(toError(error)))
  }
}

/** A larger body is read in slices, so that other calls are answered meanwhile. */
const largeBodyBytes = 64 * 1024

function ifMatchOf({ headers }: FastifyRequest): IfMatch {
  const header = headers['if-match']
  return header === undefined ? undefined : readIfMatch(header)
}

/** The tag of what the answer shows. A list or a result of something else has none. */
function sendVersion(reply: FastifyReply, result: unknown): void {
  if (typeof result !== 'object' || result === null || result instanceof HttpResponse) return
  if ('version' in result && typeof result.version === 'number') reply.header('etag', etagOf(result.version))
}

/**
 * A call that was admitted before the erasure of its tenant began can fail with anything, such as rows that refer to none:
 * it is refused as the next one will be.
 */
async function causeOf({ tenant }: Call, error: unknown, guards: Guards): Promise<Error> {
  if (tenant === undefined || toProblem(error).code !== 'INTERNAL') return toError(error)
  const isErased = await guards.isTenantErased(tenant.tenantId).catch(() => false)
  return isErased ? new Problem('FORBIDDEN', { cause: error }) : toError(error)
}

export function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error('Something other than an error was thrown', { cause: error })
}

function checkedParams(request: FastifyRequest): unknown {
  const params = request.params
  if (typeof params !== 'object' || params === null) return {}
  for (const [name, value] of Object.entries(params)) {
    const fault = typeof value === 'string' ? faultOfText(value) : undefined
    if (fault !== undefined) throw invalidPlace(`params.${name}`, fault.code, fault.message)
  }
  return params
}

function rawQuery(url: string): string {
  const mark = url.indexOf('?')
  return mark < 0 ? '' : url.slice(mark + 1)
}

const noQuery = Object.freeze({})

/** Limits of a route's cache of parsed queries: entries, and characters of a query string. */
const queryCache = { maxEntries: 500, maxLength: 300 }

/**
 * Parses and validates the query strings of a route, with a cache: delivery gets the same few queries over and over.
 * Cached results are frozen, because several requests share them.
 */
function queryReader(route: Route): (request: FastifyRequest) => unknown {
  const cache = new LRUCache<string, object>({ max: queryCache.maxEntries })
  return (request) => {
    const raw = rawQuery(request.raw.url ?? '')
    const cached = cache.get(raw)
    if (cached !== undefined) return cached
    const query = readQuery(route, raw)
    if (typeof query === 'object' && query !== null && raw.length <= queryCache.maxLength) {
      freeze(query)
      cache.set(raw, query)
    }
    return query
  }
}

function readQuery(route: Route, raw: string): unknown {
  const query: QueryValues | undefined = raw === '' ? undefined : parseQuery(raw, route.queryPrefix)
  if (route.query !== undefined) return validate(route.query, query ?? noQuery, 'query')
  const [unknown] = Object.keys(query ?? noQuery)
  if (unknown !== undefined) throw invalidPlace(placeOf('query', [unknown]), 'UNKNOWN_KEY', 'is not part of this call')
  return undefined
}

function freeze(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  for (const member of Object.values(value)) freeze(member)
  return Object.freeze(value)
}

function* bodyOf(route: Route, request: FastifyRequest): Steps<unknown> {
  if (route.bodyKind === 'multipart') return undefined
  const bytes = Buffer.isBuffer(request.body) && request.body.length > 0 ? request.body : undefined
  const value = bytes === undefined ? undefined : yield* jsonBody(bytes)
  yield
  if (route.body === undefined) {
    // Some clients send `{}` with every call. Anything more is refused, because it would be ignored in silence.
    const isEmpty =
      value === undefined || (typeof value === 'object' && value !== null && Object.keys(value).length === 0)
    if (!isEmpty) throw invalidPlace('body', 'UNKNOWN_KEY', 'is not part of this call')
    return undefined
  }
  if (value === undefined && route.bodyOptional === true) return undefined
  return yield* validateInSteps(route.body, value, 'body')
}

/** Responses hold data of a tenant, so nothing caches them unless the handler sets `cache-control`. */
const defaultCacheControl = 'no-store'

export function sendJson(reply: FastifyReply, value: unknown, status: number): void {
  const body = JSON.stringify(value)
  reply.request.call.hold(body?.length ?? 0)
  reply.code(status).header('content-type', jsonType).header('cache-control', defaultCacheControl).send(body)
}

export function sendResponse(reply: FastifyReply, response: HttpResponse): void {
  const { body } = response
  reply.code(response.status)
  if (response.headers['cache-control'] === undefined) reply.header('cache-control', defaultCacheControl)
  reply.headers(response.headers)
  if (body instanceof Readable && reply.request.method === 'HEAD') {
    // The body is not sent; an open stream would leak its file handle.
    body.destroy()
    reply.send()
    return
  }
  if (typeof body === 'string' || Buffer.isBuffer(body)) reply.request.call.hold(body.length)
  reply.send(body)
}
