import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Logger } from 'pino'
import { Problem } from '../../../core/problem.ts'
import { TaskRefused, WorkerEnded, type WorkerPlace, WorkerPool } from '../../../platform/worker-process/index.ts'
import { type EndingCode, UnreadableFile } from '../files/file-problem.ts'
import type { OpenFile } from '../files/open-file.ts'
import { type BudgetSize, CpuBudget } from './cpu-budget.ts'
import type { FileRefusal, FileTask } from './serve-files.ts'

export interface FileWorkersOptions {
  readonly log: Pick<Logger, 'warn'>
  /** Belongs to this process alone, and is removed when it ends. */
  readonly temporaryFolder: string
  /** Room for the file on the disk of that folder; answers what gives it back. */
  readonly takeDisk: (bytes: number) => Promise<() => void>
  readonly processes?: number
  /** For one reading; see `WorkerLimits`. */
  readonly cpuSeconds?: number
  readonly dataMegabytes?: number
  readonly heapMegabytes?: number
  readonly deadline?: number
  /** For all readings of a tenant. */
  readonly budget?: BudgetSize
}

export interface ReadFile {
  readonly open: OpenFile
  readonly byteSize: number
}

/** A program that serves files (`serveFiles`), and what it is to make of one. */
export interface Reading {
  readonly program: string
  readonly task: unknown
}

/** The server passes on what a process sends it; other programs of the machine, and this one, go before that process. */
const isNice = true
const maxWaiting = 50

/**
 * Has files read by processes of their own, each file by one process under limits of CPU time, memory and time. A file that is too much for
 * a process ends that one, and is said to be too much.
 */
export class FileWorkers {
  readonly #options: FileWorkersOptions
  readonly #pool: WorkerPool
  readonly #budget: CpuBudget
  readonly #limits: { readonly cpuSeconds: number; readonly heapMegabytes: number; readonly deadline: number }

  constructor(options: FileWorkersOptions) {
    const { log, temporaryFolder, processes } = options
    const { cpuSeconds = 60, dataMegabytes = 1_280, heapMegabytes = 320, deadline = 600_000 } = options
    this.#options = options
    this.#budget = new CpuBudget(options.budget ?? { seconds: 1_800, perSecond: 0.5 })
    this.#limits = { cpuSeconds, heapMegabytes, deadline }
    this.#pool = new WorkerPool({
      ...this.#limits,
      log,
      dataMegabytes,
      isNice,
      cacheFolder: join(temporaryFolder, 'compiled'),
      processes,
      maxWaiting,
      message: 'Too many files are being read.',
      onSpent: (tenantId, seconds) => this.#budget.spend(tenantId, seconds),
    })
  }

  /** Ids of the processes that are there now. */
  get pids(): number[] {
    return this.#pool.pids
  }

  /**
   * Gives what the program makes of a file, part by part. The signal ends the process, also in the middle of a part. Throws `UnreadableFile`
   * where the file cannot be read, or not within the limits, and `UNAVAILABLE` where it may be read later.
   */
  async *read<Part>(
    tenantId: string,
    { open, byteSize }: ReadFile,
    { program, task }: Reading,
    signal?: AbortSignal,
  ): AsyncGenerator<Part, void> {
    this.#requireBudget(tenantId)
    const place = await this.#pool.take(tenantId, signal)
    let folder: string | undefined
    let giveBack: (() => void) | undefined
    try {
      giveBack = await this.#options.takeDisk(byteSize)
      await mkdir(this.#options.temporaryFolder, { recursive: true })
      folder = await mkdtemp(join(this.#options.temporaryFolder, 'pim-file-'))
      const path = join(folder, 'file')
      const written = createWriteStream(path)
      await pipeline(Readable.from(open(), { objectMode: false }), written, signal === undefined ? {} : { signal })
      yield* this.#parts<Part>(place, { program, task: { path, folder, task } satisfies FileTask<unknown> }, signal)
    } catch (error) {
      signal?.throwIfAborted()
      if (error instanceof Error && 'code' in error && error.code === 'ENOSPC')
        throw new Problem('STORAGE_FULL', { retryAfter: 60, cause: error })
      throw error
    } finally {
      place.leave()
      giveBack?.()
      if (folder !== undefined) await rm(folder, { recursive: true, force: true })
    }
  }

  close(): void {
    this.#pool.close()
  }

  async *#parts<Part>(
    place: WorkerPlace,
    { program, task }: Reading,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<Part, void> {
    try {
      for await (const part of place.parts(program, task, signal)) yield part as Part
    } catch (error) {
      if (error instanceof TaskRefused) throw this.#refused(error.refusal as FileRefusal)
      throw error instanceof WorkerEnded ? this.#reasonOf(error) : error
    }
  }

  #requireBudget(tenantId: string): void {
    const wait = this.#budget.waitOf(tenantId)
    if (wait === 0) return
    const params = { max: Math.round(this.#budget.size.seconds / 60), minutes: Math.ceil(wait / 60) }
    const message = `The files of this tenant have taken ${params.max} minutes of CPU time; wait ${params.minutes} minutes.`
    throw new UnreadableFile({ code: 'BUDGET_SPENT', message, params })
  }

  #refused(refusal: FileRefusal): UnreadableFile {
    if ('problem' in refusal) return new UnreadableFile(refusal.problem)
    if (refusal.isTooLarge) return this.#tooMuch('memory')
    const { message, stack } = refusal
    this.#options.log.warn({ message, stack }, 'the reading of a file failed')
    return brokeOff()
  }

  #reasonOf({ causeOfEnd }: WorkerEnded): UnreadableFile {
    return causeOfEnd === 'damaged' || causeOfEnd === 'broken' ? brokeOff() : this.#tooMuch(causeOfEnd)
  }

  #tooMuch(of: 'cpu' | 'memory' | 'time'): UnreadableFile {
    const { cpuSeconds, heapMegabytes, deadline } = this.#limits
    const found: Record<typeof of, readonly [EndingCode, number, string]> = {
      cpu: ['TOO_MUCH_CPU', cpuSeconds, 'seconds of CPU time'],
      memory: ['TOO_MUCH_MEMORY', heapMegabytes, 'MB of memory'],
      time: ['TOO_MUCH_TIME', deadline / 1_000, 'seconds'],
    }
    const [code, max, unit] = found[of]
    return new UnreadableFile({ code, message: `Reading the file takes more than ${max} ${unit}.`, params: { max } })
  }
}

const brokeOff = (): UnreadableFile =>
  new UnreadableFile({ code: 'READING_BROKE_OFF', message: 'The reading of the file broke off.' })
