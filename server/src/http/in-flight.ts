import { Problem } from '../core/problem.ts'
import type { Call } from './call.ts'
import { sendProblem } from './errors.ts'

export interface InFlightSettings {
  /** Beyond this many at once a new call is told to come back: it would only queue behind the others. */
  readonly maxConcurrent: number
  /** The longest that a caller waits for the first byte of an answer. */
  readonly deadlineMs: number
}

export interface InFlight {
  readonly count: number
  /** Resolves when nothing is under way any more. */
  idle(): Promise<void>
}

/**
 * Every call under way, and its time. One clock looks over all of them: a timer each would cost more than answering
 * from memory does.
 */
export class CallsUnderWay implements InFlight {
  readonly #calls = new Set<Call>()
  readonly #settings: InFlightSettings
  readonly #clock: NodeJS.Timeout
  #waiting: (() => void)[] = []

  constructor(settings: InFlightSettings) {
    this.#settings = settings
    this.#clock = setInterval(() => this.#look(), Math.min(500, settings.deadlineMs / 4))
    this.#clock.unref()
  }

  get count(): number {
    return this.#calls.size
  }

  /** Undefined where there is room. */
  add(call: Call): Problem | undefined {
    if (this.#calls.size >= this.#settings.maxConcurrent) {
      return new Problem('UNAVAILABLE', { retryAfter: 1, message: 'The server is full for the moment.' })
    }
    this.#calls.add(call)
    return undefined
  }

  remove(call: Call): void {
    this.#calls.delete(call)
    if (this.#calls.size > 0 || this.#waiting.length === 0) return
    for (const resolve of this.#waiting.splice(0)) resolve()
  }

  idle(): Promise<void> {
    if (this.#calls.size === 0) return Promise.resolve()
    return new Promise((resolve) => this.#waiting.push(resolve))
  }

  close(): void {
    clearInterval(this.#clock)
  }

  #look(): void {
    const latest = performance.now() - this.#settings.deadlineMs
    for (const call of this.#calls) {
      // In the order of arrival: the first that is young enough ends the search.
      if (call.startedAt > latest) return
      if (isOverdue(call)) expire(call)
    }
  }
}

/** An answer that has begun may stream for as long as its reader reads; an upload for as long as bytes come. */
function isOverdue(call: Call): boolean {
  return !call.reply.sent && !call.reply.raw.headersSent && call.operation?.route.bodyKind !== 'multipart'
}

function expire(call: Call): void {
  const arrived = call.request.raw.complete
  const problem = arrived
    ? new Problem('UNAVAILABLE', { retryAfter: 2, message: 'The answer took too long.' })
    : new Problem('REQUEST_TIMEOUT', { headers: { connection: 'close' } })
  call.expire(problem)
  call.log.warn({ code: problem.code }, 'deadline passed')
  sendProblem(call.reply, problem, call.traceId)
}
