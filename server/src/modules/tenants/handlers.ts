import type { contract } from '@pim/contract'
import type { TenantContext } from '../../http/context.ts'
import type { Handlers } from '../../http/handlers.ts'
import type { TenantsService } from './tenants-service.ts'
import type { VariationsAuthor, VariationsService } from './variations-service.ts'

const authorOf = ({ tenant, user }: TenantContext): VariationsAuthor => ({
  tenantId: tenant.tenantId,
  userId: user.userId,
})

export const tenantsHandlers = (deps: {
  readonly tenants: TenantsService
  readonly variations: VariationsService
}): Handlers<typeof contract.tenants> => ({
  getAllTenants: ({ context }) => deps.tenants.listFor(context.user),
  createTenant: ({ body, context }) => deps.tenants.create(context.user, body),
  changeTenant: ({ body, context: { tenant, user } }) => deps.tenants.change(tenant.tenantId, user, tenant.role, body),
  getVariations: ({ context }) => deps.variations.list(context.tenant.tenantId),
  createVariation: ({ body, context }) => deps.variations.create(authorOf(context), body),
  changeVariation: ({ params, body, context }) => deps.variations.change(authorOf(context), params.variationId, body),
  deleteVariation: ({ params, query, context }) =>
    deps.variations.remove(authorOf(context), params.variationId, query.allowDataLoss),
  resyncNewVariations: ({ context }) => deps.variations.resync(authorOf(context)),
})
