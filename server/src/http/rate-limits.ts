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
  /** The same for look-ups of keys and tokens of which nothing is known yet, by address. One that is valid is given back. */
  readonly lookUpsPerSecond: number
  readonly lookUpBurst: number
}

export interface RateLimits {
  /** Counts one call; throws 429 where the caller is over its rate. */
  admit(who: string): void
  /**
   * Counts a failed authentication; throws 429 after too many. Valid callers from the same address are not affected.
   */
  admitFailure(address: string): void
  /**
   * Counts a key or token of which nothing is known, before anybody is asked about it; throws 429 after too many. Call what
   * it returns where it was valid: then it does not count.
   */
  admitLookUp(address: string): () => void
}

export function createRateLimits(settings: RateLimitSettings, now: () => number = Date.now): RateLimits {
  const calls = new TokenBuckets(settings.perSecond, settings.burst, now)
  const lookUps = new TokenBuckets(settings.lookUpsPerSecond, settings.lookUpBurst, now)
  const failures = new TokenBuckets(settings.failuresPerSecond, settings.failureBurst, now)
  return {
    admit: (who) => calls.take(who),
    admitFailure: (address) => failures.take(networkOf(address)),
    admitLookUp: (address) => {
      const network = networkOf(address)
      lookUps.take(network)
      return () => lookUps.giveBack(network)
    },
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
