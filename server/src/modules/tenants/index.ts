import type { Variation } from '@pim/contract'
import type { Transaction } from '../../platform/database/transaction.ts'
import { findOwnTenant, findVariations } from './repository.ts'

/** The languages and markets of a tenant, the default one first; read in the transaction, so always as it sees them. */
export const variationsOf = (trx: Transaction, tenantId: string): Promise<Variation[]> => findVariations(trx, tenantId)

/** The channels that content of the tenant can go to. */
export const deliveryTargetsOf = async (trx: Transaction, tenantId: string): Promise<readonly string[]> =>
  (await findOwnTenant(trx, tenantId)).deliveryTargets
