import { Problem } from '../../core/problem.ts'
import { FairQueue } from './fair-queue.ts'

interface Waiting {
  readonly begin: () => void
  readonly reject: (error: Error) => void
}

export interface PlacesOptions {
  /** At least two: none of the tenants has the last one. */
  readonly places: number
  /** How many of one tenant may wait; one more is rejected with 503. */
  readonly maxWaiting: number
  /** For developers: what there are too many of. */
  readonly message: string
}

/** A fixed number of places that tenants take in turns. Whatever one of them asks for, one place is for the others. */
export class FairPlaces {
  readonly #options: PlacesOptions
  readonly #queue = new FairQueue<Waiting>()
  readonly #takenBy = new Map<string, number>()
  #taken = 0
  #isClosed = false

  constructor(options: PlacesOptions) {
    this.#options = options
  }

  /** Answers what gives the place back. Rejects with `UNAVAILABLE`, and with the signal's reason where the caller no longer waits. */
  take(tenantId: string, signal?: AbortSignal): Promise<() => void> {
    const { maxWaiting, message } = this.#options
    if (this.#isClosed || this.#queue.countOf(tenantId) >= maxWaiting)
      return Promise.reject(new Problem('UNAVAILABLE', { message, retryAfter: 2 }))
    if (signal?.aborted) return Promise.reject(signal.reason)
    const { promise, resolve, reject } = Promise.withResolvers<() => void>()
    const waiting: Waiting = { begin: () => resolve(this.#enter(tenantId)), reject }
    const leave = () => {
      this.#queue.remove(tenantId, waiting)
      reject(signal?.reason)
    }
    signal?.addEventListener('abort', leave, { once: true })
    this.#queue.add(tenantId, waiting)
    this.#next()
    return promise.finally(() => signal?.removeEventListener('abort', leave))
  }

  close(): void {
    this.#isClosed = true
    for (const { reject } of this.#queue.takeAll()) reject(new Problem('UNAVAILABLE'))
  }

  #next(): void {
    const { places } = this.#options
    while (this.#taken < places) {
      // Defence 92, without: const next = this.#queue.take(() => true)
      const next = this.#queue.take((tenantId) => (this.#takenBy.get(tenantId) ?? 0) < places - 1)
      if (next === undefined) return
      next.work.begin()
    }
  }

  #enter(tenantId: string): () => void {
    this.#taken += 1
    this.#takenBy.set(tenantId, (this.#takenBy.get(tenantId) ?? 0) + 1)
    let isLeft = false
    return () => {
      if (isLeft) return
      isLeft = true
      this.#taken -= 1
      const own = (this.#takenBy.get(tenantId) ?? 1) - 1
      if (own > 0) this.#takenBy.set(tenantId, own)
      else this.#takenBy.delete(tenantId)
      this.#next()
    }
  }
}
