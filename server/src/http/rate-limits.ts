import { LRUCache } from 'lru-cache'
import { Problem } from '../core/problem.ts'

export interface RateLimitSettings {
  /** Calls a second that one person, API key or (for anonymous calls) address may make on average; 0 means no limit. */
  readonly perSecond: number
  /** How many calls may come at once before the average counts: the size of the token bucket. */
  readonly burst: number
  /** The same for failed authentication, by address. */
  readonly failuresPerSecond: number
  readonly failureBurst: number
  /** The same for look-ups of keys of which nothing is known yet, by address. One that is valid is given back. */
  readonly lookUpsPerSecond: number
  readonly lookUpBurst: number
  /**
   * The same for tokens. Far more than look-ups: the check of a signature asks nobody, and where made-up tokens used up what
   * an address may have, nobody behind the same address could sign in.
   */
  readonly checksPerSecond: number
  readonly checkBurst: number
}

/** All limits, from the two that an operator sets. */
export const rateLimitsOf = ({
  perSecond,
  failuresPerSecond,
}: Pick<RateLimitSettings, 'perSecond' | 'failuresPerSecond'>): RateLimitSettings => ({
  perSecond,
  burst: perSecond * 2,
  failuresPerSecond,
  failureBurst: failuresPerSecond * 60,
  lookUpsPerSecond: failuresPerSecond,
  lookUpBurst: failuresPerSecond * 5,
  checksPerSecond: failuresPerSecond * 25,
  checkBurst: failuresPerSecond * 50,
})

export interface RateLimits {
  /** Counts one call; throws 429 where the caller is over its rate. */
  admit(who: string): void
  /**
   * Counts a failed authentication; throws 429 after too many. Valid callers from the same address are not affected.
   */
  admitFailure(address: string): void
  /**
   * Counts a key of which nothing is known, before the database is asked about it; throws 429 after too many. Call what it
   * returns where it was valid: then it does not count.
   */
  admitLookUp(address: string): () => void
  /** The same for a token, before its signature is checked. */
  admitCheck(address: string): () => void
}

export function createRateLimits(settings: RateLimitSettings, now: () => number = Date.now): RateLimits {
  const calls = new TokenBuckets(settings.perSecond, settings.burst, now)
  const lookUps = new TokenBuckets(settings.lookUpsPerSecond, settings.lookUpBurst, now)
  const checks = new TokenBuckets(settings.checksPerSecond, settings.checkBurst, now)
  const failures = new TokenBuckets(settings.failuresPerSecond, settings.failureBurst, now)
  const admitUnknown = (buckets: TokenBuckets) => (address: string) => {
    const network = networkOf(address)
    buckets.take(network)
    return () => buckets.giveBack(network)
  }
  return {
    admit: (who) => calls.take(who),
    admitFailure: (address) => failures.take(networkOf(address)),
    admitLookUp: admitUnknown(lookUps),
    admitCheck: admitUnknown(checks),
  }
}

/** Limits memory, not callers: who called least recently is dropped, and starts with a full bucket when it is back. */
const maxBuckets = 50_000

interface Bucket {
  tokens: number
  at: number
}

class TokenBuckets {
  readonly #perSecond: number
  readonly #burst: number
  readonly #now: () => number
  readonly #buckets = new LRUCache<string, Bucket>({ max: maxBuckets })

  constructor(perSecond: number, burst: number, now: () => number) {
    this.#perSecond = perSecond
    this.#burst = burst
    this.#now = now
  }

