import { availableParallelism } from 'node:os'
import { currentCaller } from '../../core/caller.ts'
import { type FairQueueSettings, Turns } from '../../platform/database/fair-queue.ts'
import type { Answers, Kind } from './questions.ts'
import { ReaderThread, ThreadEnded } from './reader-thread.ts'

/** More threads than processors take them from the thread that serves. */
const mostThreads = Math.max(1, Math.min(2, availableParallelism() - 1))

const turnSettings: FairQueueSettings = {
  places: mostThreads,
  placesAlone: mostThreads,
  placesOfTenant: mostThreads,
  placesOfCaller: mostThreads,
  begunOfTenant: Number.POSITIVE_INFINITY,
  waiting: 500,
  waitingOfCaller: 100,
}
/** For how long a question waits for its turn. */
const maxWaitMs = 10_000

/**
 * The threads that answer questions, one at a time each. Tenants take turns, and the callers of one, as for connections to the database:
 * whoever asks much waits for itself.
 */
export class ReadingThreads {
  readonly #threads: readonly ReaderThread[]
  readonly #idle: ReaderThread[]
  readonly #queryMs: number
  readonly #turns = new Turns(turnSettings, maxWaitMs)

  constructor({ mostOpen, queryMs }: { readonly mostOpen: number; readonly queryMs: number }) {
    this.#queryMs = queryMs
    this.#threads = Array.from({ length: mostThreads }, () => new ReaderThread({ isWriter: false, mostOpen }))
    this.#idle = [...this.#threads]
  }

  /** Questions that are not answered. */
  get load(): number {
    return this.#turns.counts.waiting + this.#threads.length - this.#idle.length
  }

  async ask<Asked extends Kind>(
    tenantId: string,
    path: string,
    kind: Asked,
    ask: Answers[Asked]['ask'],
  ): Promise<Answers[Asked]['answer']> {
    const turn = await this.#turns.take({ tenant: tenantId, caller: currentCaller()?.name })
    const begunAt = performance.now()
    // There are as many as turns at once.
    const thread = this.#idle.pop()
    try {
      if (thread === undefined) throw new ThreadEnded('there is no thread')
      // Defence 390, without: return await thread.ask(path, kind, ask)
      return await thread.ask(path, kind, ask, this.#queryMs)
    } finally {
      if (thread !== undefined) this.#idle.push(thread)
      this.#turns.end(turn, performance.now() - begunAt)
    }
  }

  /** In all threads: whoever has the file open lets go of it. */
  async closeFile(path: string): Promise<void> {
    for (const thread of this.#threads) await thread.ask(path, 'close', null).catch(() => null)
  }

  /** Who waits is told so by a thread that is closed. */
  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.close()))
  }
}
