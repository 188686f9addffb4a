import { availableParallelism } from 'node:os'
import type { Logger } from 'pino'
import { Problem } from '../../../core/problem.ts'
import { DecoderWorker, type WorkerLimits } from './decoder-worker.ts'
import { FairQueue } from './fair-queue.ts'
import type { PictureResult, PictureTask } from './messages.ts'

export interface PictureDecoderOptions {
  readonly log: Pick<Logger, 'warn'>
  /** Processes at once, at least two. */
  readonly processes?: number
  /** See `WorkerLimits`. */
  readonly cpuSeconds?: number
  readonly dataMegabytes?: number
  readonly deadline?: number
  /** Tasks of one tenant that may wait; one more is rejected with 503. */
  readonly maxWaiting?: number
}

interface Waiting {
  readonly task: PictureTask
  readonly resolve: (result: PictureResult) => void
  readonly reject: (error: Error) => void
}

const restMs = 60_000

/**
 * Decodes pictures in processes of their own. Tenants have their turns one after the other, and none of them has the
 * last process: whatever one of them sends, the others' pictures go on. A process is started when it is needed, ended
 * by the operating system when a picture takes too much, and ended after a minute without work.
 */
export class PictureDecoder {
  readonly #limits: WorkerLimits
  readonly #processes: number
  readonly #maxWaiting: number
  readonly #queue = new FairQueue<Waiting>()
  readonly #idle: DecoderWorker[] = []
  readonly #busy = new Set<DecoderWorker>()
  readonly #runningOf = new Map<string, number>()
  #rest: NodeJS.Timeout | undefined
  #begun = 0
  #closed = false

  constructor({
    log,
    processes,
    cpuSeconds = 8,
    dataMegabytes = 1_280,
    deadline = 60_000,
    maxWaiting = 200,
  }: PictureDecoderOptions) {
    this.#limits = { log, cpuSeconds, dataMegabytes, deadline }
    this.#processes = Math.max(2, processes ?? Math.min(4, availableParallelism()))
    this.#maxWaiting = maxWaiting
  }

  /** Tasks that were given to a process. */
  get begun(): number {
    return this.#begun
  }

  /** Of the processes that are there now. */
  get pids(): number[] {
    return [...this.#idle, ...this.#busy].flatMap(({ pid }) => (pid === undefined ? [] : [pid]))
  }

  /**
   * Rejects with `NoPicture` where no picture can be made of the file, with `UNAVAILABLE` where it may be possible
   * later, and with the signal's reason where the caller no longer waits.
   */
  run(tenantId: string, task: PictureTask, signal?: AbortSignal): Promise<PictureResult> {
    if (this.#closed || this.#queue.countOf(tenantId) >= this.#maxWaiting) {
      return Promise.reject(new Problem('UNAVAILABLE', { message: 'Too many pictures at once.', retryAfter: 2 }))
    }
    if (signal?.aborted) return Promise.reject(signal.reason)
    const { promise, resolve, reject } = Promise.withResolvers<PictureResult>()
    const waiting: Waiting = { task, resolve, reject }
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
    this.#closed = true
    clearTimeout(this.#rest)
    for (const { reject } of this.#queue.takeAll()) reject(new Problem('UNAVAILABLE'))
    for (const worker of [...this.#idle.splice(0), ...this.#busy]) worker.close()
  }

  #next(): void {
    while (this.#busy.size < this.#processes) {
      // Defence 92, without: const next = this.#queue.take(() => true)
      const next = this.#queue.take((tenantId) => (this.#runningOf.get(tenantId) ?? 0) < this.#processes - 1)
      if (next === undefined) return
      this.#begin(next.tenantId, next.work)
    }
  }

  #begin(tenantId: string, { task, resolve, reject }: Waiting): void {
    const worker = this.#worker()
    this.#begun++
    this.#busy.add(worker)
    this.#runningOf.set(tenantId, (this.#runningOf.get(tenantId) ?? 0) + 1)
    const done = () => {
      this.#busy.delete(worker)
      const running = (this.#runningOf.get(tenantId) ?? 1) - 1
      if (running > 0) this.#runningOf.set(tenantId, running)
      else this.#runningOf.delete(tenantId)
      if (worker.isFit && !this.#closed) this.#idle.push(worker)
      else worker.close()
      this.#restLater()
      this.#next()
    }
    worker.run(task).then(
      (result) => {
        resolve(result)
        done()
      },
      (error: Error) => {
        reject(error)
        done()
      },
    )
  }

  #worker(): DecoderWorker {
    for (let worker = this.#idle.pop(); worker !== undefined; worker = this.#idle.pop()) if (worker.isFit) return worker
    return new DecoderWorker(this.#limits)
  }

  #restLater(): void {
    clearTimeout(this.#rest)
    this.#rest = setTimeout(() => {
      for (const worker of this.#idle.splice(0)) worker.close()
    }, restMs)
    this.#rest.unref()
  }
}
