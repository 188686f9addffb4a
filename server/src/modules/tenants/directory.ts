import type { Database } from '../../platform/database/database.ts'
import type { Notifications } from '../../platform/database/notifications.ts'
import { createFreshCache, type FreshCache } from '../../platform/fresh-cache/fresh-cache.ts'
import { findTenants, type TenantRecord } from './tenant.repository.ts'

/** The notification on which every server invalidates what it has cached of a tenant. */
export const tenantChanged = 'tenant-changed'

export interface TenantDirectory {
  /** By external id; without a promise where it is cached. */
  find: FreshCache<TenantRecord>['get']
  close(): void
}

export function createTenantDirectory(deps: {
  readonly database: Database
  readonly notifications: Notifications
  readonly now?: (() => number) | undefined
}): TenantDirectory {
  const known = createFreshCache<TenantRecord>({
    size: 10_000,
    isCurrent: () => deps.notifications.isCurrent,
    now: deps.now,
    load: async (externalId) => {
      const [tenant] = await deps.database.asSystem((trx) => findTenants(trx, [externalId]))
      return tenant
    },
  })
  const close = deps.notifications.listen(tenantChanged, (payload) =>
    known.forget(payload && ((tenant) => tenant.tenantId === payload.tenantId)),
  )
  return { find: (externalId) => known.get(externalId), close }
}
