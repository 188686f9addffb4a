import { availableParallelism } from 'node:os'
import { Problem } from '../../core/problem.ts'
import { FairPlaces } from './fair-places.ts'
import { LimitedWorker, type WorkerLimits } from './limited-worker.ts'

export interface WorkerPoolOptions extends WorkerLimits {
  /** Processes at once, at least two. */
  readonly processes?: number | undefined
  /** Tasks of one tenant that may wait; one more is rejected with 503. */
  readonly maxWaiting: number
  /** For developers: what there is too much of then. */
  readonly message: string
  /** Told the seconds of CPU time that a tenant's task has taken. */
  readonly onSpent?: (tenantId: string, seconds: number) => void
}

/** A place among the processes, for one task. */
export interface WorkerPlace {
  /**
   * Does a task in a process of the program, see `LimitedWorker.parts`; then gives the place back. The signal ends the process in the
   * middle of the task.
   */
  parts(program: string, task: unknown, signal?: AbortSignal): AsyncGenerator<unknown, void>
  /** For whoever has no task after all. */
  leave(): void
}

const restMs = 60_000

/**
 * Processes for the work of tenants. Tenants have their turns one after the other, and none of them has the last process: whatever one of them
 * sends, the others' work goes on. A process is started when it is needed, ended by the operating system when a task
 * takes too much, and ended after a minute without work.
 */
export class WorkerPool {
  readonly #limits: WorkerLimits
  readonly #most: number
  readonly #places: FairPlaces
  readonly #onSpent: WorkerPoolOptions['onSpent']
  readonly #idle: LimitedWorker[] = []
  readonly #busy = new Set<LimitedWorker>()
  #rest: NodeJS.Timeout | undefined
  #begun = 0
  #isClosed = false

  constructor({ processes, maxWaiting, message, onSpent, ...limits }: WorkerPoolOptions) {
    this.#limits = limits
    this.#onSpent = onSpent
    this.#most = Math.max(2, processes ?? Math.min(4, availableParallelism()))
    this.#places = new FairPlaces({ places: this.#most, maxWaiting, message })
  }

  /** Tasks that were given to a process. */
  get begun(): number {
    return this.#begun
  }

  /** Ids of the processes that are there now. */
  get pids(): number[] {
    return [...this.#idle, ...this.#busy].flatMap(({ pid }) => (pid === undefined ? [] : [pid]))
  }

  /** Waits for a place. Rejects with `UNAVAILABLE`, and with the signal's reason where the caller no longer waits. */
  async take(tenantId: string, signal?: AbortSignal): Promise<WorkerPlace> {
    const leave = await this.#places.take(tenantId, signal)
    return { leave, parts: (program, task, stop) => this.#parts(program, task, { tenantId, leave, stop }) }
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#rest)
    this.#places.close()
    for (const worker of [...this.#idle.splice(0), ...this.#busy]) worker.close()
  }

  async *#parts(
    program: string,
    task: unknown,
    {
      tenantId,
      leave,
      stop,
    }: { readonly tenantId: string; readonly leave: () => void; readonly stop: AbortSignal | undefined },
  ): AsyncGenerator<unknown, void> {
    let worker: LimitedWorker | undefined
    let before = 0
    const end = () => worker?.close()
    try {
      stop?.throwIfAborted()
      worker = this.#worker(program)
      before = worker.cpuSeconds
      this.#begun += 1
      this.#busy.add(worker)
      stop?.addEventListener('abort', end, { once: true })
      yield* worker.parts(task)
    } catch (error) {
      stop?.throwIfAborted()
      // Ended with the server, which is no fault of the task.
      if (this.#isClosed) throw new Problem('UNAVAILABLE', { cause: error })
      throw error
    } finally {
      stop?.removeEventListener('abort', end)
      if (worker !== undefined) {
        this.#onSpent?.(tenantId, worker.cpuSeconds - before)
        this.#giveBack(worker)
      }
      leave()
    }
  }

  #giveBack(worker: LimitedWorker): void {
    this.#busy.delete(worker)
    if (worker.isFit && !this.#isClosed) this.#idle.push(worker)
    else worker.close()
    clearTimeout(this.#rest)
    this.#rest = setTimeout(() => {
      for (const idle of this.#idle.splice(0)) idle.close()
    }, restMs)
    this.#rest.unref()
  }

  /** One that rests, of this program; else a new one, in the place of one that rests where there are too many. */
  #worker(program: string): LimitedWorker {
    for (let at = this.#idle.length - 1; at >= 0; at -= 1) {
      const worker = this.#idle[at]
      if (worker?.isFit && worker.program !== program) continue
      this.#idle.splice(at, 1)
      if (worker?.isFit) return worker
    }
    if (this.#idle.length + this.#busy.size >= this.#most) this.#idle.shift()?.close()
    return new LimitedWorker(program, this.#limits)
  }
}
