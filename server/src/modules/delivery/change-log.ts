import { LRUCache } from 'lru-cache'
import type { TouchedDelivery } from '../events/index.ts'
import { type Dependencies, isTouchedBy } from './dependencies.ts'

/** Further back nothing counts as fresh: an answer that nobody asked for during so many changes is made again. */
const maxChanges = 500
const maxTenants = 2_000

interface TenantLog {
  /** What was made before this may be old. */
  since: number
  changes: { readonly at: number; readonly touched: TouchedDelivery }[]
}

/**
 * The last changes of what is live, by tenant, so that whoever keeps something made from it can find out whether that
 * still holds. Every change has a number; what is kept remembers the number at which it was known to hold.
 */
export class ChangeLog {
  readonly #tenants = new LRUCache<string, TenantLog>({ max: maxTenants })
  #at = 0

  /** The number of the last change: to be asked before the database is. */
  now(tenantId: string): number {
    this.#logOf(tenantId)
    return this.#at
  }

  /** `touched` left out: everything of the tenant. */
  add(tenantId: string, touched?: TouchedDelivery): void {
    const log = this.#logOf(tenantId)
    this.#at += 1
    if (touched === undefined) {
      log.since = this.#at
      log.changes = []
      return
    }
    log.changes.push({ at: this.#at, touched })
    if (log.changes.length <= maxChanges) return
    const dropped = log.changes.splice(0, maxChanges / 2)
    log.since = dropped.at(-1)?.at ?? this.#at
  }

  /** Something may have happened to any tenant. */
  addToAll(): void {
    this.#at += 1
    this.#tenants.clear()
  }

  /** Whether nothing at all happened to the tenant since. */
  isQuietSince(tenantId: string, at: number): boolean {
    const log = this.#tenants.get(tenantId)
    return log !== undefined && at >= Math.max(log.since, log.changes.at(-1)?.at ?? 0)
  }

  /** Whether what was made, or last known to hold, at this number still holds. */
  holdsSince(tenantId: string, at: number, made: Dependencies): boolean {
    const log = this.#tenants.get(tenantId)
    if (log === undefined || at < log.since) return false
    for (let place = log.changes.length - 1; place >= 0; place--) {
      const change = log.changes[place]
      if (change === undefined || change.at <= at) return true
      if (isTouchedBy(change.touched, made)) return false
    }
    return true
  }

  /** A tenant whose log was dropped begins a new one, and nothing from before it counts as fresh. */
  #logOf(tenantId: string): TenantLog {
    const known = this.#tenants.get(tenantId)
    if (known !== undefined) return known
    const log = { since: this.#at, changes: [] }
    this.#tenants.set(tenantId, log)
    return log
  }
}
