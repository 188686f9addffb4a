import { Readable } from 'node:stream'
import type { Route } from '@pim/contract/core/route.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify'
import { invalidPlace, Problem } from '../core/problem.ts'
import { Answer, jsonType } from './answer.ts'
import { checkAnswer } from './answer-check.ts'
import type { Call } from './call.ts'
import { type Guards, guardFor } from './guard.ts'
import type { Domain, Handlers } from './handlers.ts'
import { faultOfText, isJsonMediaType, maxBodyBytes, parseJsonBody } from './input/json.ts'
import { placeOf } from './input/place.ts'
import { parseQuery, type QueryValues } from './input/query-string.ts'
import { validate } from './input/validate.ts'
import type { OpenRoute } from './open-routes.ts'
import type { Operation } from './operation.ts'
import { mountUploads, uploadOf } from './uploads.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set for every request before anything else looks at it. */
    call: Call
  }
  interface FastifyContextConfig {
    operation?: Operation
    /** Why a route outside the contract may exist. */
    openRoute?: OpenRoute
  }
}

/** The whole contract's handlers: each domain's record is total, and so is this one. */
export type AllHandlers<C extends Readonly<Record<string, Domain>>> = { readonly [D in keyof C]: Handlers<C[D]> }

type AnyHandler = (input: Record<string, unknown>) => unknown

export interface MountOptions {
  readonly guards: Guards
  /** Checks every answer against its schema; for tests, where a wrong answer must be a failure. */
  readonly validateResponses: boolean
}

/** Mounts each call of the contract on its guard and its handler. There is no other way to get a route under `/api`. */
export function mountContract<const C extends Readonly<Record<string, Domain>>>(
  app: FastifyInstance,
  contract: C,
  handlers: AllHandlers<C>,
  options: MountOptions,
): void {
  const withFiles: [Operation, AnyHandler][] = []
  for (const [domain, routes] of Object.entries(contract)) {
    const ofDomain: Readonly<Record<string, unknown>> = handlers[domain] ?? {}
    for (const [name, route] of Object.entries(routes)) {
      const operation: Operation = { id: `${domain}.${name}`, route }
      const handler = ofDomain[name]
      if (!isHandler(handler)) throw new Error(`${operation.id} has no handler`)
      if (route.bodyKind === 'multipart') withFiles.push([operation, handler])
      else mount(app, operation, handler, options)
    }
  }
  mountUploads(app, (scope) => {
    for (const [operation, handler] of withFiles) mount(scope, operation, handler, options)
  })
}

function isHandler(value: unknown): value is AnyHandler {
  return typeof value === 'function'
}

export const fastifyPath = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1')

function mount(app: FastifyInstance, operation: Operation, handler: AnyHandler, options: MountOptions): void {
  const { route } = operation
  const guard = guardFor(route, options.guards)
  app.route({
    method: route.method,
    url: fastifyPath(route.path),
    config: { operation },
    ...(route.bodyKind === 'multipart' ? {} : { bodyLimit: maxBodyBytes }),
    onRequest: (request, _reply, done) => {
      const { call } = request
      call.operation = operation
      try {
        const guarded = guard(request, call)
        if (guarded instanceof Promise) guarded.then(() => done(checkMediaType(route, request)), done)
        else done(checkMediaType(route, request))
      } catch (error) {
        done(toError(error))
      }
    },
    handler: handlerFor(operation, handler, options),
  })
}

/** Only the media type the call is made for; what a parser would make of another is not worth finding out. */
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
  const finish = (reply: FastifyReply, answer: unknown): void => {
    if (options.validateResponses) checkAnswer(operation, answer)
    if (answer instanceof Answer) sendAnswer(reply, answer)
    else if (route.responseKind === 'none') reply.code(route.successStatus ?? 204).send()
    else sendJson(reply, answer, route.successStatus ?? 200)
  }
  return (request, reply) => {
    const { call } = request
    const answer = handler({
      params: route.params === undefined ? undefined : validate(route.params, checkedParams(request), 'params'),
      query: queryOf(request),
      body: bodyOf(route, request),
      context: call,
      ...(route.bodyKind === 'multipart' && { upload: uploadOf(request) }),
    })
    if (!(answer instanceof Promise)) {
      finish(reply, answer)
      return
    }
    answer
      .then((value) => {
        // The deadline may have answered meanwhile, or the caller hung up: then this reply belongs to nobody.
        if (!reply.sent) finish(reply, value)
      })
      .catch((error: unknown) => {
        if (!reply.sent) reply.send(toError(error))
        else call.log.error({ err: error }, 'failed after the answer had begun')
      })
  }
}

function toError(error: unknown): Error {
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

/** Before `?` nothing is looked at; the router has matched the path already. */
function rawQuery(url: string): string {
  const mark = url.indexOf('?')
  return mark < 0 ? '' : url.slice(mark + 1)
}

const noQuery = Object.freeze({})

/** How many texts of a query, and how long ones, a route remembers the meaning of. */
const remembered = { queries: 500, length: 300 }

/**
 * Reads a route's queries. What reads the same means the same, so readings are remembered: delivery is asked for the
 * same few things over and over. They are frozen, since the next caller gets the very same one.
 */
function queryReader(route: Route): (request: FastifyRequest) => unknown {
  const readings = new Map<string, unknown>()
  return (request) => {
    const raw = rawQuery(request.raw.url ?? '')
    const known = readings.get(raw)
    if (known !== undefined) return known
    const reading = readQuery(route, raw)
    if (reading !== undefined && raw.length <= remembered.length) {
      if (readings.size >= remembered.queries) readings.clear()
      readings.set(raw, freeze(reading))
    }
    return reading
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

function bodyOf(route: Route, request: FastifyRequest): unknown {
  if (route.bodyKind === 'multipart') return undefined
  const bytes = Buffer.isBuffer(request.body) && request.body.length > 0 ? request.body : undefined
  const value = bytes === undefined ? undefined : parseJsonBody(bytes)
  if (route.body === undefined) {
    // Clients that send `{}` with every call mean nothing by it; anything more would be silently lost.
    const isEmpty =
      value === undefined || (typeof value === 'object' && value !== null && Object.keys(value).length === 0)
    if (!isEmpty) throw invalidPlace('body', 'UNKNOWN_KEY', 'is not part of this call')
    return undefined
  }
  if (value === undefined && route.bodyOptional === true) return undefined
  return validate(route.body, value, 'body')
}

/** Answers about a tenant's data are kept by nobody unless the call says otherwise. */
const notKept = 'no-store'

export function sendJson(reply: FastifyReply, value: unknown, status: number): void {
  reply.code(status).header('content-type', jsonType).header('cache-control', notKept).send(JSON.stringify(value))
}

export function sendAnswer(reply: FastifyReply, answer: Answer): void {
  const { body } = answer
  reply.code(answer.status)
  if (answer.headers['cache-control'] === undefined) reply.header('cache-control', notKept)
  reply.headers(answer.headers)
  if (body instanceof Readable && reply.request.method === 'HEAD') {
    // Nobody will read it; left open it would hold its file.
    body.destroy()
    reply.send()
    return
  }
  reply.send(body)
}
