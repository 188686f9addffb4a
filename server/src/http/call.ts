import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Caller } from '../core/caller.ts'
import type { Once } from '../core/once.ts'
import type { ActingTenant, ApiKeyGrant, DeployKeyGrant, Identity, RequestContext } from './context.ts'
import type { Operation } from './operation.ts'
import { networkOf } from './rate-limits.ts'
import { traceIdOf } from './trace.ts'

/**
 * The state of one request, and the context that its handler gets. What few calls need (log, signal) is made lazily.
 */
export class Call implements RequestContext {
  declare user?: Identity
  declare tenant?: ActingTenant
  declare apiKey?: ApiKeyGrant
  declare importKey?: ApiKeyGrant
  declare deployKey?: DeployKeyGrant
  declare once?: Once
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** Set by the route's `onRequest` hook; undefined where no route of the contract matched. */
  declare operation?: Operation
  readonly startedAt: number
  /** Keys of the address, tenant and person or API key that have one place less while this call runs; kept by `InFlightCalls`. */
  readonly takesPlacesOf: string[] = []
  /** Bytes of its body and its answer that are held in memory; kept by `InFlightCalls`. */
  bytes = 0
  /** Counts bytes of the answer. */
  hold: (bytes: number) => void = () => {}
  #traceId: string | undefined
  #log: Logger | undefined
  #abort: AbortController | undefined
  readonly #rootLog: Logger

  constructor(request: FastifyRequest, reply: FastifyReply, log: Logger) {
    this.request = request
    this.reply = reply
    this.#rootLog = log
    this.startedAt = performance.now()
  }

  get traceId(): string {
    this.#traceId ??= traceIdOf(this.request.headers.traceparent)
    return this.#traceId
  }

  get log(): Logger {
    this.#log ??= this.#rootLog.child({
      traceId: this.traceId,
      ...(this.operation && { operation: this.operation.id }),
      ...(this.user && { userId: this.user.userId }),
      ...(this.tenant && { tenant: this.tenant.externalId }),
      ...(this.apiKey && { apiKeyId: this.apiKey.apiKeyId }),
      ...(this.importKey && { apiKeyId: this.importKey.apiKeyId }),
      ...(this.deployKey && { deployKeyId: this.deployKey.deployKeyId }),
    })
    return this.#log
  }

  get headers(): IncomingHttpHeaders {
    return this.request.headers
  }

  get url(): string {
    return this.request.raw.url ?? ''
  }

  /** A connection that its caller has closed meanwhile has none, whatever the type says; nobody waits for its answer. */
  get clientAddress(): string {
    return this.request.ip ?? 'closed'
  }

  /** Known once the guard has let the call through. All who are nobody to it have the share of one tenant together. */
  get caller(): Caller {
    const { user, tenant, apiKey } = this
    if (user === undefined && apiKey === undefined) return { tenantId: anonymous, name: `anonymous ${addressOf(this)}` }
    const name = user ? `user:${user.userId}` : `key:${apiKey?.apiKeyId}`
    return { tenantId: (tenant ?? apiKey?.tenant)?.tenantId, name }
  }

  get signal(): AbortSignal {
    if (this.#abort === undefined) {
      const abort = new AbortController()
      this.#abort = abort
      const { raw } = this.reply
      const end = () => {
        if (!raw.writableFinished) abort.abort(new Error('The caller has gone'))
      }
      // Who asks for the signal late may come after the caller has gone.
      if (raw.closed) end()
      else raw.once('close', end)
    }
    return this.#abort.signal
  }

  /** Aborts `signal` because the deadline has passed, so that work for this call stops. */
  expire(reason: Error): void {
    // Made now where nobody has asked for it yet: who does later hears of it all the same.
    void this.signal
    this.#abort?.abort(reason)
  }
}

/** Instead of the id of a tenant. */
const anonymous = 'anonymous'

export const addressOf = ({ clientAddress }: Call): string => `ip:${networkOf(clientAddress)}`
