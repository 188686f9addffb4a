import type { Tenant } from '@pim/contract'
import type { OtherTabs } from '../tabs/other-tabs.ts'
import type { Tenancy } from './tenancy-store.ts'

interface FollowOptions {
  readonly tenancy: Tenancy
  readonly load: () => Promise<Tenant[]>
  readonly tabs: OtherTabs
  /** Called with the tenant that this tab worked in and that its person is no longer a member of. */
  readonly onLeft: (tenant: Tenant) => void
  /** Called with each tenant that its person has become a member of meanwhile. */
  readonly onJoined: (tenant: Tenant) => void
  readonly now?: () => number
}

/** Milliseconds between two readings: a screen whose calls are all refused asks many times at once. */
const pauseMs = 2_000

/**
 * Reads the tenants again when the server refuses a call of the tenant, because the person may be no member of it any
 * more, may have another role in it, or it was paused. Other tabs of the browser are told to do so, too.
 */
export function followMemberships({ tenancy, load, tabs, onLeft, onJoined, now = Date.now }: FollowOptions) {
  let readAt = Number.NEGATIVE_INFINITY
  let reading: Promise<boolean> | undefined
  const update = (tenants: readonly Tenant[]): boolean => {
    const before = tenancy.current()
    const known = tenancy.tenants()
    const isOther = JSON.stringify(tenants) !== JSON.stringify(known)
    if (isOther) tenancy.update(tenants)
    if (before && !tenants.some(({ externalId }) => externalId === before.externalId)) onLeft(before)
    for (const tenant of tenants)
      if (!known.some(({ externalId }) => externalId === tenant.externalId)) onJoined(tenant)
    return isOther
  }
  const read = (): Promise<boolean> => {
    if (reading && now() - readAt < pauseMs) return reading
    readAt = now()
    // A list that cannot be read changes nothing: the next refusal asks again.
    reading = load().then(update, () => false)
    return reading
  }
  tabs.on('memberships changed', () => void read())
  return {
    update: (tenants: readonly Tenant[]): void => void update(tenants),
    /** Whether anything of the person's tenants has changed, which then explains the refusal. */
    afterRefusal: async (): Promise<boolean> => {
      const isKnown = reading !== undefined && now() - readAt < pauseMs
      const hasChanged = await read()
      if (hasChanged && !isKnown) tabs.tell('memberships changed')
      return hasChanged
    },
  }
}
export type Memberships = ReturnType<typeof followMemberships>
