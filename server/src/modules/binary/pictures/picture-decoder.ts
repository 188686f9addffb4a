import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { Problem } from '../../../core/problem.ts'
import { TaskRefused, WorkerEnded, WorkerPool } from '../../../platform/worker-process/index.ts'
import { NoPicture, type PictureRefusal, type PictureResult, type PictureTask } from './messages.ts'

const program = fileURLToPath(new URL('./decoder-process.ts', import.meta.url))

export interface PictureDecoderOptions {
  readonly log: Pick<Logger, 'warn'>
  /** Processes at once, at least two. */
  readonly processes?: number
  /** For one picture; see `WorkerLimits`. */
  readonly cpuSeconds?: number
  readonly dataMegabytes?: number
  readonly deadline?: number
  /** Tasks of one tenant that may wait; one more is rejected with 503. */
  readonly maxWaiting?: number
}

/** Decodes pictures in processes of their own. */
export class PictureDecoder {
  readonly #pool: WorkerPool

  constructor({
    cpuSeconds = 8,
    dataMegabytes = 1_280,
    deadline = 60_000,
    maxWaiting = 200,
    ...options
  }: PictureDecoderOptions) {
    const message = 'Too many pictures at once.'
    const limits = { cpuSeconds, dataMegabytes, heapMegabytes: 128, deadline, maxWaiting }
    this.#pool = new WorkerPool({ ...limits, message, ...options })
  }

  /** Tasks that were given to a process. */
  get begun(): number {
    return this.#pool.begun
  }

  /** Ids of the processes that are there now. */
  get pids(): number[] {
    return this.#pool.pids
  }

  /**
   * Rejects with `NoPicture` where no picture can be made of the file, with `UNAVAILABLE` where it may be possible
   * later, and with the signal's reason where the caller no longer waits.
   */
  async run(tenantId: string, task: PictureTask, signal?: AbortSignal): Promise<PictureResult> {
    const place = await this.#pool.take(tenantId, signal)
    const { promise, resolve, reject } = Promise.withResolvers<PictureResult>()
    // One that is being made is made to its end, so that its process has not to be started anew.
    const leave = () => reject(signal?.reason)
    signal?.addEventListener('abort', leave, { once: true })
    resultOf(place.parts(program, task)).then(resolve, reject)
    return promise.finally(() => signal?.removeEventListener('abort', leave))
  }

  close(): void {
    this.#pool.close()
  }
}

async function resultOf(parts: AsyncIterable<unknown>): Promise<PictureResult> {
  try {
    let result: PictureResult | undefined
    for await (const part of parts) result = part as PictureResult
    if (result === undefined) throw new Error('a picture has a result')
    return result
  } catch (error) {
    if (error instanceof TaskRefused) throw new NoPicture(error.refusal as PictureRefusal)
    throw error instanceof WorkerEnded ? reasonOf(error) : error
  }
}

/**
 * Whether the picture is the cause, or may be better off the next time. A picture that is late although it had CPU time
 * left met a machine that is too busy.
 */
function reasonOf({ causeOfEnd, signal }: WorkerEnded): Error {
  if (causeOfEnd === 'cpu')
    return new NoPicture({ reason: 'cost', message: 'it took more CPU time than a picture may take' })
  if (causeOfEnd === 'memory')
    return new NoPicture({ reason: 'cost', message: 'it took more memory than a picture may take' })
  if (causeOfEnd === 'damaged') return new NoPicture({ reason: 'damaged', message: `the decoder ended by ${signal}` })
  return new Problem('UNAVAILABLE', { message: 'The picture could not be made now.', retryAfter: 2 })
}
