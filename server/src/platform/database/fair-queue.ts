// Longer than other files: the queue and its promises are one state.
import { DatabaseUnavailable, TooManyCalls, TransactionCancelled } from './database-errors.ts'

/** Who waits: somebody of a tenant. */
export interface Claimant {
  readonly tenant: string
  /** A person, a key or an address; undefined for the server's own work, which is bounded by the number of places alone. */
  readonly caller: string | undefined
}

export interface FairQueueSettings {
  /** How many have their turn at once. */
  readonly places: number
  /** How many of these are one tenant's, or one caller's, while no other one asks. */
  readonly placesAlone: number
  /** The same while another tenant asks, or another caller of the tenant. */
  readonly placesOfTenant: number
  readonly placesOfCaller: number
  /**
   * How many of a tenant's turns may have begun within the last 250 ms while another tenant asks. Many short turns at once
   * keep the database's processors busy; a long one leaves the tenant's other callers a place after that time.
   */
  readonly begunOfTenant: number
  /** How many may wait: of all, of one caller. */
  readonly waiting: number
  readonly waitingOfCaller: number
}

/** It waits, then it has a place, then it is over. */
export interface Turn<Entry> {
  readonly entry: Entry
  readonly isBounded: boolean
  readonly tenant: Share<Entry>
  readonly caller: Share<Entry>
  /** What it was charged with when it began. */
  charged: number
  /** When it got its place. */
  begunAt: number
}

/** Milliseconds that a turn is taken to cost before one of its caller has ended. */
const unknownCost = 5
/** So that every turn counts. */
const leastCost = 0.1
/** How much the last turn of a caller counts in what its turns usually cost. */
const newestWeight = 0.25
/** Milliseconds for which somebody who has asked counts as asking: about the time until a person's next click. */
const askingMs = 10_000
/** Milliseconds for which a turn counts as begun a moment ago. */
export const begunMs = 250
/** With more tenants, or callers of one, half of them are forgotten, of those that ask for nothing. */
const maxKnown = 1_000

/** What one tenant, or one caller of it, has used and waits for. `parts`: a tenant's callers, and all tenants. */
class Share<Entry> {
  /** The time of places used so far. Whoever has used least is next. */
  used: number
  running = 0
  waiting = 0
  usualCost = unknownCost
  /** `used` of the part that was served last: a new part begins there, as time when it asked for nothing is no credit. */
  servedAt = 0
  readonly parts = new Map<string, Share<Entry>>()
  /** The part that asked last, and the one before it. */
  #last: { readonly part: Share<Entry>; at: number } | undefined
  #before: { readonly part: Share<Entry>; readonly at: number } | undefined
  /** First come, first served. */
  readonly turns: Turn<Entry>[] = []
  /** Those that have a place. */
  readonly underWay = new Set<Turn<Entry>>()

  constructor(used: number) {
    this.used = used
  }

  /** What it used before still counts where that is more than the others have used. */
  part(name: string): Share<Entry> {
    let part = this.parts.get(name)
    if (part === undefined) {
      if (this.parts.size >= maxKnown) this.#forget()
      part = new Share(this.servedAt)
      this.parts.set(name, part)
    } else if (part.waiting === 0) part.used = Math.max(part.used, this.servedAt)
    return part
  }

  #forget(): void {
    for (const [name, part] of this.parts) {
      if (this.parts.size <= maxKnown / 2) return
      if (part.waiting === 0 && part.running === 0) this.parts.delete(name)
    }
  }

  asked(part: Share<Entry>, now: number): void {
    if (this.#last?.part === part) {
      this.#last.at = now
      return
    }
    this.#before = this.#last
    this.#last = { part, at: now }
  }

  /** Whether another part has asked lately. */
  isAskedBesides(part: Share<Entry>, now: number): boolean {
    const other = this.#last?.part === part ? this.#before : this.#last
    return other !== undefined && other.at > now - askingMs
  }

  begunLately(now: number): number {
    let count = 0
    for (const { begunAt } of this.underWay) if (begunAt > now - begunMs) count += 1
    return count
  }

  /** The part that waits, may have a turn, and has used least. */
  next(mayRun: (part: Share<Entry>) => boolean): Share<Entry> | undefined {
    let next: Share<Entry> | undefined
    for (const part of this.parts.values())
      if (part.waiting > 0 && (next === undefined || part.used < next.used) && mayRun(part)) next = part
    return next
  }

  longest(): Share<Entry> | undefined {
    let longest: Share<Entry> | undefined
    for (const part of this.parts.values()) if (part.waiting > (longest?.waiting ?? 0)) longest = part
    return longest
  }
}

