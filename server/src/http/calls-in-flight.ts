import { Problem } from '../core/problem.ts'
import { addressOf, type Call } from './call.ts'
import { sendProblem } from './errors.ts'
import { maxBodyBytes } from './input/json.ts'

export interface InFlightSettings {
  /** With this many calls being worked on a new one gets 503, because it would only wait behind the others. */
  readonly maxConcurrent: number
  /** After this time without the first byte of a response the call gets 503, or 408 where its body has not arrived. */
  readonly deadlineMs: number
}

export interface InFlight {
  readonly count: number
  /** Resolves as soon as no call is in flight. */
  idle(): Promise<void>
}

/** The part of all places that the calls of one address, one tenant, or one person or key may take. */
const partOf = { address: 1 / 2, tenant: 1 / 2, caller: 1 / 4 }
/** Bytes of bodies that arrive and answers that are being sent. */
const maxBytes = { ofCaller: 64 * 2 ** 20, ofTenant: 128 * 2 ** 20 }
/** The least places of anybody: a browser asks for several things at once. */
const fewestPlaces = 10

/**
 * Counts the calls in flight and ends those past their deadline. One interval checks all of them, because a timer for
 * each call would cost more than a cached response does.
 *
 * Only a call that this server works on takes one of the `maxConcurrent` places: not one whose body has not arrived, and not
 * one whose answer waits for its reader, because callers could keep those up for as long as they like. They are told apart
 * when the places are used up, so that no other call pays for it. Of each there are as many as places; the one that
 * has waited longest makes room for a new one.
 *
 * A call also takes a place among those of its address and, once the guard knows them, of its tenant and its caller. For
 * bytes, too, each caller and each tenant has a share. Anonymous callers are as one tenant.
 */
export class InFlightCalls implements InFlight {
  readonly #working = new Set<Call>()
  /** How many of the calls that are worked on are an address's, a tenant's or a caller's. */
  readonly #places = new Map<string, number>()
  /** The most bytes of the bodies and answers of a caller or a tenant. */
  readonly #bytes = new Map<string, number>()
  readonly #receiving = new Set<Call>()
  readonly #unread = new Set<Call>()
  readonly #settings: InFlightSettings
  readonly #deadlineTimer: NodeJS.Timeout
  #idleWaiters: (() => void)[] = []

  constructor(settings: InFlightSettings) {
    this.#settings = settings
    this.#deadlineTimer = setInterval(() => this.#expireOverdue(), Math.min(500, settings.deadlineMs / 4))
    this.#deadlineTimer.unref()
  }

  get count(): number {
    return this.#working.size + this.#receiving.size + this.#unread.size
  }

