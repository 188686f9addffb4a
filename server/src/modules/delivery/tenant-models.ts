import type { Variation } from '@pim/contract'
import { LRUCache } from 'lru-cache'
import type { Notifications } from '../../platform/database/notifications.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { countDelivered, type DeliveryTally, type KnownCounts } from '../content-index/index.ts'
import { findTypes, type StoredType } from '../content-model/index.ts'
import { variationsOf } from '../tenants/index.ts'
import type { ChangeLog } from './change-log.ts'
import { type Dependencies, nothingLive } from './dependencies.ts'
import type { ReadFilter } from './read-delivery.ts'

export interface TenantModel {
  readonly variations: readonly Variation[]
  readonly types: readonly StoredType[]
}

/** The filters of a list, and how many rows each finds as far as that was counted. */
export interface CountedFilters {
  readonly filters: readonly ReadFilter[]
  readonly known: KnownCounts
}

const maxTenants = 1_000
const maxTallies = 5_000
const maxFilters = 2_000
/** Longer questions are not kept. */
const maxQuestion = 2_000

export type TenantModels = ReturnType<typeof createTenantModels>

/**
 * What lists need to know of their tenant, kept until a change of it: types, variations, how much is live, and how many
 * rows filters find, so that the pages of a list need not count again. While changes by other servers cannot be heard of,
 * it is found out each time.
 */
export function createTenantModels(changes: ChangeLog, notifications: Pick<Notifications, 'isConnected'>) {
  const kept = <Value extends object>(max: number, dependenciesOf: (value: Value, key: string) => Dependencies) => {
    const entries = new LRUCache<string, { readonly value: Value; holdsAt: number }>({ max })
    return async (tenantId: string, key: string, read: () => Value | Promise<Value>): Promise<Value> => {
      const place = `${tenantId} ${key}`
      const entry = entries.get(place)
      if (
        entry !== undefined &&
        notifications.isConnected &&
        changes.holdsSince(tenantId, entry.holdsAt, dependenciesOf(entry.value, key))
      ) {
        entry.holdsAt = changes.now(tenantId)
        return entry.value
      }
      // Before it is read: what changes meanwhile ends it.
      const holdsAt = changes.now(tenantId)
      const value = await read()
      entries.set(place, { value, holdsAt })
      return value
    }
  }
  const models = kept<TenantModel>(maxTenants, () => nothingLive)
  const tallies = kept<readonly DeliveryTally[]>(maxTallies, (_value, variationId) => ({
    items: new Set(),
    list: {
      variationIds: variationId === '' ? undefined : new Set([variationId]),
      fields: new Set(),
      order: 'id',
      required: [],
    },
  }))
  const filters = kept<CountedFilters>(maxFilters, ({ filters }) => ({
    items: new Set(),
    // Each filter is counted by itself, so a row that another one keeps out of the list counts as well.
    list: { fields: new Set(filters.map((each) => each.technicalFieldName)), order: 'id', required: [] },
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
    /** The same objects for the same question, so that their counts are found again. */
    filtersOf: (tenantId: string, question: object, read: () => readonly ReadFilter[]): Promise<CountedFilters> => {
      const make = () => ({ filters: read(), known: new Map() })
      const key = JSON.stringify(question)
      return key.length > maxQuestion ? Promise.resolve(make()) : filters(tenantId, key, make)
    },
  }
}
