import type { Variation } from '@pim/contract'
import { LRUCache } from 'lru-cache'
import type { Notifications } from '../../platform/database/notifications.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { countDelivered, type DeliveryTally } from '../content-index/index.ts'
import { findTypes, type StoredType } from '../content-model/index.ts'
import { variationsOf } from '../tenants/index.ts'
import type { ChangeLog } from './change-log.ts'
import { type Dependencies, nothingLive } from './dependencies.ts'

export interface TenantModel {
  readonly variations: readonly Variation[]
  readonly types: readonly StoredType[]
}

const maxTenants = 1_000
const maxTallies = 5_000

export type TenantModels = ReturnType<typeof createTenantModels>

/**
 * What every list needs to know of its tenant, kept until a change of it: types, variations, and how much is live. While
 * changes by other servers cannot be heard of, it is read each time.
 */
export function createTenantModels(changes: ChangeLog, notifications: Pick<Notifications, 'isConnected'>) {
  const remember = <Value extends object>(max: number, dependenciesOf: (variationId: string) => Dependencies) => {
    const entries = new LRUCache<string, { readonly value: Value; readonly at: number }>({ max })
    return async (tenantId: string, variationId: string, read: () => Promise<Value>): Promise<Value> => {
      const key = `${tenantId} ${variationId}`
      const entry = entries.get(key)
      const holds = (at: number) => changes.holdsSince(tenantId, at, dependenciesOf(variationId))
      if (entry !== undefined && notifications.isConnected && holds(entry.at)) {
        entries.set(key, { value: entry.value, at: changes.now(tenantId) })
        return entry.value
      }
      const at = changes.now(tenantId)
      const value = await read()
      if (holds(at)) entries.set(key, { value, at })
      return value
    }
  }
  const models = remember<TenantModel>(maxTenants, () => nothingLive)
  const tallies = remember<readonly DeliveryTally[]>(maxTallies, (variationId) => ({
    items: new Set(),
    list: {
      variationIds: variationId === '' ? undefined : new Set([variationId]),
      fields: new Set(),
      order: 'id',
      required: [],
    },
  }))
  return {
    modelOf: (trx: Transaction, tenantId: string): Promise<TenantModel> =>
      models(tenantId, '', async () => {
        const [variations, types] = await Promise.all([variationsOf(trx, tenantId), findTypes(trx, tenantId)])
        return { variations, types }
      }),
    /** How much is live in a variation, or in all. */
    talliesOf: (trx: Transaction, tenantId: string, variationId?: string): Promise<readonly DeliveryTally[]> =>
      tallies(tenantId, variationId ?? '', () => countDelivered(trx, tenantId, variationId)),
  }
}
