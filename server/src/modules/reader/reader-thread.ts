import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { LayoutDiffers } from './file/reader-file.ts'
import type { Answers, Kind, Reply, Request } from './questions.ts'

const program = fileURLToPath(new URL('./thread.ts', import.meta.url))

/** A file that cannot be read: damaged, of another layout, or gone. */
export class FileUnreadable extends Error {}

/** SQLite's codes for that: I/O, damaged, cannot be opened, no database. */
const unreadable: ReadonlySet<unknown> = new Set([10, 11, 14, 26])

const isUnreadableCode = (code: number | undefined): boolean => code === undefined || unreadable.has(code & 0xff)

const errorOf = ({ message, code }: { readonly message: string; readonly code: number | undefined }): Error =>
  isUnreadableCode(code) ? new FileUnreadable(message) : new Error(`${message} (SQLite ${code})`)

/** Whether it was thrown as a file was opened or read, and the file is why. */
export const isUnreadable = (error: unknown): error is Error =>
  error instanceof LayoutDiffers ||
  (error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' && isUnreadableCode(error.errcode))

/** There is no answer, for no fault of the file: the thread has ended, or was ended. */
export class ThreadEnded extends Error {}

/** A query that took too long; its thread ends with the step of SQLite that it is at, and others are asked of a new one. */
export class QueryTooLong extends ThreadEnded {}

interface Waiting {
  readonly resolve: (answer: never) => void
  readonly reject: (error: Error) => void
}

/** A thread that works on files, one question at a time; it is started when it is asked, and again when it has ended. */
export class ReaderThread {
  readonly #options: { readonly isWriter: boolean; readonly mostOpen: number }
  readonly #waiting = new Map<number, Waiting>()
  #worker: Worker | undefined
  #lastId = 0
  #isClosed = false

  constructor(options: { readonly isWriter: boolean; readonly mostOpen: number }) {
    this.#options = options
  }

  /** `milliseconds`: from now; undefined: it is waited for as long as it takes. */
  ask<Asked extends Kind>(
    path: string,
    kind: Asked,
    ask: Answers[Asked]['ask'],
    milliseconds?: number,
  ): Promise<Answers[Asked]['answer']> {
    if (this.#isClosed) return Promise.reject(new ThreadEnded('closed'))
    const id = ++this.#lastId
    return new Promise((resolve, reject) => {
      const timer =
        milliseconds === undefined
          ? undefined
          : setTimeout(() => this.#end(new QueryTooLong('took too long')), milliseconds)
      this.#waiting.set(id, {
        resolve: (answer) => {
          clearTimeout(timer)
          resolve(answer)
        },
        reject: (error) => {
          clearTimeout(timer)
          reject(error)
        },
      })
      this.#started().postMessage({ id, path, kind, ask } satisfies Request<Asked>)
    })
  }

  async close(): Promise<void> {
    this.#isClosed = true
    const worker = this.#worker
    this.#end(new ThreadEnded('closed'))
    await worker?.terminate()
  }

  #started(): Worker {
    if (this.#worker !== undefined) return this.#worker
    const worker = new Worker(program, {
      workerData: this.#options,
      // `node:sqlite` is new enough for Node to warn of it in each thread.
      execArgv: ['--disable-warning=ExperimentalWarning'],
    })
    worker.unref()
    worker.on('message', (reply: Reply) => {
      const waiting = this.#waiting.get(reply.id)
      this.#waiting.delete(reply.id)
      if ('error' in reply) waiting?.reject(errorOf(reply.error))
      else waiting?.resolve(reply.answer as never)
    })
    worker.on('error', (error) => {
      if (this.#worker === worker) this.#end(new ThreadEnded(error.message, { cause: error }))
    })
    worker.on('exit', () => {
      if (this.#worker === worker) this.#end(new ThreadEnded('the thread has ended'))
    })
    this.#worker = worker
    return worker
  }

  #end(error: Error): void {
    const worker = this.#worker
    this.#worker = undefined
    const waiting = [...this.#waiting.values()]
    this.#waiting.clear()
    for (const { reject } of waiting) reject(error)
    void worker?.terminate()
  }
}