  /** Adds the call, or returns the 503 to send where there are too many, or the 429 where too many are of its address. */
  add(call: Call): Problem | undefined {
    const { maxConcurrent } = this.#settings
    if (this.#working.size >= maxConcurrent) this.#tellApart()
    if (this.#working.size >= maxConcurrent) {
      return new Problem('UNAVAILABLE', { retryAfter: 1, message: 'The server is full for the moment.' })
    }
    const address = addressOf(call)
    if (this.#isFull(address, partOf.address)) return tooManyAtOnce()
    call.takesPlacesOf.push(address)
    this.#begin(call)
    return undefined
  }

  /** Counts it with the others of its tenant and its caller, or returns the 429 to send where those are too many. */
  join(call: Call): Problem | undefined {
    const { tenantId, name } = call.caller
    // A caller that has closed the connection while the guard was at work is not counted, as nothing would take it off again.
    if (call.reply.raw.closed) return undefined
    const shares = tenantId === undefined ? [name] : [tenantId, name]
    call.hold = (bytes) => this.#hold(call, shares, bytes)
    call.hold(bodyBytesOf(call))
    if ((this.#bytes.get(name) ?? 0) > maxBytes.ofCaller) return tooManyAtOnce()
    if (tenantId !== undefined && !this.#makesRoom(tenantId)) return tooManyAtOnce()
    if (tenantId !== undefined && this.#isFull(tenantId, partOf.tenant)) return tooManyAtOnce()
    if (this.#isFull(name, partOf.caller)) return tooManyAtOnce()
    for (const whose of shares) {
      call.takesPlacesOf.push(whose)
      if (this.#working.has(call)) this.#count(whose, 1)
    }
    return undefined
  }

  remove(call: Call): void {
    this.#letGo(call)
    this.#end(call)
    this.#receiving.delete(call)
    this.#unread.delete(call)
    if (this.count > 0 || this.#idleWaiters.length === 0) return
    for (const resolve of this.#idleWaiters.splice(0)) resolve()
  }

  #begin(call: Call): void {
    this.#working.add(call)
    for (const whose of call.takesPlacesOf) this.#count(whose, 1)
  }

  #end(call: Call): void {
    if (!this.#working.delete(call)) return
    for (const whose of call.takesPlacesOf) this.#count(whose, -1)
  }

  #hold(call: Call, shares: readonly string[], bytes: number): void {
    call.bytes += bytes
    for (const whose of shares) {
      const held = (this.#bytes.get(whose) ?? 0) + bytes
      if (held === 0) this.#bytes.delete(whose)
      else this.#bytes.set(whose, held)
    }
  }

  #letGo(call: Call): void {
    call.hold(-call.bytes)
    call.hold = () => {}
  }

  /**
   * Whether the bytes of a tenant are within its share. Where they are not, those of its answers end that have waited longest
   * for their readers: one who reads nothing would keep everybody else of the tenant out, or everybody from signing in.
   */
  #makesRoom(tenantId: string): boolean {
    const isOver = () => (this.#bytes.get(tenantId) ?? 0) > maxBytes.ofTenant
    if (!isOver()) return true
    this.#tellApart()
    for (const call of this.#unread) {
      if (!isOver()) break
      if (call.bytes === 0 || call.caller.tenantId !== tenantId) continue
      this.#letGo(call)
      this.#unread.delete(call)
      call.request.raw.destroy()
    }
    return !isOver()
  }

  #count(whose: string, change: number): void {
    const places = (this.#places.get(whose) ?? 0) + change
    if (places === 0) this.#places.delete(whose)
    else this.#places.set(whose, places)
  }

  #isFull(whose: string, part: number): boolean {
    const most = Math.max(fewestPlaces, Math.ceil(this.#settings.maxConcurrent * part))
    if ((this.#places.get(whose) ?? 0) < most) return false
    this.#tellApart()
    return (this.#places.get(whose) ?? 0) >= most
  }

  idle(): Promise<void> {
    if (this.count === 0) return Promise.resolve()
    return new Promise((resolve) => this.#idleWaiters.push(resolve))
  }

  close(): void {
    clearInterval(this.#deadlineTimer)
  }

  #tellApart(): void {
    for (const call of this.#receiving) {
      if (!call.request.raw.complete) continue
      this.#receiving.delete(call)
      this.#begin(call)
    }
    for (const call of this.#working) {
      const { raw } = call.reply
      if (raw.writableEnded || raw.writableNeedDrain) {
        this.#end(call)
        this.#unread.add(call)
      } else if (!call.request.raw.complete) {
        this.#end(call)
        this.#receiving.add(call)
      }
    }
    const { maxConcurrent } = this.#settings
    for (const call of this.#unread) {
      if (this.#unread.size <= maxConcurrent) break
      this.#unread.delete(call)
      call.request.raw.destroy()
    }
    for (const call of this.#receiving) {
      if (this.#receiving.size <= maxConcurrent) break
      // An upload may take an hour.
      if (call.operation?.route.bodyKind === 'multipart') continue
      this.#receiving.delete(call)
      if (!call.reply.sent) expire(call)
    }
  }

  #expireOverdue(): void {
    const { deadlineMs } = this.#settings
    const startedBefore = performance.now() - deadlineMs
    for (const calls of [this.#working, this.#receiving]) {
      for (const call of calls) {
        if (call.startedAt > startedBefore) continue
        const isLong = call.operation?.route.isLong === true
        if (isLong && call.startedAt > startedBefore - (longFactor - 1) * deadlineMs) continue
        if (isOverdue(call)) expire(call)
      }
    }
  }
}

/** The announced length; 0 of an upload, which is not held in memory. */
function bodyBytesOf({ headers, operation }: Call): number {
  if (operation?.route.bodyKind === 'multipart') return 0
  if (headers['transfer-encoding'] !== undefined) return maxBodyBytes
  return Math.min(Number(headers['content-length'] ?? 0) || 0, maxBodyBytes)
}

const tooManyAtOnce = () =>
  new Problem('RATE_LIMITED', { retryAfter: 1, message: 'Too many calls at once; wait for the answers to some.' })

/** How much longer a call may take that the contract calls long. */
const longFactor = 4

/** A response that has begun may stream for as long as the caller reads, and an upload for as long as bytes arrive. */
function isOverdue(call: Call): boolean {
  return !call.reply.sent && !call.reply.raw.headersSent && call.operation?.route.bodyKind !== 'multipart'
}

function expire(call: Call): void {
  const hasWholeRequest = call.request.raw.complete
  const { creates, changes } = call.operation?.route ?? {}
  // Its commit may have been sent.
  const isChange = creates === true || changes !== undefined
  const problem = hasWholeRequest
    ? isChange
      ? new Problem('OUTCOME_UNKNOWN', { retryAfter: 2 })
      : new Problem('UNAVAILABLE', { retryAfter: 2, message: 'The answer took too long.' })
    : new Problem('REQUEST_TIMEOUT', { headers: { connection: 'close' } })
  call.expire(problem)
  call.log.warn({ code: problem.code }, 'deadline passed')
  sendProblem(call.reply, problem, call.traceId)
}
