import type { FastifyInstance } from 'fastify'
import type { Call } from './call.ts'
import { sendProblem } from './errors.ts'
import { Problem } from './problem.ts'

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
export function watchCalls(app: FastifyInstance, settings: InFlightSettings): InFlight {
  const calls = new Set<Call>()
  let waiting: (() => void)[] = []

  app.addHook('onRequest', (request, _reply, done) => {
    if (calls.size >= settings.maxConcurrent) {
      done(new Problem('UNAVAILABLE', { retryAfter: 1, message: 'The server is full for the moment.' }))
      return
    }
    calls.add(request.call)
    done()
  })
  app.addHook('onResponse', (request, _reply, done) => {
    calls.delete(request.call)
    if (calls.size === 0) {
      for (const resolve of waiting) resolve()
      waiting = []
    }
    done()
  })

  const clock = setInterval(
    () => {
      const latest = performance.now() - settings.deadlineMs
      for (const call of calls) {
        // In the order of arrival: the first that is young enough ends the search.
        if (call.startedAt > latest) break
        if (!isOverdue(call)) continue
        expire(call)
      }
    },
    Math.min(500, settings.deadlineMs / 4),
  )
  clock.unref()
  app.addHook('onClose', (_app, done) => {
    clearInterval(clock)
    done()
  })

  return {
    get count() {
      return calls.size
    },
    idle() {
      if (calls.size === 0) return Promise.resolve()
      return new Promise((resolve) => waiting.push(resolve))
    },
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
