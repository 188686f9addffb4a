import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { Problem } from '../../../core/problem.ts'
import type { PictureReply, PictureRequest, PictureResult, PictureTask } from './messages.ts'

const program = fileURLToPath(new URL('./decoder-process.ts', import.meta.url))

export interface PictureDecoderOptions {
  readonly log: Pick<Logger, 'warn'>
  /** Milliseconds that one picture may take; then the process is killed, and started again for the next picture. */
  readonly deadline?: number
  /** Tasks that may wait in the queue; one more is rejected with 503. */
  readonly maxWaiting?: number
}

interface Waiting {
  readonly task: PictureTask
  readonly resolve: (result: PictureResult) => void
  readonly reject: (error: Error) => void
}

/**
 * Decodes pictures in another process, one at a time. The process is started at the first picture, killed when a
 * picture takes too long, and started again after a crash. Only the picture that caused it fails.
 */
export class PictureDecoder {
  readonly #log: Pick<Logger, 'warn'>
  readonly #deadline: number
  readonly #maxWaiting: number
  readonly #waiting: Waiting[] = []
  #child: ChildProcess | undefined
  #current: { taskId: number; waiting: Waiting; timer: NodeJS.Timeout } | undefined
  #lastTaskId = 0
  #closed = false

  constructor({ log, deadline = 20_000, maxWaiting = 200 }: PictureDecoderOptions) {
    this.#log = log
    this.#deadline = deadline
    this.#maxWaiting = maxWaiting
  }

  /**
   * The pixel size after rotation. Rejects with `IMAGE_UNREADABLE` for a broken picture, `UNAVAILABLE` for a full
   * queue.
   */
  run(task: PictureTask): Promise<PictureResult> {
    if (this.#closed || this.#waiting.length >= this.#maxWaiting) {
      return Promise.reject(new Problem('UNAVAILABLE', { message: 'Too many pictures at once.', retryAfter: 2 }))
    }
    return new Promise((resolve, reject) => {
      this.#waiting.push({ task, resolve, reject })
      this.#next()
    })
  }

  close(): void {
    this.#closed = true
    for (const { reject } of this.#waiting.splice(0)) reject(new Problem('UNAVAILABLE'))
    this.#child?.kill('SIGKILL')
  }

  #next(): void {
    if (this.#current) return
    const waiting = this.#waiting.shift()
    if (!waiting) return
    const child = this.#process()
    const taskId = ++this.#lastTaskId
    const timer = setTimeout(() => child.kill('SIGKILL'), this.#deadline)
    this.#current = { taskId, waiting, timer }
    const request: PictureRequest = { taskId, task: waiting.task }
    child.send(request, (error) => {
      if (error) this.#settle(taskId, () => waiting.reject(unreadable(error.message)))
    })
  }

  #process(): ChildProcess {
    if (this.#child) return this.#child
    const child = fork(program, {
      execArgv: ['--max-old-space-size=128', '--disable-warning=ExperimentalWarning'],
      // The process gets none of the server's environment, because that holds secrets.
      env: { PATH: process.env.PATH, MALLOC_ARENA_MAX: '2' },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    child.on('message', (message: PictureReply) => this.#onReply(message))
    child.on('exit', (code, signal) => this.#onExit(child, code, signal))
    child.on('error', (error) => this.#log.warn({ err: error }, 'the picture process failed'))
    // Does not keep the server's process alive.
    child.unref()
    child.channel?.unref()
    this.#child = child
    return child
  }

  #onReply(reply: PictureReply): void {
    const waiting = this.#current?.waiting
    this.#settle(reply.taskId, () =>
      'result' in reply ? waiting?.resolve(reply.result) : waiting?.reject(unreadable(reply.error)),
    )
  }

  #onExit(child: ChildProcess, code: number | null, signal: NodeJS.Signals | null): void {
    if (this.#child === child) this.#child = undefined
    const current = this.#current
    if (!current) return
    this.#log.warn({ code, signal }, 'the picture process ended in the middle of a picture')
    this.#settle(current.taskId, () => current.waiting.reject(unreadable('the decoder process ended')))
  }

  #settle(taskId: number, settle: () => void): void {
    if (this.#current?.taskId !== taskId) return
    clearTimeout(this.#current.timer)
    this.#current = undefined
    settle()
    this.#next()
  }
}

function unreadable(cause: string): Problem {
  return new Problem('IMAGE_UNREADABLE', { cause: new Error(cause) })
}
