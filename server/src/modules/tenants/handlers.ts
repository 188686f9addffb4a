import type { contract } from '@pim/contract'
import { actorOf } from '../../core/actor.ts'
import type { Handlers } from '../../http/handlers.ts'
import type { TenantsService } from './tenants-service.ts'
import type { VariationsService } from './variations-service.ts'

export const tenantsHandlers = (deps: {
  readonly tenants: TenantsService
  readonly variations: VariationsService
}): Handlers<typeof contract.tenants> => ({
  getAllTenants: ({ context }) => deps.tenants.listFor(context.user),
  createTenant: ({ body, context }) => deps.tenants.create(context.user, body, context.once),
  changeTenant: ({ body, context: { tenant, user } }) => deps.tenants.change(tenant.tenantId, user, tenant.role, body),
  getVariations: ({ context }) => deps.variations.list(context.tenant.tenantId),
  createVariation: ({ body, context }) => deps.variations.create(actorOf(context), body),
  changeVariation: ({ params, body, context }) => deps.variations.change(actorOf(context), params.variationId, body),
  deleteVariation: ({ params, query, context }) =>
    deps.variations.remove(actorOf(context), params.variationId, query.allowDataLoss),
  resyncNewVariations: ({ context }) => deps.variations.resync(actorOf(context)),
})
