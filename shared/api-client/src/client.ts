import type { Contract, FieldError, Problem, Topic } from '@pim/contract'
import type { RouteLine } from '@pim/contract/core/route-line.ts'
import { ApiError } from './api-error.ts'
import { backEndCalls, backEndOf, type CallBackEnd, isOwnProblem, pathOfBackEnd, readBackEnd } from './back-end.ts'
import { lineOfCall } from './calls.ts'
import { type Credentials, httpRequest } from './http-request.ts'
import type { AnyRequest, Operation, RequestArgs, RequestOf, ResponseOf } from './operations.ts'
import { parseInSlices } from './parse-in-slices.ts'
import { type SendCall, sendFromPage } from './send.ts'

export interface CallOptions {
  signal?: AbortSignal
  /** Milliseconds; 0 for no timeout. */
  timeout?: number
  /** Calls for this tenant in place of the current one; for an upload that goes on after a change of tenant. */
  tenantId?: string
  /** Progress of an upload, as a share from 0 to 1. */
  onProgress?: (share: number) => void
  /**
   * The topics whose screens are left after this call: what is shown of them is marked stale and not refetched now, as
   * an item that the call deletes would answer 404.
   */
  leaves?: readonly Topic[]
}

export interface ApiClientOptions {
  /** Default: the origin of the page. */
  baseUrl?: string
  getToken?: () => string | undefined | Promise<string | undefined>
  /** Called after a 401; returns a new access token, or `undefined` if there is none. */
  refreshToken?: () => Promise<string | undefined>
  /** Sends the requests in place of `fetch` with `getToken`: a page whose token is kept elsewhere hands one in. */
  send?: SendCall
  getTenantId?: () => string | undefined
  getApiKey?: () => string | undefined
  /** The words of the screens for a problem, which take the place of the server's message. */
  wordsFor?: (code: string) => string
  /** The same for what is wrong in one place of it. */
  wordsForField?: (error: FieldError) => string
  fetch?: typeof fetch
  /** Milliseconds; default 30,000. */
  timeout?: number
}

/** One function for each call of the contract: `client.contentItem.getItem({ params })`. */
export type ApiClient = {
  readonly [Domain in keyof Contract]: {
    readonly [Name in keyof Contract[Domain] & string]: (
      ...args: RequestArgs<`${Domain}.${Name}` & Operation, [CallOptions]>
    ) => Promise<ResponseOf<`${Domain}.${Name}` & Operation>>
  }
} & {
  /** The same by operation name, for code that handles all calls alike. */
  readonly call: <O extends Operation>(
    operation: O,
    request: RequestOf<O>,
    options?: CallOptions,
  ) => Promise<ResponseOf<O>>
}

const defaultTimeout = 30_000
/** Uploads have no timeout, because a large file may take long on a slow connection. */
const uploadTimeout = 0

export function createApiClient(options: ApiClientOptions): ApiClient {
  return clientOf(
    <O extends Operation>(operation: O, request: RequestOf<O>, callOptions: CallOptions = {}) =>
      send(options, operation, request as AnyRequest, callOptions) as Promise<ResponseOf<O>>,
    (section, path, { method = 'GET', ...request } = {}) => {
      const operation = backEndOf(section)
      const route: RouteLine = { method, path: pathOfBackEnd(section, path), access: 'tenant', reads: [], changes: [] }
      return exchange(options, operation, route, request, request, async (response) => {
        if (!response.ok && isOwnProblem(response)) throw await refusalOf(response, operation, options)
        const answer = await readBackEnd(response).catch((cause: unknown) => {
          throw new ApiError('PARSING_ERROR', operation, { cause })
        })
        if (!response.ok) throw new ApiError(response.status, operation, { cause: answer })
        return answer
      })
    },
  )
}

/** A client whose calls all go through one function. */
export function clientOf(call: ApiClient['call'], callBackEnd: CallBackEnd): ApiClient {
  // Looked up when they are used, because sections make more calls known when they are loaded.
  const domainOf = (domain: string) =>
    byName(
      (name) =>
        (request: AnyRequest = {}, callOptions: CallOptions = {}) =>
          call(`${domain}.${name}` as Operation, request as never, callOptions),
    )
  const client = byName((name) => (name === 'call' ? call : domainOf(name))) as ApiClient
  backEndCalls.set(client, callBackEnd)
  return client
}