  take(key: string): void {
    if (this.#perSecond === 0) return
    const now = this.#now()
    let bucket = this.#buckets.get(key)
    if (bucket === undefined) {
      bucket = { tokens: this.#burst, at: now }
      this.#buckets.set(key, bucket)
    } else {
      bucket.tokens = Math.min(this.#burst, bucket.tokens + ((now - bucket.at) / 1_000) * this.#perSecond)
      bucket.at = now
    }
    if (bucket.tokens < 1) {
      const retryAfter = Math.max(1, Math.ceil((1 - bucket.tokens) / this.#perSecond))
      throw new Problem('RATE_LIMITED', { retryAfter })
    }
    bucket.tokens -= 1
  }

  giveBack(key: string): void {
    const bucket = this.#buckets.get(key)
    if (bucket !== undefined) bucket.tokens = Math.min(this.#burst, bucket.tokens + 1)
  }
}

/** The address, or for IPv6 its /64 network: one customer usually has a whole /64 to choose addresses from. */
export function networkOf(address: string): string {
  if (!address.includes(':') || address.startsWith('::ffff:')) return address
  const [head = '', tail] = address.split('::')
  const groups = head === '' ? [] : head.split(':')
  if (tail !== undefined) while (groups.length < 4) groups.push('0')
  return `${groups.slice(0, 4).join(':')}::/64`
}

export type CallKind = 'delivery' | 'management'
export type CallsByKind = Readonly<Record<CallKind, number>>
/** Of one day; null: no limit. */
export type CallLimits = Readonly<Record<CallKind, number | null>>

/** What one server has counted of a tenant in a day, and what all of them had when it was last asked. */
interface TenantCalls {
  day: number
  limits: CallLimits
  stored: CallsByKind
  pending: Record<CallKind, number>
}

export interface PendingCalls {
  readonly tenantId: string
  /** Days since 1970, of UTC. */
  readonly day: number
  readonly calls: CallsByKind
}

const dayMs = 86_400_000
const quotaOf = { delivery: 'deliveryCallsPerDay', management: 'managementCallsPerDay' } as const

/**
 * Counts the calls of tenants in memory, without waiting for anything, and refuses those over the quota of the day. The
 * quotas module adds the counts to those of other servers from time to time; in between, each server knows of the others'
 * calls what they were.
 */
export class CallTally {
  readonly #installation: CallLimits
  readonly #now: () => number
  readonly #tenants = new Map<string, TenantCalls>()
  #late: PendingCalls[] = []
  /** Called for a tenant of which nothing is known here. */
  onNew: (tenantId: string) => void = () => {}

  constructor(installation: CallLimits, now: () => number = Date.now) {
    this.#installation = installation
    this.#now = now
  }

  /** Counts one call; throws CALL_QUOTA_REACHED where it would be one too many. */
  count(tenantId: string, kind: CallKind): void {
    const calls = this.#of(tenantId)
    const limit = calls.limits[kind]
    const used = calls.stored[kind] + calls.pending[kind]
    if (limit !== null && used >= limit)
      throw new Problem('CALL_QUOTA_REACHED', {
        retryAfter: Math.ceil((dayMs - (this.#now() % dayMs)) / 1_000),
        quota: { quota: quotaOf[kind], limit, used, asked: 1 },
      })
    calls.pending[kind] += 1
  }

  /** What was counted since the last time, for every tenant that is known. One without a call is forgotten. */
  take(): PendingCalls[] {
    const taken = this.#late
    this.#late = []
    for (const [tenantId, { day, pending }] of this.#tenants) {
      if (pending.delivery + pending.management === 0) this.#tenants.delete(tenantId)
      else taken.push(this.#takeOf(tenantId, day, pending))
    }
    return taken
  }

  #takeOf(tenantId: string, day: number, pending: Record<CallKind, number>): PendingCalls {
    const calls = { ...pending }
    const known = this.#tenants.get(tenantId)
    // Counted as stored from now on, so that nobody passes the limit while they are being written.
    if (known?.day === day) known.stored = plus(known.stored, calls)
    pending.delivery = 0
    pending.management = 0
    return { tenantId, day, calls }
  }

  /** What all servers have counted, with what was taken here. */
  learn(tenantId: string, day: number, limits: CallLimits, stored: CallsByKind): void {
    const calls = this.#of(tenantId)
    calls.limits = limits
    if (calls.day === day) calls.stored = stored
  }

  /** What could not be written; it is taken again. */
  putBack(calls: PendingCalls): void {
    this.#late.push(calls)
  }

  get tenantIds(): readonly string[] {
    return [...this.#tenants.keys()]
  }

  #of(tenantId: string): TenantCalls {
    const day = Math.floor(this.#now() / dayMs)
    const known = this.#tenants.get(tenantId)
    if (known?.day === day) return known
    const fresh: TenantCalls = {
      day,
      limits: known?.limits ?? this.#installation,
      stored: { delivery: 0, management: 0 },
      pending: { delivery: 0, management: 0 },
    }
    if (known !== undefined) this.#late.push({ tenantId, day: known.day, calls: { ...known.pending } })
    this.#tenants.set(tenantId, fresh)
    if (known === undefined) this.onNew(tenantId)
    return fresh
  }
}

const plus = (one: CallsByKind, other: CallsByKind): CallsByKind => ({
  delivery: one.delivery + other.delivery,
  management: one.management + other.management,
})