/**
 * Decides whose turn it is: first among the tenants, then among the callers of that tenant, whoever has used the places
 * least so far (start-time fair queuing). When a turn begins, it is charged with what the turns of its caller usually take,
 * and when it has ended, with what it took. Turns of equal length are round robin.
 *
 * It is handed its clock and knows no promises, so that every order can be tested.
 */
export class FairQueue<Entry> {
  readonly #settings: FairQueueSettings
  readonly #now: () => number
  readonly #all = new Share<Entry>(0)

  /** `now` in milliseconds. */
  constructor(settings: FairQueueSettings, now: () => number) {
    this.#settings = settings
    this.#now = now
  }

  get counts(): { readonly running: number; readonly waiting: number } {
    return this.#all
  }

  /**
   * Adds it to the line of its caller. `refused` is the one to send away where too many wait: this one where its caller's
   * line is full, otherwise the last of the longest line of the tenant with the most waiting.
   */
  add(claimant: Claimant, entry: Entry): { readonly turn: Turn<Entry>; readonly refused?: Turn<Entry> } {
    const tenant = this.#all.part(claimant.tenant)
    const caller = tenant.part(claimant.caller ?? '')
    const turn = { entry, tenant, caller, isBounded: claimant.caller !== undefined, charged: 0, begunAt: 0 }
    if (turn.isBounded) {
      this.#all.asked(tenant, this.#now())
      tenant.asked(caller, this.#now())
    }
    if (turn.isBounded && caller.waiting >= this.#settings.waitingOfCaller) return { turn, refused: turn }
    caller.turns.push(turn)
    this.#count(turn, 'waiting', 1)
    if (this.#all.waiting <= this.#settings.waiting) return { turn }
    const refused = this.#all.longest()?.longest()?.turns.at(-1) ?? turn
    this.leave(refused)
    return { turn, refused }
  }

  /** Gives the next one a place; undefined where there is none, or nobody waits who may have it. */
  next(): Turn<Entry> | undefined {
    const { places, placesAlone, placesOfTenant, placesOfCaller, begunOfTenant } = this.#settings
    if (this.#all.waiting === 0 || this.#all.running >= places) return undefined
    const now = this.#now()
    const hasPlace = (whole: Share<Entry>, part: Share<Entry>, beside: number) =>
      part.running < (whole.isAskedBesides(part, now) ? beside : placesAlone)
    const mayBegin = (tenant: Share<Entry>) =>
      !this.#all.isAskedBesides(tenant, now) || tenant.begunLately(now) < begunOfTenant
    const mayRun = (tenant: Share<Entry>) => (caller: Share<Entry>) =>
      caller.turns[0]?.isBounded === false ||
      (hasPlace(this.#all, tenant, placesOfTenant) && mayBegin(tenant) && hasPlace(tenant, caller, placesOfCaller))
    const tenant = this.#all.next((each) => each.next(mayRun(each)) !== undefined)
    const caller = tenant?.next(mayRun(tenant))
    const turn = caller?.turns.shift()
    if (tenant === undefined || caller === undefined || turn === undefined) return undefined
    this.#all.servedAt = Math.max(this.#all.servedAt, tenant.used)
    tenant.servedAt = Math.max(tenant.servedAt, caller.used)
    this.#count(turn, 'waiting', -1)
    this.#count(turn, 'running', 1)
    turn.begunAt = now
    tenant.underWay.add(turn)
    this.#charge(turn, caller.usualCost)
    return turn
  }

  /** Ends the waiting of one that has had no place. */
  leave(turn: Turn<Entry>): void {
    const at = turn.caller.turns.indexOf(turn)
    if (at < 0) return
    turn.caller.turns.splice(at, 1)
    this.#count(turn, 'waiting', -1)
  }

  /** Takes the place back. `cost`: the milliseconds for which it had it. */
  end(turn: Turn<Entry>, cost: number): void {
    this.#count(turn, 'running', -1)
    turn.tenant.underWay.delete(turn)
    this.#charge(turn, Math.max(cost, leastCost))
    turn.caller.usualCost += (turn.charged - turn.caller.usualCost) * newestWeight
  }

  #count({ tenant, caller }: Turn<Entry>, what: 'waiting' | 'running', change: number): void {
    for (const share of [this.#all, tenant, caller]) share[what] += change
  }

  #charge(turn: Turn<Entry>, cost: number): void {
    for (const share of [turn.tenant, turn.caller]) share.used += cost - turn.charged
    turn.charged = cost
  }
}

interface Waiter {
  /** Tells it that its turn has come, or, with an error, that it will not come. */
  call: (refusal?: Error) => void
}

export interface WaitCounts {
  /** Now. */
  readonly waiting: number
  /** Since the start: how many had to wait, for how long together, and how many were sent away because too many did. */
  readonly waited: number
  readonly waitedSeconds: number
  readonly refused: number
}

/** The fair queue with promises, a time-out and figures. */
export class Turns {
  readonly #queue: FairQueue<Waiter>
  /** For how long one may wait. */
  readonly #maxMs: number
  #later: NodeJS.Timeout | undefined
  readonly #waits = { waited: 0, waitedSeconds: 0, refused: 0 }

  constructor(settings: FairQueueSettings, maxMs: number) {
    this.#queue = new FairQueue(settings, () => performance.now())
    this.#maxMs = maxMs
  }

  get counts(): WaitCounts {
    return { waiting: this.#queue.counts.waiting, ...this.#waits }
  }

  /** Resolves when the turn has come. */
  async take(claimant: Claimant, signal?: AbortSignal): Promise<Turn<Waiter>> {
    let isNext = false
    const waiter: Waiter = {
      call: () => {
        isNext = true
      },
    }
    const { turn, refused } = this.#queue.add(claimant, waiter)
    if (refused !== undefined) this.#waits.refused += 1
    if (refused === turn) throw turn.isBounded ? new TooManyCalls() : new DatabaseUnavailable('too many waiting')
    refused?.entry.call(new DatabaseUnavailable('too many waiting'))
    this.#callNext()
    if (!isNext) await this.#wait(turn, signal)
    return turn
  }

  async #wait(turn: Turn<Waiter>, signal: AbortSignal | undefined): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    turn.entry.call = (refusal) => {
      if (refusal === undefined) return resolve()
      // Before anything else happens: its turn may not come any more.
      this.#queue.leave(turn)
      reject(refusal)
    }
    const askedAt = performance.now()
    const timer = setTimeout(() => turn.entry.call(new DatabaseUnavailable('too many waiting')), this.#maxMs)
    const onAbort = () => turn.entry.call(new TransactionCancelled('cancelled while waiting for a connection'))
    signal?.addEventListener('abort', onAbort, { once: true })
    try {
      await promise
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
      this.#waits.waited += 1
      this.#waits.waitedSeconds += (performance.now() - askedAt) / 1_000
    }
  }

  /** `milliseconds`: for how long it had its place. */
  end(turn: Turn<Waiter>, milliseconds: number): void {
    this.#queue.end(turn, milliseconds)
    this.#callNext()
  }

  #callNext(): void {
    for (let next = this.#queue.next(); next !== undefined; next = this.#queue.next()) next.entry.call()
    const { waiting, running } = this.#queue.counts
    if (waiting === 0 || running === 0 || this.#later !== undefined) return
    // A turn that lasts gives way to the next of its tenant without ending.
    this.#later = setTimeout(() => {
      this.#later = undefined
      this.#callNext()
    }, begunMs)
    this.#later.unref()
  }
}
