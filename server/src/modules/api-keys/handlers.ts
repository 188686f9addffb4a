import type { contract } from '@pim/contract'
import type { Actor } from '../../core/actor.ts'
import type { TenantContext } from '../../http/context.ts'
import type { Handlers } from '../../http/handlers.ts'
import type { ApiKeysService } from './service.ts'

const ownerOf = ({ tenant, user }: TenantContext): Actor => ({ tenantId: tenant.tenantId, userId: user.userId })

export const apiKeysHandlers = (service: ApiKeysService): Handlers<typeof contract.apiKeys> => ({
  getApiKeys: ({ context }) => service.list(context.tenant.tenantId),
  createApiKey: ({ body, context }) => service.create(ownerOf(context), body),
  changeApiKey: ({ params, body, context }) => service.change(ownerOf(context), params.apiKeyId, body),
  rotateApiKey: ({ params, body, context }) =>
    service.rotate(ownerOf(context), params.apiKeyId, body?.graceSeconds ?? 0),
  revokeApiKey: ({ params, context }) => service.revoke(ownerOf(context), params.apiKeyId),
})
