import type { contract } from '@pim/contract'
import { actorOf } from '../../core/caller.ts'
import type { Handlers } from '../../http/handlers.ts'
import type { ApiKeysService } from './service.ts'

export const apiKeysHandlers = (service: ApiKeysService): Handlers<typeof contract.apiKeys> => ({
  getApiKeys: ({ context }) => service.list(context.tenant.tenantId),
  createApiKey: ({ body, context }) => service.create(actorOf(context), body),
  changeApiKey: ({ params, body, ifMatch, context }) =>
    service.change(actorOf(context), params.apiKeyId, body, ifMatch),
  rotateApiKey: ({ params, body, ifMatch, context }) =>
    service.rotate(actorOf(context), params.apiKeyId, body?.graceSeconds ?? 0, ifMatch),
  revokeApiKey: ({ params, ifMatch, context }) => service.revoke(actorOf(context), params.apiKeyId, ifMatch),
})
