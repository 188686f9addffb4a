import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Binary, Problem, Route, RouteRequest, RouteResponse } from '@pim/contract'
import { contract } from '@pim/contract'
import { signInRefused } from './sign-in-words.ts'

export interface Credentials {
  readonly username: string
  readonly password: string
}

export interface SessionOptions {
  /** Where the product answers, without a path. */
  readonly baseUrl: string
  /** A person who may sign in with a password, a token from elsewhere that lives as long as the load takes, or a key for imports. */
  readonly credentials: Credentials | { readonly token: string } | { readonly apiKey: string }
  readonly clientId?: string
  /** Where to sign in, if not at the address that the product announces to browsers. */
  readonly identityUrl?: string
}

/** A call that the API refused, with its problem. */
export class ApiRefusal extends Error {
  readonly problem: Problem
  constructor(call: string, problem: Problem) {
    const places = (problem.fieldErrors ?? []).map((error) => `${error.technicalFieldName}: ${error.message}`)
    super(
      `${call}: ${problem.status} ${problem.code} ${problem.message}${places.length ? ` (${places.join('; ')})` : ''}`,
    )
    this.problem = problem
  }
}

/** Somebody else was there first: another version, another status, a value that may be there once only. */
export const isConflict = (error: unknown): boolean => error instanceof ApiRefusal && error.problem.status === 409

const triesWhileAway = 8
const renewBefore = 30_000

/** Signed-in calls of the public API, checked against the contract's types; waits and repeats where that is safe. */
export class ApiSession {
  readonly #options: SessionOptions
  #token: { value: string; until: number } | undefined
  #signingIn: Promise<string> | undefined
  tenant: string | undefined

  constructor(options: SessionOptions) {
    this.#options = { ...options, baseUrl: options.baseUrl.replace(/\/$/, '') }
  }

  /** The next call signs in anew: membership of a tenant is in the token. */
  forgetToken(): void {
    this.#token = undefined
  }

  async call<R extends Route>(route: R, request: RouteRequest<R> & RequestParts): Promise<RouteResponse<R>> {
    const response = await this.#send(route, request, () =>
      request.body === undefined
        ? {}
        : { body: JSON.stringify(request.body), headers: { 'content-type': 'application/json' } },
    )
    return (response.status === 204 ? undefined : await response.json()) as RouteResponse<R>
  }

  /** With the same `idempotencyKey` the same file is stored once, also by another run within a day. */
  async upload(bytes: Buffer, fileName: string, idempotencyKey?: string): Promise<Binary> {
    const response = await this.#send(contract.binary.uploadBinary, {}, () => {
      const body = new FormData()
      body.set('file', new Blob([new Uint8Array(bytes)]), fileName)
      return { body, ...(idempotencyKey !== undefined && { headers: { 'idempotency-key': idempotencyKey } }) }
    })
    return (await response.json()) as Binary
  }

  /** A part of a larger file, or a file that is no media item. */
  async sendFile<R extends Route>(
    route: R,
    request: RequestParts,
    bytes: Buffer,
    fileName: string,
  ): Promise<RouteResponse<R>> {
    const response = await this.#send(route, request, () => {
      const body = new FormData()
      body.set('file', new Blob([new Uint8Array(bytes)]), fileName)
      return { body }
    })
    return (await response.json()) as RouteResponse<R>
  }

  async #send(route: Route, request: RequestParts, content: () => RequestInit): Promise<Response> {
    const url = this.#options.baseUrl + pathOf(route, request)
    // One key for all attempts: what was made by an attempt whose answer was lost is not made again.
    const idempotencyKey = randomUUID()
    const isRepeatable = route.method === 'GET' || route.creates === true
    for (let attempt = 1; ; attempt++) {
      const init = content()
      const headers = new Headers(init.headers)
      if (route.creates && !headers.has('idempotency-key')) headers.set('idempotency-key', idempotencyKey)
      const { credentials } = this.#options
      if ('apiKey' in credentials) headers.set('x-api-key', credentials.apiKey)
      else if (route.access !== 'public') headers.set('authorization', `Bearer ${await this.#accessToken(credentials)}`)
      if (route.access === 'tenant' && this.tenant) headers.set('x-tenant-id', this.tenant)
      const response = await fetch(url, { ...init, method: route.method, headers }).catch((error: unknown) => {
        if (attempt < triesWhileAway && isRepeatable) return undefined
        throw new Error(`${route.method} ${route.path}: no answer`, { cause: error })
      })
      if (response?.ok) return response
      if (response?.status === 401 && attempt === 1) this.forgetToken()
      else if (!response || ((response.status === 429 || response.status === 503) && attempt < triesWhileAway)) {
        await wait(1_000 * Math.max(Number(response?.headers.get('retry-after') ?? 0), 0.25 * attempt))
      } else throw new ApiRefusal(`${route.method} ${route.path}`, (await response.json()) as Problem)
    }
  }

  async #accessToken(credentials: Credentials | { readonly token: string }): Promise<string> {
    if ('token' in credentials) return credentials.token
    if (this.#token && Date.now() < this.#token.until - renewBefore) return this.#token.value
    this.#signingIn ??= this.#signIn(credentials).finally(() => {
      this.#signingIn = undefined
    })
    return await this.#signingIn
  }

  async #signIn(credentials: Credentials): Promise<string> {
    const { keycloak } = await this.call(contract.clientConfiguration.getClientConfiguration, {})
    const identityUrl = this.#options.identityUrl ?? keycloak.keycloakUrl
    const response = await fetch(
      `${identityUrl.replace(/\/$/, '')}/realms/${keycloak.realm}/protocol/openid-connect/token`,
      {
        method: 'POST',
        body: new URLSearchParams({
          grant_type: 'password',
          client_id: this.#options.clientId ?? 'pim-tools',
          scope: 'openid profile email tenant',
          ...credentials,
        }),
      },
    )
    if (!response.ok) {
      const { error = '' } = (await response.json().catch(() => ({}))) as { error?: string }
      throw signInRefused(credentials.username, response.status, error)
    }
    const { access_token, expires_in } = (await response.json()) as { access_token: string; expires_in: number }
    this.#token = { value: access_token, until: Date.now() + expires_in * 1_000 }
    return access_token
  }
}

export interface RequestParts {
  readonly params?: object
  readonly query?: object
  readonly body?: unknown
}

function pathOf(route: Route, { params = {}, query = {} }: RequestParts): string {
  const given = new Map(Object.entries(params))
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(given.get(name))))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value ?? ''))
  return search.size > 0 ? `${path}?${search}` : path
}
