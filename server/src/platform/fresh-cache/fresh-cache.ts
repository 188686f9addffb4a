import { LRUCache } from 'lru-cache'

/** What is known is at most this old, also on a node that missed the word of a change. */
const maxAgeMs = 5_000
/** From here on, the one who asks gets the answer at once and it is looked up anew behind them. */
// Defence 20, without: const renewAfterMs = 3_600_000
const renewAfterMs = 2_000
/** While word of changes does not arrive. */
const unheardMs = 1_000
/** While the source is away: longer than an outage lasts, shorter than anybody forgets one. */
const staleMs = 3_600_000
const askAgainAfterMs = 500

export interface FreshCacheOptions<Value> {
  /** Looks up what the key stands for; undefined is not kept, so what has just been made is found at once. */
  readonly load: (key: string) => Promise<Value | undefined>
  /** Until when this value is good at most. */
  readonly validUntil?: (value: Value) => number
  readonly size: number
  /** Whether word of changes arrives; what is older than a second is looked up while it does not. Left out: always. */
  readonly isCurrent?: () => boolean
  readonly now?: (() => number) | undefined
}

export interface FreshCache<Value> {
  /**
   * Without a promise where the answer is at hand. `beforeLoad` is called where nothing is known of the key and nobody is
   * looking it up: what it throws is thrown, and nothing is looked up.
   */
  get(key: string, beforeLoad?: () => void): Value | undefined | Promise<Value | undefined>
  /** Only what is kept and young enough to need no revalidation. Starts no look-up, so there is nothing to wait for. */
  peek(key: string): Value | undefined
  forget(matches?: (value: Value, key: string) => boolean): void
}

interface Entry<Value> {
  readonly value: Value
  readonly asOf: number
}

/**
 * Remembers for seconds what must not be older than that, and goes on with what it has while the source cannot
 * answer: content that was allowed a moment ago is served on through a restart of the database.
 */
export function createFreshCache<Value>(options: FreshCacheOptions<Value>): FreshCache<Value> {
  const { load, size, validUntil = () => Number.POSITIVE_INFINITY, isCurrent = () => true, now = Date.now } = options
  const entries = new LRUCache<string, Entry<Value>>({ max: size })
  const loading = new Map<string, Promise<Value | undefined>>()
  /** Counts what was forgotten: an answer that set out before that must not be remembered after it. */
  let forgotten = 0
  let isAway = false
  let askAgainAt = 0

  function remember(key: string, value: Value | undefined, asOf: number): void {
    if (value === undefined) entries.delete(key)
    else entries.set(key, { value, asOf })
  }

  function renew(key: string): Promise<Value | undefined> {
    const under = loading.get(key)
    if (under) return under
    const [asOf, epoch] = [now(), forgotten]
    const asked = load(key)
      .then(
        (value) => {
          isAway = false
          if (epoch === forgotten) remember(key, value, asOf)
          return value
        },
        (error: unknown) => {
          isAway = true
          askAgainAt = now() + askAgainAfterMs
          throw error
        },
      )
      .finally(() => {
        if (loading.get(key) === asked) loading.delete(key)
      })
    loading.set(key, asked)
    return asked
  }

  const youngMs = (): number => (isCurrent() ? renewAfterMs : unheardMs)
  const isGood = (entry: Entry<Value>): boolean => validUntil(entry.value) > now() && now() - entry.asOf < staleMs

  async function renewOrKeep(key: string): Promise<Value | undefined> {
    try {
      return await renew(key)
    } catch (error) {
      const entry = entries.get(key)
      if (entry && isGood(entry)) return entry.value
      throw error
    }
  }

  return {
    peek(key) {
      const entry = entries.get(key)
      if (entry === undefined || !isGood(entry) || now() - entry.asOf >= youngMs()) return undefined
      return entry.value
    },
    get(key, beforeLoad) {
      const entry = entries.get(key)
      if (entry === undefined || !isGood(entry)) {
        if (!loading.has(key)) beforeLoad?.()
        return renew(key)
      }
      const age = now() - entry.asOf
      if (age < youngMs()) return entry.value
      // One caller in a while finds out whether the source is back; the others need not wait for it to fail them.
      if ((age >= maxAgeMs || !isCurrent()) && !isAway) return renewOrKeep(key)
      if (!isAway || now() >= askAgainAt) renew(key).catch(() => {})
      return entry.value
    },
    forget(matches) {
      forgotten += 1
      // Whoever asks from now on must not be handed an answer that set out before the change.
      loading.clear()
      if (matches === undefined) entries.clear()
      else {
        // Read into an array first: the cache's iterator does not allow deleting the entry that it stands on.
        for (const [key, { value }] of [...entries.entries()]) if (matches(value, key)) entries.delete(key)
      }
    },
  }
}