/** An object with a member of every name. It has no `then`, so that awaiting it gives the object itself. */
const byName = (member: (name: string) => unknown): object =>
  new Proxy({}, { get: (_, name) => (typeof name === 'string' && name !== 'then' ? member(name) : undefined) })

function send(client: ApiClientOptions, operation: Operation, request: AnyRequest, options: CallOptions) {
  const route = lineOfCall(operation)
  return exchange(client, operation, route, request, options, async (response) => {
    if (!response.ok) throw await refusalOf(response, operation, client)
    return readResponse(response, route.responseKind, operation)
  })
}

async function refusalOf(response: Response, operation: string, client: ApiClientOptions): Promise<ApiError> {
  const problem = await problemOf(response)
  return new ApiError(response.status, operation, { problem: problem && inWords(problem, client) })
}

async function exchange<T>(
  client: ApiClientOptions,
  operation: string,
  route: RouteLine,
  request: AnyRequest,
  options: CallOptions,
  read: (response: Response) => Promise<T>,
): Promise<T> {
  // Reads the tenant before the first `await`: a change of tenant meanwhile must not redirect this call.
  const credentials: Credentials = {
    tenantId: options.tenantId ?? client.getTenantId?.(),
    apiKey: client.getApiKey?.(),
  }
  const deadline = deadlineOf(options.timeout ?? (request.file ? uploadTimeout : (client.timeout ?? defaultTimeout)))
  const signal = AbortSignal.any([deadline, options.signal].filter((one) => one !== undefined))
  // One key for all attempts of this call: a repeat after a lost answer gets the first answer and makes nothing.
  const idempotencyKey = route.creates ? newIdempotencyKey() : undefined
  try {
    const httpCall = httpRequest(client.baseUrl ?? '', route, request, { ...credentials, idempotencyKey })
    const attempt = () => (client.send ?? sendFromPage(client))(httpCall, { signal, onProgress: options.onProgress })
    const mayRepeat = route.creates && !request.file
    let response = await attempt().catch((failure: unknown) => {
      if (!mayRepeat || signal.aborted) throw failure
      return undefined
    })
    const problem = response && !response.ok ? await problemOf(response.clone()) : undefined
    // With its key, a repeat gets the first answer or does what was not done. Without one nobody may repeat it.
    if (!response || (mayRepeat && problem?.code === 'OUTCOME_UNKNOWN')) response = await attempt()
    return await read(response)
  } catch (failure) {
    if (failure instanceof ApiError) throw failure
    if (options.signal?.aborted) throw options.signal.reason
    throw new ApiError(deadline?.aborted ? 'TIMEOUT_ERROR' : 'FETCH_ERROR', operation, { cause: failure })
  }
}

/** What a server says is for developers, and in English: no screen gets to see it. */
function inWords(problem: Problem, { wordsFor, wordsForField }: ApiClientOptions): Problem {
  return {
    ...problem,
    ...(wordsFor && { message: wordsFor(problem.code) }),
    ...(wordsForField &&
      problem.fieldErrors && {
        fieldErrors: problem.fieldErrors.map((error) => ({ ...error, message: wordsForField(error) })),
      }),
  }
}

/** Not `crypto.randomUUID`, which a page without TLS lacks. */
const newIdempotencyKey = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

const deadlineOf = (timeout: number) => (timeout > 0 ? AbortSignal.timeout(timeout) : undefined)

async function readResponse(response: Response, kind: 'json' | 'bytes' | 'none' | undefined, operation: Operation) {
  if (kind === 'none' || response.status === 204) return undefined
  if (kind === 'bytes') return response.blob()
  const text = await response.text()
  try {
    return await parseInSlices(text)
  } catch (cause) {
    throw new ApiError('PARSING_ERROR', operation, { cause })
  }
}

/**
 * Reads problem details from an error response. `undefined` where a proxy answered in another format; then only the
 * status counts.
 */
async function problemOf(response: Response): Promise<Problem | undefined> {
  try {
    const body = (await response.json()) as Partial<Problem> | null
    return body && typeof body.code === 'string' && typeof body.message === 'string' ? (body as Problem) : undefined
  } catch {
    return undefined
  }
}
