import type { contract } from '@pim/contract'
import { actorOf } from '../../core/caller.ts'
import type { Handlers } from '../../http/handlers.ts'
import type { ErasingTenants } from './erase-tenant.ts'
import type { MembersService } from './members-service.ts'
import type { OperatedTenants } from './operated-tenants.ts'
import type { TenantMembersService } from './tenant-members.ts'
import type { TenantsService } from './tenants-service.ts'
import type { VariationsService } from './variations-service.ts'

export const tenantsHandlers = (deps: {
  readonly tenants: TenantsService
  readonly variations: VariationsService
  readonly erasing: ErasingTenants
}): Handlers<typeof contract.tenants> => ({
  getAllTenants: ({ context }) => deps.tenants.listFor(context.user),
  createTenant: ({ body, context }) => deps.tenants.create(context.user, body, context.once),
  eraseTenant: ({ params, query, context }) =>
    deps.erasing.erase(params.externalId, query.confirm, context.user.userId),
  changeTenant: ({ body, ifMatch, context: { tenant, user } }) => deps.tenants.change(tenant, user, body, ifMatch),
  getChannelUses: ({ context }) => deps.tenants.channelUses(context.tenant.tenantId),
  getVariations: ({ context }) => deps.variations.list(context.tenant.tenantId),
  createVariation: ({ body, context }) => deps.variations.create(actorOf(context), body),
  changeVariation: ({ params, body, ifMatch, context }) =>
    deps.variations.change(actorOf(context), params.variationId, body, ifMatch),
  deleteVariation: ({ params, query, ifMatch, context }) =>
    deps.variations.remove(actorOf(context), params.variationId, query.allowDataLoss, ifMatch),
  resyncNewVariations: ({ context }) => deps.variations.resync(actorOf(context)),
})

export const installationHandlers = (
  tenants: OperatedTenants,
  members: MembersService,
): Handlers<typeof contract.installation> => ({
  getTenants: ({ query }) => tenants.list(query),
  exportTenant: ({ params, context }) => tenants.export(params.externalId, context.user.userId),
  pauseTenant: ({ params, body, context }) => tenants.pause(params.externalId, body.reason, context.user.userId),
  resumeTenant: ({ params, body, context }) => tenants.resume(params.externalId, body.reason, context.user.userId),
  checkSignIn: ({ context }) => members.checkSignIn(context.headers.authorization),
  getMembers: ({ params }) => members.list(params.externalId),
  addMember: ({ params, body, context }) => members.add(params.externalId, body, context.user),
  setMemberRole: ({ params, body, context }) =>
    members.setRole(params.externalId, params.userId, body.role, context.user),
  removeMember: ({ params, context }) => members.remove(params.externalId, params.userId, context.user),
  resetMemberPassword: ({ params, context }) => members.resetPassword(params.externalId, params.userId, context.user),
})

export const membersHandlers = (members: TenantMembersService): Handlers<typeof contract.members> => ({
  getMembers: ({ context }) => members.list(context.tenant),
  inviteMember: ({ body, context }) => members.add(context.tenant, body, context.user),
  setMemberRole: ({ params, body, context }) =>
    members.setRole(context.tenant, params.memberId, body.role, context.user),
  removeMember: ({ params, context }) => members.remove(context.tenant, params.memberId, context.user),
})
