import type { Route, RouteRequest, RouteResponse } from '@pim/contract/core/route.ts'
import { urlOf } from './caller.ts'
import { adminToken, type Started } from './server-process.ts'

export interface ProcessCalls {
  /** Makes one call that has to succeed; returns its body, and throws otherwise. */
  ok<R extends Route>(route: R, request: RouteRequest<R> & { readonly apiKey?: string }): Promise<RouteResponse<R>>
}

interface LooseRequest {
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
  readonly file?: Blob
  readonly fileName?: string
  readonly apiKey?: string
}

/** Calls of a server in a process of its own, by its administrator in the tenant that the first start makes. */
export async function callsOf(server: Pick<Started, 'origin'>): Promise<ProcessCalls> {
  const token = await adminToken(server)
  async function send(route: Route, { apiKey, body, file, fileName, ...parts }: LooseRequest): Promise<Response> {
    const headers: Record<string, string> =
      apiKey === undefined ? { authorization: `Bearer ${token}`, 'x-tenant-id': 'works' } : { 'x-api-key': apiKey }
    const form = new FormData()
    if (file !== undefined) form.set('file', file, fileName)
    if (body !== undefined) headers['content-type'] = 'application/json'
    return fetch(`${server.origin}${urlOf(route, parts)}`, {
      method: route.method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(file !== undefined && { body: form }),
    })
  }
  return {
    async ok<R extends Route>(route: R, request: RouteRequest<R> & { readonly apiKey?: string }) {
      const answer = await send(route, request)
      const text = await answer.text()
      if (!answer.ok) throw new Error(`${route.method} ${route.path}: ${answer.status} ${text}`)
      // The schema of R says what its output is; the compiler cannot see through the generic.
      return route.response.parse(JSON.parse(text)) as RouteResponse<R>
    },
  }
}
