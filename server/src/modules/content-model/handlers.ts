import type { contract } from '@pim/contract'
import type { TenantContext } from '../../http/context.ts'
import type { Handlers } from '../../http/handlers.ts'
import type { Author, ContentModelService } from './service.ts'

const authorOf = ({ tenant, user }: TenantContext): Author => ({ tenantId: tenant.tenantId, userId: user.userId })

export const contentModelHandlers = (service: ContentModelService): Handlers<typeof contract.contentModel> => ({
  seedContentTypes: ({ body, context }) => service.seed(authorOf(context), body),
  getAllTypes: ({ context }) => service.list(context.tenant.tenantId),
  getAllUserTypes: ({ context }) => service.list(context.tenant.tenantId, 'user'),
  getAllMediaTypes: ({ context }) => service.list(context.tenant.tenantId, 'media'),
  getTypeByName: ({ query, context }) => service.byName(context.tenant.tenantId, query.technicalName),
  deleteType: ({ query, context }) => service.remove(authorOf(context), query.technicalName),
})
