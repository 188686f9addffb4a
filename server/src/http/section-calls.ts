import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { JSONWebKeySet } from 'jose'
import { z } from 'zod'
import { onBehalfOf } from '../core/caller.ts'
import type { TenantContext } from './context.ts'
import { type HttpResponse, jsonResponse } from './http-response.ts'
import { admissionOf, type MountOptions, sendResponse, toError } from './mount-contract.ts'
import type { Operation } from './operation.ts'
import type { RateLimits } from './rate-limits.ts'

export const sectionCallMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

export interface SectionCallOptions extends Pick<MountOptions, 'guards' | 'inFlight'> {
  readonly limits: Pick<RateLimits, 'admit'>
  readonly handOn: (call: {
    readonly section: string
    readonly request: { readonly method: string; readonly raw: FastifyRequest['raw'] }
    readonly context: TenantContext
  }) => Promise<HttpResponse>
  readonly publicKeys: () => Promise<JSONWebKeySet>
}

/**
 * Mounts what is below `/api/x/{section}`: calls of back ends that the contract does not know, guarded as calls of the contract
 * are. Their bodies are not read here.
 */
export function mountSectionCalls(app: FastifyInstance, options: SectionCallOptions): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _body, done) => done(null))
    for (const method of sectionCallMethods) {
      const operation: Operation = {
        id: `sectionBackEnd.${method.toLowerCase()}`,
        route: {
          method,
          path: '/api/x/{section}',
          summary: 'A call of the back end of a section',
          access: 'tenant',
          // As of an upload, nothing of the body is kept in memory, and its time is limited by who hands it on.
          bodyKind: 'multipart',
          response: z.unknown(),
        },
      }
      for (const url of ['/api/x/:section', '/api/x/:section/*'])
        scope.route<{ Params: { section: string } }>({
          method,
          url,
          exposeHeadRoute: false,
          config: { operation },
          compress: false,
          onRequest: admissionOf(operation, options),
          handler: (request, reply) => {
            const { call } = request
            const { user, tenant } = call
            if (user === undefined || tenant === undefined) throw new Error('A call came past the guard.')
            const context: TenantContext = Object.assign(call, { user, tenant })
            const { section } = request.params
            onBehalfOf(call.caller, () => options.handOn({ section, request, context })).then(
              (response) => {
                if (!reply.sent) sendResponse(reply, response)
                else if (response.body instanceof Readable) response.body.destroy()
              },
              (error: unknown) => {
                if (!reply.sent) reply.send(toError(error))
              },
            )
          },
        })
    }
  })
  app.get('/.well-known/jwks.json', { config: { openRoute: 'sectionKeys' } }, async (request, reply) => {
    options.limits.admit(`ip:${request.call.clientAddress}`)
    sendResponse(reply, jsonResponse(await options.publicKeys(), { 'cache-control': 'no-cache' }))
    return reply
  })
}
