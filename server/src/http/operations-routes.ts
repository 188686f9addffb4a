import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { Problem } from '../core/problem.ts'
import type { Metrics } from '../platform/metrics/index.ts'
import { sendResponse } from './mount-contract.ts'
import { SharedAnswer } from './shared-answer.ts'

export interface Readiness {
  /** Names of the parts that are not ready; empty when the server is. */
  missing(): Promise<readonly string[]>
  /** Names of the parts that serve, and need somebody to look at them. */
  late?(): readonly string[]
}

export interface OperationsOptions {
  readonly readiness: Readiness
  readonly metrics: Metrics
  /** The bearer token of `/metrics`; without one nobody may read them: who comes by a proxy of this machine looks local. */
  readonly metricsToken: string | undefined
  /** Makes the OpenAPI document; called at the first request for it, because it would delay the start. */
  readonly openapi: () => Promise<string>
}

/**
 * The routes for operating the server (liveness, readiness, metrics, OpenAPI document); none carries data of a tenant.
 */
export function mountOperations(app: FastifyInstance, options: OperationsOptions): void {
  app.get('/healthz', { config: { openRoute: 'liveness' } }, (_request, reply) => {
    reply.header('cache-control', 'no-store').send({ status: 'alive' })
  })
  app.get('/readyz', { config: { openRoute: 'readiness' } }, async (_request, reply) => {
    const missing = await options.readiness.missing()
    const late = options.readiness.late?.() ?? []
    const status = missing.length === 0 ? 'ready' : 'not ready'
    return reply
      .code(missing.length === 0 ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status, missing, ...(late.length > 0 && { late }) })
  })
  app.get('/metrics', { config: { openRoute: 'metrics' } }, async (request, reply) => {
    if (options.metricsToken === undefined) throw new Problem('NOT_FOUND')
    // Defence 86, without: if (false) {
    if (!isToken(request.headers.authorization, options.metricsToken)) {
      throw new Problem('UNAUTHENTICATED', { headers: { 'www-authenticate': 'Bearer' } })
    }
    const text = await options.metrics.text()
    return reply.header('content-type', 'text/plain; version=0.0.4; charset=utf-8').send(text)
  })
  let document: Promise<SharedAnswer> | undefined
  app.get('/api/openapi.json', { config: { openRoute: 'openapi' } }, async (request, reply) => {
    document ??= options.openapi().then((text) => new SharedAnswer(text))
    sendResponse(reply, await (await document).responseTo(request.headers, { 'cache-control': 'no-cache' }))
    return reply
  })
}

function isToken(header: string | undefined, token: string): boolean {
  const [given, wanted] = [Buffer.from(header ?? ''), Buffer.from(`Bearer ${token}`)]
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}
