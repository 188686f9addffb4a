import { LRUCache } from 'lru-cache'

/**
 * Slows down guessing: after five misses a name, and after fifty an address, have to wait, longer with every miss.
 * Both are known from the connection and the form, not from a header that the caller may choose.
 */
export interface SignInThrottle {
  /** Seconds to wait; 0 when a try is allowed now. */
  waitFor(username: string, address: string): number
  /** Counts as a miss until `succeeded`: of many tries at once, all but the first few would otherwise slip through. */
  begin(username: string, address: string): { succeeded(): void }
}

interface Misses {
  count: number
  last: number
}

const forgetAfterMs = 15 * 60_000
const maxWaitMs = 60_000
const bound = 10_000

export function signInThrottle(now: () => number = Date.now): SignInThrottle {
  const byKey = new LRUCache<string, Misses>({ max: bound })
  const nameKey = (username: string) => `name:${username.trim().toLowerCase().slice(0, 200)}`
  const addressKey = (address: string) => `address:${address}`

  const recent = (key: string): Misses | undefined => {
    const misses = byKey.get(key)
    if (misses && now() - misses.last < forgetAfterMs) return misses
    byKey.delete(key)
    return undefined
  }
  const wait = (key: string, free: number): number => {
    const misses = recent(key)
    if (!misses || misses.count < free) return 0
    const pause = Math.min(maxWaitMs, 1_000 * 2 ** (misses.count - free))
    return Math.max(0, Math.ceil((misses.last + pause - now()) / 1_000))
  }
  const miss = (key: string): void => {
    byKey.set(key, { count: (recent(key)?.count ?? 0) + 1, last: now() })
  }

  return {
    waitFor: (username, address) => Math.max(wait(nameKey(username), 5), wait(addressKey(address), 50)),
    begin(username, address) {
      const [name, place] = [nameKey(username), addressKey(address)]
      miss(name)
      miss(place)
      return {
        succeeded() {
          byKey.delete(name)
          const misses = byKey.get(place)
          if (misses) misses.count--
        },
      }
    },
  }
}
