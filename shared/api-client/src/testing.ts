import { type Contract, contract, type ProblemCode, problemCatalogue, type Route, type RouteInput } from '@pim/contract'
import type { z } from 'zod'
import type { Operation, RouteOf } from './operations.ts'

type Answer<R extends Route> = R extends { responseKind: 'bytes' } ? Blob : z.input<R['response']>

export interface Call<R extends Route> extends RouteInput<R> {
  tenantId: string | null
  file: File | undefined
  request: Request
}

/** A call of the back end of a section, with its path there. */
export interface BackEndCall {
  section: string
  method: string
  path: string
  query: Record<string, unknown>
  body: unknown
  tenantId: string
}

/** The answers of the test's server. A call without a handler fails the test. */
export type Handlers = {
  [O in Operation]?: (call: Call<RouteOf<O>>) => Answer<RouteOf<O>> | Promise<Answer<RouteOf<O>>>
} & {
  /** Answers for the back ends of sections: JSON, a `Blob`, `undefined` for nothing, or a whole `Response`. */
  backEnd?: (call: BackEndCall) => unknown
}

/** Thrown by a handler to answer with the problem of this code. */
export class Refusal extends Error {
  readonly code: ProblemCode
  readonly details: object
  constructor(code: ProblemCode, details: object = {}) {
    super(code)
    this.code = code
    this.details = details
  }
}

/**
 * Replaces `fetch` in tests and checks against the contract: throws for an unknown path, a request that its schema
 * rejects, a call without a handler, and an answer of the test that the schema rejects. A tenant call without a tenant
 * is answered with `TENANT_REQUIRED`.
 */
export function contractFetch(handlers: Handlers): typeof fetch {
  const routes = Object.entries(contract as Record<keyof Contract, Record<string, Route>>).flatMap(([domain, calls]) =>
    Object.entries(calls).map(([name, route]) => ({ operation: `${domain}.${name}` as Operation, route })),
  )
  return async (input, init) => {
    const request = new Request(new URL(String(input instanceof Request ? input.url : input), 'http://pim.test'), init)
    request.signal.throwIfAborted()
    const url = new URL(request.url)
    if (url.pathname.startsWith('/api/x/')) return answerOfBackEnd(handlers, request, url)
    const found = routes.find(({ route }) => route.method === request.method && paramsOf(route.path, url.pathname))
    if (!found) throw new Error(`The contract has no ${request.method} ${url.pathname}.`)
    const { operation, route } = found
    const handler = handlers[operation] as ((call: unknown) => unknown) | undefined
    if (!handler) throw new Error(`The test has no answer to ${operation}.`)
    const tenantId = request.headers.get('x-tenant-id')
    if (route.access === 'tenant' && !tenantId) return problem('TENANT_REQUIRED')

    const json = route.body === undefined || route.bodyKind === 'multipart' ? undefined : await jsonOf(request, route)
    const sent = {
      params: route.params?.safeParse(paramsOf(route.path, url.pathname)),
      query: route.query?.safeParse(queryOf(route, url)),
      body:
        route.bodyKind === 'multipart' || (json === undefined && route.bodyOptional)
          ? undefined
          : route.body?.safeParse(json),
    }
    for (const [slot, parsed] of Object.entries(sent)) {
      if (parsed && !parsed.success) throw new Error(`${operation} was sent a wrong ${slot}: ${parsed.error.message}`)
    }
    const form = route.bodyKind === 'multipart' ? await request.formData() : undefined
    try {
      const answer = await handler({
        params: sent.params?.data,
        query: sent.query?.data,
        body: sent.body?.data,
        file: form?.get('file') ?? undefined,
        tenantId,
        request,
      })
      request.signal.throwIfAborted()
      if (route.responseKind === 'bytes') return new Response(answer as Blob)
      if (route.responseKind === 'none') return new Response(null, { status: 204 })
      return Response.json(route.response.parse(answer), { status: route.successStatus ?? 200 })
    } catch (failure) {
      if (failure instanceof Refusal) return problem(failure.code, failure.details)
      throw failure
    }
  }
}

async function answerOfBackEnd(handlers: Handlers, request: Request, url: URL): Promise<Response> {
  const [, section = '', path = ''] = /^\/api\/x\/([^/]+)(.*)$/.exec(url.pathname) ?? []
  const handler = handlers.backEnd
  if (!handler) throw new Error(`The test has no answer of the back end of ${section}.`)
  const tenantId = request.headers.get('x-tenant-id')
  if (!tenantId) return problem('TENANT_REQUIRED')
  const text = await request.text()
  const isJson = request.headers.get('content-type')?.startsWith('application/json')
  try {
    const answer = await handler({
      section,
      method: request.method,
      path,
      query: Object.fromEntries(url.searchParams),
      body: isJson ? JSON.parse(text) : text || undefined,
      tenantId,
    })
    request.signal.throwIfAborted()
    if (answer instanceof Response) return answer
    if (answer instanceof Blob) return new Response(answer)
    return answer === undefined ? new Response(null, { status: 204 }) : Response.json(answer)
  } catch (failure) {
    if (failure instanceof Refusal) return problem(failure.code, failure.details)
    throw failure
  }
}

function problem(code: ProblemCode, details: object = {}): Response {
  const [status, message] = problemCatalogue[code]
  return Response.json(
    { status, code, message, traceId: 'test', ...details },
    { status, headers: { 'content-type': 'application/problem+json' } },
  )
}

function paramsOf(template: string, path: string): Record<string, string> | undefined {
  const names: string[] = []
  const pattern = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    names.push(name)
    return '([^/]+)'
  })
  const match = new RegExp(`^${pattern}$`).exec(path)
  return match
    ? Object.fromEntries(names.map((name, at) => [name, decodeURIComponent(match[at + 1] ?? '')]))
    : undefined
}

function queryOf(route: Route, url: URL): Record<string, unknown> {
  const query: Record<string, unknown> = {}
  for (const name of new Set(url.searchParams.keys())) {
    const values = url.searchParams.getAll(name)
    if (route.queryPrefix && name.startsWith(route.queryPrefix)) {
      const slot = route.queryPrefix.slice(0, -1)
      query[slot] = { ...(query[slot] as object | undefined), [name.slice(route.queryPrefix.length)]: values }
    } else query[name] = values.length > 1 ? values : values[0]
  }
  return query
}

async function jsonOf(request: Request, route: Route): Promise<unknown> {
  const text = await request.text()
  if (!text && route.bodyOptional) return undefined
  return text ? JSON.parse(text) : undefined
}
