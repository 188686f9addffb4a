import type { RouteLine } from '@pim/contract/core/route-line.ts'
import type { AnyRequest } from './operations.ts'

/** The HTTP request of a call, of values that can be posted to a worker. */
export interface HttpRequest {
  method: string
  url: string
  /** All headers but `authorization`, which whoever sends the request adds. */
  headers: Record<string, string>
  body: string | FileBody | undefined
  /** Whether the call is made on behalf of the signed-in user, whose token goes with it. */
  needsToken: boolean
}

/** A file that is sent as the part named `file` of a form. */
export interface FileBody {
  file: Blob
  fileName: string
}

export interface Credentials {
  tenantId?: string | undefined
  apiKey?: string | undefined
  idempotencyKey?: string | undefined
}

/**
 * Builds the HTTP request of a call. Each kind of access has only its own credentials: a token, a token with the tenant,
 * or an API key.
 */
export function httpRequest(
  baseUrl: string,
  route: RouteLine,
  request: AnyRequest,
  credentials: Credentials,
): HttpRequest {
  const headers: Record<string, string> = {}
  if (route.responseKind !== 'bytes') headers.accept = 'application/json'
  if (route.access === 'tenant' && credentials.tenantId) headers['x-tenant-id'] = credentials.tenantId
  if (route.access === 'apiKey' && credentials.apiKey) headers['x-api-key'] = credentials.apiKey
  if (credentials.idempotencyKey) headers['idempotency-key'] = credentials.idempotencyKey
  if (request.body !== undefined) headers['content-type'] = 'application/json'
  if (request.ifMatch !== undefined) headers['if-match'] = `"${request.ifMatch}"`
  return {
    method: route.method,
    url: baseUrl + urlOf(route, request),
    headers,
    body: request.file ? { file: request.file, fileName: request.fileName ?? 'file' } : jsonOf(request.body),
    needsToken: route.access === 'user' || route.access === 'tenant',
  }
}

function urlOf(route: RouteLine, request: AnyRequest): string {
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = request.params?.[name]
    if (value === undefined || value === '') throw new Error(`${route.path} was called without ${name}.`)
    return encodeURIComponent(String(value))
  })
  const query = new URLSearchParams()
  const prefix = route.queryPrefix
  for (const [name, value] of Object.entries(request.query ?? {})) {
    if (prefix && `${name}.` === prefix) {
      for (const [field, wanted] of Object.entries((value ?? {}) as Record<string, string[]>)) {
        for (const one of wanted) query.append(prefix + field, one)
      }
    } else if (Array.isArray(value)) {
      for (const one of value) query.append(name, String(one))
    } else if (value !== undefined && value !== null) {
      query.append(name, String(value))
    }
  }
  const text = query.toString()
  return text ? `${path}?${text}` : path
}

const jsonOf = (body: unknown) => (body === undefined ? undefined : JSON.stringify(body))
