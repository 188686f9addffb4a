export {
  channelsOfTenant,
  channelsOfTenantOf,
  deliveryTargetsOf,
  lockChannels,
  lockedChannelNames,
} from './channel.repository.ts'
export {
  type ChannelUses,
  type MarketChannel,
  requireChannels,
  type StoredChannels,
} from './channels.ts'
export { createTenantDirectory, type TenantDirectory, tenantChanged } from './directory.ts'
export { createTenantErasure, type ErasingTenants, type TenantErasureParts } from './erase-tenant.ts'
export { findExportable, openEmptyTenant } from './exportable.ts'
export { installationHandlers, membersHandlers, tenantsHandlers } from './handlers.ts'
export { createMembersService } from './members-service.ts'
export { createNoteEntry } from './note-entries.ts'
export { createOperatedTenants, type OperatedTenants } from './operated-tenants.ts'
export {
  completeTenant,
  defaultVariationId,
  featureTogglesOf,
  findExternalId,
  findOwnTenant,
  findRemotes,
  findTenantIds,
  findTenantNames,
  findTenants,
  hasTenants,
  lockVariationsShared,
  type Market,
  marketChannels,
  marketOfTenant,
  setFillOff,
  setRemote,
  type TenantRecord,
  variationsOf,
} from './tenant.repository.ts'
export { isErased } from './tenant-erasure.repository.ts'
export { createTenantMembers } from './tenant-members.ts'
export { findPausedTenants, isPausedTenant } from './tenant-pause.repository.ts'
export { createTenantsService, type TenantsService } from './tenants-service.ts'
export { lockVariationExclusive } from './variation.repository.ts'
export {
  channelsWithOnly,
  createVariationsService,
  removeVariationRow,
  type VariationContent,
  type VariationsService,
} from './variations-service.ts'
