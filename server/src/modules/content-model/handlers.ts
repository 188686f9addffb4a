import type { contract } from '@pim/contract'
import { actorOf } from '../../core/caller.ts'
import type { Handlers } from '../../http/handlers.ts'
import type { ContentModelService } from './service.ts'

export const contentModelHandlers = (service: ContentModelService): Handlers<typeof contract.contentModel> => ({
  seedContentTypes: ({ body, ifMatch, context }) => service.seed(actorOf(context), body, ifMatch),
  getAllTypes: ({ context }) => service.list(context.tenant.tenantId),
  getAllUserTypes: ({ context }) => service.list(context.tenant.tenantId, 'user'),
  getAllMediaTypes: ({ context }) => service.list(context.tenant.tenantId, 'media'),
  getStarterTypes: ({ context }) => service.missingStarterTypes(context.tenant.tenantId),
  getTypeByName: ({ query, context }) => service.byName(context.tenant.tenantId, query.technicalName),
  deleteType: ({ query, ifMatch, context }) => service.remove(actorOf(context), query.technicalName, ifMatch),
})
