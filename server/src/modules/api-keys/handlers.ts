import type { contract } from '@pim/contract'
import { actorOf } from '../../core/actor.ts'
import type { Handlers } from '../../http/handlers.ts'
import type { ApiKeysService } from './service.ts'

export const apiKeysHandlers = (service: ApiKeysService): Handlers<typeof contract.apiKeys> => ({
  getApiKeys: ({ context }) => service.list(context.tenant.tenantId),
  createApiKey: ({ body, context }) => service.create(actorOf(context), body),
  changeApiKey: ({ params, body, context }) => service.change(actorOf(context), params.apiKeyId, body),
  rotateApiKey: ({ params, body, context }) =>
    service.rotate(actorOf(context), params.apiKeyId, body?.graceSeconds ?? 0),
  revokeApiKey: ({ params, context }) => service.revoke(actorOf(context), params.apiKeyId),
})
