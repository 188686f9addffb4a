import { LRUCache } from 'lru-cache'
import type { Notifications } from '../../platform/database/notifications.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { findModel, type TenantModel } from '../content-index/index.ts'
import type { ChangeLog } from './change-log.ts'
import { nothingLive } from './dependencies.ts'

const maxTenants = 1_000

export type TenantModels = ReturnType<typeof createTenantModels>

/**
 * Types, variations and channels of tenants, kept until a change of them. While changes by other servers cannot be heard of, they are read each
 * time.
 */
export function createTenantModels(changes: ChangeLog, notifications: Pick<Notifications, 'isCurrent'>) {
  const entries = new LRUCache<string, { readonly model: TenantModel; holdsAt: number }>({ max: maxTenants })
  /** Undefined where it is not kept, or does not hold any more. */
  function peek(tenantId: string): TenantModel | undefined {
    const entry = entries.get(tenantId)
    if (entry === undefined || !notifications.isCurrent) return undefined
    if (!changes.holdsSince(tenantId, entry.holdsAt, nothingLive)) return undefined
    entry.holdsAt = changes.now(tenantId)
    return entry.model
  }
  return {
    peek,
    /** As it was last known, for when the database is away. */
    last: (tenantId: string): TenantModel | undefined => entries.get(tenantId)?.model,
    async modelOf(trx: Transaction, tenantId: string): Promise<TenantModel> {
      const known = peek(tenantId)
      if (known !== undefined) return known
      // Before it is read: what changes meanwhile ends it.
      const holdsAt = changes.now(tenantId)
      const model = await findModel(trx, tenantId)
      entries.set(tenantId, { model, holdsAt })
      return model
    },
  }
}
