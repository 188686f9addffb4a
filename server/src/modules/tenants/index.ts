export { createTenantDirectory, type TenantDirectory, tenantChanged } from './directory.ts'
export { createTenantErasure, type ErasingTenants, type TenantErasureParts } from './erase-tenant.ts'
export { findExportable, openEmptyTenant } from './exportable.ts'
export { installationHandlers, tenantsHandlers } from './handlers.ts'
export { createMembersService } from './members-service.ts'
export { createOperatedTenants, type OperatedTenants } from './operated-tenants.ts'
export {
  completeTenant,
  defaultVariationId,
  deliveryTargetsOf,
  featureTogglesOf,
  findTenantIds,
  findTenantNames,
  findTenants,
  hasTenants,
  lockVariationExclusive,
  lockVariationsShared,
  type Market,
  marketOfTenant,
  variationsOf,
} from './tenant.repository.ts'
export { isErased } from './tenant-erasure.repository.ts'
export { findPausedTenants, isPausedTenant } from './tenant-pause.repository.ts'
export { createTenantsService, type TenantsService } from './tenants-service.ts'
export {
  createVariationsService,
  removeVariationRow,
  type VariationContent,
  type VariationsService,
} from './variations-service.ts'
