import type { Database } from '../database/database.ts'
import type { Transaction } from '../database/transaction.ts'
import {
  type ClaimedJob,
  claimJob,
  failJob,
  finishJob,
  forgetOldJobs,
  keyOf,
  leaseSeconds,
  mostAttempts,
  renewLeases,
  requeueAbandoned,
  returnJob,
  saveProgress,
} from './job-queue.ts'

export interface RunningJob extends ClaimedJob {
  /** Aborts when the server stops or another node has taken the job over. */
  readonly signal: AbortSignal
  progress(doneCount: number, totalCount?: number): Promise<void>
}
export type JobHandler = (job: RunningJob) => Promise<Record<string, unknown>>

/** There is no use in trying again; whoever asked reads the message. */
export class JobFailed extends Error {
  override readonly name = 'JobFailed'
}

export interface JobsLog {
  warn(details: object, message: string): void
}

interface RunnerOptions {
  readonly database: Database
  readonly log: JobsLog
  readonly concurrency: number
  readonly pollMs: number
  readonly ended: (trx: Transaction, tenantId: string, jobId: string) => Promise<void>
}

const progressEveryMs = 250
const forgetEveryMs = 3_600_000
const closeWithinMs = 5_000

export function createRunner({ database, log, concurrency, pollMs, ended }: RunnerOptions) {
  const handlers = new Map<string, JobHandler>()
  const running = new Map<string, { job: ClaimedJob; stop: AbortController; done: Promise<void> }>()
  let isOpen = false
  let looking: Promise<void> | undefined
  let lookAgain = false
  const timers: NodeJS.Timeout[] = []

  /** Never two looks at once; a word that comes during one leads to another. */
  function wake(): void {
    if (!isOpen) return
    lookAgain = true
    looking ??= look().finally(() => {
      looking = undefined
    })
  }

  async function look(): Promise<void> {
    while (lookAgain && isOpen && running.size < concurrency) {
      lookAgain = false
      try {
        const job = await database.asSystem((trx) => claimJob(trx, [...handlers.keys()]))
        if (!job) continue
        lookAgain = true
        start(job)
      } catch (error) {
        // Two nodes reached for jobs of one kind and tenant in the same moment, or the database is away; the next poll.
        if (!isUniqueViolation(error)) log.warn({ err: error }, 'the job queue could not be read')
      }
    }
  }

  function start(job: ClaimedJob): void {
    const stop = new AbortController()
    const done = run(job, stop.signal).finally(() => {
      running.delete(keyOf(job))
      wake()
    })
    running.set(keyOf(job), { job, stop, done })
  }

  async function run(job: ClaimedJob, signal: AbortSignal): Promise<void> {
    const handler = handlers.get(job.kind)
    const progress = progressOf(job)
    try {
      if (!handler) throw new JobFailed(`nothing here does "${job.kind}"`)
      const result = await handler({ ...job, signal, progress: progress.say })
      await progress.settle()
      await settled(job, (trx) => finishJob(trx, job, result))
    } catch (error) {
      await progress.settle()
      await settled(job, (trx) => afterFailure(trx, job, error, signal))
    }
  }

  /** What became of a job is written down even if the database is away just now. After a crash the lease does it. */
  async function settled(job: ClaimedJob, write: (trx: Transaction) => Promise<unknown>): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await database.asSystem(async (trx) => {
          await write(trx)
          await ended(trx, job.tenantId, job.jobId)
        })
      } catch (error) {
        log.warn({ err: error, jobId: job.jobId }, 'the end of a job could not be written down')
        if (attempt === 3 || !isOpen) return
        await new Promise((resolve) => setTimeout(resolve, 500 * attempt).unref())
      }
    }
  }

  async function afterFailure(trx: Transaction, job: ClaimedJob, error: unknown, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return returnJob(trx, job, 0, false)
    if (error instanceof JobFailed) return failJob(trx, job, error.message)
    log.warn({ err: error, jobId: job.jobId, kind: job.kind, attempt: job.attempt }, 'a job failed')
    if (job.attempt < mostAttempts) return returnJob(trx, job, 2 ** job.attempt - 1)
    // What went wrong inside is for the log, not for every member of the tenant.
    return failJob(trx, job, `It failed ${mostAttempts} times. The server's log has the reason.`)
  }

  function progressOf(job: ClaimedJob) {
    let last = 0
    let waiting: [number, number | undefined] | undefined
    const write = async (done: number, total?: number) => {
      last = Date.now()
      waiting = undefined
      await database.asSystem((trx) => saveProgress(trx, job, done, total)).catch(() => {})
    }
    return {
      /** As often as the handler likes; written a few times a second. */
      say: async (done: number, total?: number): Promise<void> => {
        if (Date.now() - last >= progressEveryMs) return write(done, total)
        waiting = [done, total]
      },
      settle: async (): Promise<void> => (waiting ? write(...waiting) : undefined),
    }
  }

  async function renew(): Promise<void> {
    if (running.size === 0) return
    const held = [...running.values()]
    try {
      const mine = await database.asSystem((trx) =>
        renewLeases(
          trx,
          held.map(({ job }) => job),
        ),
      )
      for (const { job, stop } of held)
        if (!mine.has(keyOf(job)) && running.has(keyOf(job))) stop.abort(new Error('taken over by another node'))
    } catch (error) {
      log.warn({ err: error }, 'the leases of running jobs could not be renewed')
    }
  }

  const quietly = (write: (trx: Transaction) => Promise<void>): Promise<void> =>
    database.asSystem(write).catch((error: unknown) => log.warn({ err: error }, 'the job queue could not be tidied'))

  return {
    handle(kind: string, handler: JobHandler): void {
      handlers.set(kind, handler)
    },
    wake,
    start(): void {
      isOpen = true
      const every = (ms: number, act: () => unknown) => timers.push(setInterval(act, ms).unref())
      every(pollMs, () => quietly(requeueAbandoned).then(wake))
      every((leaseSeconds * 1_000) / 3, renew)
      every(forgetEveryMs, () => quietly(forgetOldJobs))
      void quietly(requeueAbandoned).then(wake)
    },
    async close(): Promise<void> {
      isOpen = false
      for (const timer of timers) clearInterval(timer)
      await looking
      for (const { stop } of running.values()) stop.abort(new Error('the server stops'))
      const all = Promise.allSettled([...running.values()].map(({ done }) => done))
      await Promise.race([all, new Promise((resolve) => setTimeout(resolve, closeWithinMs).unref())])
    },
  }
}

const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '23505'
