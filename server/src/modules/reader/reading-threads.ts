import { availableParallelism } from 'node:os'
import type { Answers, Kind } from './questions.ts'
import { ReaderThread } from './reader-thread.ts'

/** More threads than processors take them from the thread that serves. */
const mostThreads = Math.max(1, Math.min(2, availableParallelism() - 1))

interface Waiting {
  begin(thread: ReaderThread): Promise<unknown>
}

/**
 * The threads that answer questions, one at a time each. Tenants take turns: whoever asks much waits for itself, and another one for a
 * single question of it.
 */
export class ReadingThreads {
  readonly #threads: readonly ReaderThread[]
  readonly #idle: ReaderThread[]
  readonly #queryMs: number
  /** By tenant; the first one is next. */
  readonly #waiting = new Map<string, Waiting[]>()
  #isClosed = false

  constructor({ mostOpen, queryMs }: { readonly mostOpen: number; readonly queryMs: number }) {
    this.#queryMs = queryMs
    this.#threads = Array.from({ length: mostThreads }, () => new ReaderThread({ isWriter: false, mostOpen }))
    this.#idle = [...this.#threads]
  }

  /** Questions that are not answered. */
  get load(): number {
    return [...this.#waiting.values()].reduce(
      (sum, line) => sum + line.length,
      this.#threads.length - this.#idle.length,
    )
  }

  ask<Asked extends Kind>(
    tenantId: string,
    path: string,
    kind: Asked,
    ask: Answers[Asked]['ask'],
  ): Promise<Answers[Asked]['answer']> {
    return new Promise((resolve, reject) => {
      // Defence 390, without: const begin = (thread: ReaderThread) => thread.ask(path, kind, ask).then(resolve, reject)
      const begin = (thread: ReaderThread) => thread.ask(path, kind, ask, this.#queryMs).then(resolve, reject)
      const line = this.#waiting.get(tenantId)
      if (line === undefined) this.#waiting.set(tenantId, [{ begin }])
      else line.push({ begin })
      this.#next()
    })
  }

  /** In all threads: whoever has the file open lets go of it. */
  async closeFile(path: string): Promise<void> {
    for (const thread of this.#threads) await thread.ask(path, 'close', null).catch(() => null)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all(this.#threads.map((thread) => thread.close()))
    // Who waits is told so by a thread that is closed.
    const [thread] = this.#threads
    const waiting = [...this.#waiting.values()].flat()
    this.#waiting.clear()
    if (thread !== undefined) for (const { begin } of waiting) await begin(thread)
  }

  #next(): void {
    const [first] = this.#waiting
    const thread = this.#idle.at(-1)
    if (first === undefined || thread === undefined || this.#isClosed) return
    const [tenantId, line] = first
    const waiting = line.shift()
    // Behind all others.
    this.#waiting.delete(tenantId)
    if (line.length > 0) this.#waiting.set(tenantId, line)
    if (waiting === undefined) return
    this.#idle.pop()
    void waiting.begin(thread).finally(() => {
      this.#idle.push(thread)
      this.#next()
    })
  }
}
