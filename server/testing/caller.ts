import { type ProblemCode, type Problem as ProblemShape, problemSchema } from '@pim/contract/core/problem.ts'
import type { Role } from '@pim/contract/core/roles.ts'
import type { Route, RouteRequest, RouteResponse } from '@pim/contract/core/route.ts'
import type { FastifyInstance, InjectOptions } from 'fastify'
import type { TestIdentity, TestPerson } from './test-identity.ts'

export interface Caller {
  /**
   * A role: a person with just that role in the tenant. A person: a token for them. Default: the role that the call
   * needs.
   */
  readonly as?: Role | TestPerson | 'nobody'
  /** `x-tenant-id`; by default `acme` for calls of a tenant. `null` sends none. */
  readonly tenant?: string | null
  /** `x-api-key` */
  readonly apiKey?: string
  readonly headers?: Readonly<Record<string, string>>
}

export interface CallResult<R extends Route> {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Parsed by the call's response schema; undefined after a failure, or without JSON. */
  readonly body: RouteResponse<R> | undefined
  /** Parsed by the contract's schema of problems; undefined after a success. */
  readonly problem: ProblemShape | undefined
  readonly bytes: Buffer
}

export interface TestCalls {
  /** Makes one call and returns its result. */
  call<R extends Route>(route: R, request: RouteRequest<R> & Caller): Promise<CallResult<R>>
  /** Makes one call that has to succeed; returns its body, and throws otherwise. */
  ok<R extends Route>(route: R, request: RouteRequest<R> & Caller): Promise<RouteResponse<R>>
  /** Makes one call that has to fail with this code; returns the problem, and throws otherwise. */
  refused<R extends Route>(route: R, code: ProblemCode, request: RouteRequest<R> & Caller): Promise<ProblemShape>
}

interface LooseRequest extends Caller {
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
  readonly file?: Blob
  readonly fileName?: string
  readonly ifMatch?: number | undefined
}

export const defaultTenant = 'acme'

/** A person with one role in one tenant. */
export function personWith(role: Role, tenant: string = defaultTenant): TestPerson {
  return { userId: `${tenant}-${role}`, firstName: 'Test', lastName: role, tenants: [tenant], roles: [role] }
}

export function createCalls(server: FastifyInstance, identity: TestIdentity): TestCalls {
  async function send(route: Route, request: LooseRequest) {
    // A key has its tenant, and stands for no person.
    const isByKey = request.apiKey !== undefined && request.as === undefined
    const isOfTenant = route.access === 'tenant' && !isByKey
    const tenant = request.tenant === undefined && isOfTenant ? defaultTenant : request.tenant
    const headers: Record<string, string> = { ...request.headers }
    if (typeof tenant === 'string') headers['x-tenant-id'] ??= tenant
    if (request.apiKey !== undefined) headers['x-api-key'] = request.apiKey
    if (request.ifMatch !== undefined) headers['if-match'] ??= `"${request.ifMatch}"`
    if ((isOfTenant || route.access === 'user') && request.as !== 'nobody') {
      const who = request.as ?? route.role ?? 'viewer'
      const person = typeof who === 'string' ? personWith(who, tenant ?? defaultTenant) : who
      headers.authorization ??= `Bearer ${await identity.tokenFor(person)}`
    }
    const options: InjectOptions = { method: route.method, url: urlOf(route, request), headers }
    if (request.file !== undefined) {
      const form = new FormData()
      form.set('file', request.file, request.fileName ?? 'file')
      // `Response` encodes the form as multipart, with the boundary in its content type.
      const framed = new Response(form)
      headers['content-type'] = framed.headers.get('content-type') ?? ''
      options.payload = Buffer.from(await framed.arrayBuffer())
    } else if (request.body !== undefined) {
      headers['content-type'] ??= 'application/json'
      options.payload = Buffer.isBuffer(request.body) ? request.body : JSON.stringify(request.body)
    }
    return server.inject(options)
  }

  const calls: TestCalls = {
    async call<R extends Route>(route: R, request: RouteRequest<R> & Caller): Promise<CallResult<R>> {
      const response = await send(route, request)
      const type = String(response.headers['content-type'] ?? '')
      const failed = response.statusCode >= 400
      const isJson = type.startsWith('application/json') && !failed && response.rawPayload.length > 0
      return {
        status: response.statusCode,
        headers: flat(response.headers),
        bytes: response.rawPayload,
        problem: failed ? problemSchema.parse(response.json()) : undefined,
        // The schema of R says what its output is; the compiler cannot see through the generic.
        body: isJson ? (route.response.parse(response.json()) as RouteResponse<R>) : undefined,
      }
    },
    async ok(route, request) {
      const { problem, body } = await calls.call(route, request)
      if (problem !== undefined) throw new Error(`${route.method} ${route.path} failed: ${JSON.stringify(problem)}`)
      return body as RouteResponse<typeof route>
    },
    async refused(route, code, request) {
      const { problem, status } = await calls.call(route, request)
      if (problem?.code !== code) {
        throw new Error(`${route.method} ${route.path} was to fail with ${code}: ${status} ${JSON.stringify(problem)}`)
      }
      return problem
    },
  }
  return calls
}

/** The path of a call with its parameters. */
export function urlOf(route: Route, { params = {}, query = {} }: Pick<LooseRequest, 'params' | 'query'>): string {
  const path = route.path.replace(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(String(params[name])))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue
    if (route.queryPrefix !== undefined && name === route.queryPrefix.slice(0, -1)) {
      for (const [field, values] of Object.entries(value as Record<string, string[]>)) {
        for (const one of values) search.append(`${route.queryPrefix}${field}`, one)
      }
    } else search.append(name, value === null ? '' : String(value))
  }
  const text = search.toString()
  return text === '' ? path : `${path}?${text}`
}

function flat(headers: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
}
