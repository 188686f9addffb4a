import type { Variation } from '@pim/contract'
import type { Transaction } from '../../platform/database/transaction.ts'
import { findOwnTenant, findVariations } from './tenant.repository.ts'

/** The languages and markets of a tenant, the default one first; read in the transaction, so always as it sees them. */
export const variationsOf = (trx: Transaction, tenantId: string): Promise<Variation[]> => findVariations(trx, tenantId)

/** The channels that content of the tenant can go to. */
export const deliveryTargetsOf = async (trx: Transaction, tenantId: string): Promise<readonly string[]> =>
  (await findOwnTenant(trx, tenantId)).deliveryTargets

/** For what a tenant has switched on; read in the transaction of the call that depends on it. */
export const featureTogglesOf = async (
  trx: Transaction,
  tenantId: string,
): Promise<Readonly<Record<string, boolean>>> => (await findOwnTenant(trx, tenantId)).featureToggles

export { createTenantDirectory, type TenantDirectory } from './directory.ts'
export { tenantsHandlers } from './handlers.ts'
export { holdVariationAlone, holdVariations } from './tenant.repository.ts'
export { createTenantsService, type TenantsService } from './tenants-service.ts'
export {
  createVariationsService,
  removeVariationRow,
  type VariationContent,
  type VariationsService,
} from './variations-service.ts'
