import { LRUCache } from 'lru-cache'
import type { TouchedDelivery } from '../events/index.ts'
import { type Dependencies, isTouchedBy } from './dependencies.ts'

/** Further back nothing counts as fresh: an answer that nobody asked for during so many changes is made again. */
const maxChanges = 500
const maxTenants = 2_000
/** Ids, fields and keys in the changes of a tenant, and in those of all; some 30 MB. */
const maxNamed = { ofTenant: 50_000, ofAll: 300_000 }

interface TenantLog {
  /** What was made before this may be old. */
  since: number
  /** How much its changes name. */
  named: number
  changes: { readonly at: number; readonly touched: TouchedDelivery }[]
}

/**
 * The last changes of what is live, by tenant, so that whoever keeps something made from it can find out whether that
 * still holds. Every change has a number; what is kept remembers the number at which it was known to hold.
 */
export class ChangeLog {
  readonly #tenants = new LRUCache<string, TenantLog>({
    max: maxTenants,
    dispose: ({ named }) => {
      this.#named -= named
    },
  })
  #at = 0
  #named = 0

  /** How much all changes name that are kept. */
  get named(): number {
    return this.#named
  }

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
      this.#drop(log, log.changes.length)
      log.since = this.#at
      return
    }
    log.changes.push({ at: this.#at, touched })
    this.#count(log, namedBy(touched))
    if (log.changes.length > maxChanges || log.named > maxNamed.ofTenant)
      this.#drop(log, Math.ceil(log.changes.length / 2))
    if (this.#named > maxNamed.ofAll) this.addToAll()
  }

  /** Of the oldest changes so many: what was made before the last of these may be old. */
  #drop(log: TenantLog, count: number): void {
    const dropped = log.changes.splice(0, count)
    for (const { touched } of dropped) this.#count(log, -namedBy(touched))
    log.since = dropped.at(-1)?.at ?? log.since
  }

  #count(log: TenantLog, named: number): void {
    log.named += named
    this.#named += named
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
    const log = { since: this.#at, named: 0, changes: [] }
    this.#tenants.set(tenantId, log)
    return log
  }
}

const namedBy = ({ items = [], lists = [] }: TouchedDelivery): number =>
  lists.reduce((sum, { fields = [], keys = [] }) => sum + 1 + fields.length + keys.length, items.length)
