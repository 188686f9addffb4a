import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Once } from '../core/once.ts'
import type { ActingTenant, ApiKeyGrant, Identity, RequestContext } from './context.ts'
import type { Operation } from './operation.ts'
import { traceIdOf } from './trace.ts'

/**
 * The state of one request, and the context that its handler gets. What few calls need (log, signal) is made lazily.
 */
export class Call implements RequestContext {
  declare user?: Identity
  declare tenant?: ActingTenant
  declare apiKey?: ApiKeyGrant
  declare once?: Once
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** Set by the route's `onRequest` hook; undefined where no route of the contract matched. */
  declare operation?: Operation
  readonly startedAt: number
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
    })
    return this.#log
  }

  get headers(): IncomingHttpHeaders {
    return this.request.headers
  }

  get url(): string {
    return this.request.raw.url ?? ''
  }

  get clientAddress(): string {
    return this.request.ip
  }

  get signal(): AbortSignal {
    if (this.#abort === undefined) {
      const abort = new AbortController()
      this.#abort = abort
      const { raw } = this.reply
      raw.once('close', () => {
        if (!raw.writableFinished) abort.abort(new Error('The caller has gone'))
      })
    }
    return this.#abort.signal
  }

  /** Aborts `signal` because the deadline has passed, so that work for this call stops. */
  expire(reason: Error): void {
    this.#abort?.abort(reason)
  }
}
