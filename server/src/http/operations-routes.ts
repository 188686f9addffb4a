import type { FastifyInstance } from 'fastify'
import type { Metrics } from '../platform/metrics/index.ts'
import { jsonType, matchesEtag, strongEtag } from './answer.ts'

export interface Readiness {
  /** What is missing, by name; ready when nothing is. */
  missing(): Promise<readonly string[]>
}

export interface OperationsOptions {
  readonly readiness: Readiness
  readonly metrics: Metrics
  readonly openapi: string
}

/** What runs the product asks these: they carry nothing of a tenant. */
export function mountOperations(app: FastifyInstance, options: OperationsOptions): void {
  app.get('/healthz', { config: { openRoute: 'liveness' } }, (_request, reply) => {
    reply.header('cache-control', 'no-store').send({ status: 'alive' })
  })
  app.get('/readyz', { config: { openRoute: 'readiness' } }, async (_request, reply) => {
    const missing = await options.readiness.missing()
    const status = missing.length === 0 ? 'ready' : 'not ready'
    return reply
      .code(missing.length === 0 ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status, missing })
  })
  app.get('/metrics', { config: { openRoute: 'metrics' } }, async (_request, reply) => {
    const text = await options.metrics.text()
    return reply.header('content-type', 'text/plain; version=0.0.4; charset=utf-8').send(text)
  })
  const etag = strongEtag(options.openapi)
  app.get('/api/openapi.json', { config: { openRoute: 'openapi' } }, (request, reply) => {
    reply.header('etag', etag).header('cache-control', 'no-cache')
    if (matchesEtag(request.headers['if-none-match'], etag)) reply.code(304).send()
    else reply.header('content-type', jsonType).send(options.openapi)
  })
}
