import type { PausedJob } from '@pim/contract'
import type { Transactions } from '../database/database.ts'
import type { Transaction } from '../database/transaction.ts'
import {
  type ClaimedJob,
  claimJob,
  deleteOldJobs,
  failJob,
  finishJob,
  leaseSeconds,
  maxAttempts,
  renewLeases,
  requeueAbandoned,
  returnJob,
  runKeyOf,
  saveProgress,
} from './job-queue.ts'
import { type FindStanding, type JobRights, type JobsActFor, RightsEnded, rightsOf } from './job-rights.ts'
import { pauseJob } from './paused-jobs.ts'

export interface RunningJob extends ClaimedJob {
  /** Aborts when the server stops or another node has taken the job over. */
  readonly signal: AbortSignal
  /** Of a job that acts for a person it also asks whether the person still may. */
  progress(doneCount: number, totalCount?: number): Promise<void>
  /**
   * The transactions of the job. Where it acts for a person, each of them begins with the question whether that person may do
   * this now; they throw `RightsEnded` where not, and the job waits for somebody who may.
   */
  readonly database: Transactions
}
export type JobHandler = (job: RunningJob) => Promise<Record<string, unknown>>

/** Thrown by a handler to fail its job without a further attempt. The message is shown to members of the tenant. */
export class JobFailed extends Error {
  override readonly name = 'JobFailed'
}

/** Ids of tenants. */
export type FindTenants = (system: Transaction) => Promise<readonly string[]>

export interface JobsLog {
  warn(details: object, message: string): void
}

interface RunnerOptions {
  readonly database: Transactions
  readonly log: JobsLog
  readonly concurrency: number
  readonly pollMs: number
  readonly ended: (trx: Transaction, tenantId: string, jobId: string) => Promise<void>
}

const progressEveryMs = 250
const deleteOldEveryMs = 3_600_000
const closeWithinMs = 5_000
/** Slices that are being written may hold what is paused. */
const stopTimeouts = { statementMs: 30_000, deadlineMs: 60_000 }

export function createRunner({ database, log, concurrency, pollMs, ended }: RunnerOptions) {
  const kinds = new Map<string, { readonly actsFor: JobsActFor; readonly handler: JobHandler }>()
  let findStanding: FindStanding = async () => {
    throw new Error('nobody says what the people of jobs may do')
  }
  const running = new Map<string, { job: ClaimedJob; stop: AbortController; done: Promise<void> }>()
  let findHeldBack: FindTenants = async () => []
  let isOpen = false
  let claiming: Promise<void> | undefined
  let claimAgain = false
  const timers: NodeJS.Timeout[] = []

  /** Claims jobs, one claim at a time; a call during a claim causes another one after it. */
  function wake(): void {
    if (!isOpen) return
    claimAgain = true
    claiming ??= claimJobs().finally(() => {
      claiming = undefined
    })
  }

  async function claimJobs(): Promise<void> {
    while (claimAgain && isOpen && running.size < concurrency) {
      claimAgain = false
      try {
        const job = await database.asSystem(async (trx) => claimJob(trx, [...kinds.keys()], await findHeldBack(trx)))
        if (!job) continue
        claimAgain = true
        start(job)
      } catch (error) {
        // A unique violation: two servers claimed jobs of one kind and tenant at once. The next poll tries again.
        if (!isUniqueViolation(error)) log.warn({ err: error }, 'the job queue could not be read')
      }
    }
  }

  function start(job: ClaimedJob): void {
    const stop = new AbortController()
    const done = run(job, stop.signal).finally(() => {
      running.delete(runKeyOf(job))
      wake()
    })
    running.set(runKeyOf(job), { job, stop, done })
  }

  async function run(job: ClaimedJob, signal: AbortSignal): Promise<void> {
    const progress = progressOf(job)
    try {
      const kind = kinds.get(job.kind)
      if (!kind) throw new JobFailed(`nothing here does "${job.kind}"`)
      const rights =
        kind.actsFor === 'nobody' ? everything : rightsOf(job, job.needs ?? kind.actsFor.needs, database, findStanding)
      await rights.check()
      const report: RunningJob['progress'] = async (...figures) => {
        await rights.check()
        await progress.report(...figures)
      }
      const result = await kind.handler({ ...job, signal, database: rights.database, progress: report })
      await progress.flush()
      await saveEnd(job, (trx) => finishJob(trx, job, result))
    } catch (error) {
      await progress.flush()
      if (error instanceof RightsEnded) await stop(job, error.paused)
      else await saveEnd(job, (trx) => afterFailure(trx, job, error, signal))
    }
  }

  /** In one transaction with what is noted beside the job, which is of the tenant. */
  async function stop(job: ClaimedJob, paused: PausedJob): Promise<void> {
    const { jobId, kind, tenantId } = job
    log.warn({ jobId, kind, tenantId, ...paused }, 'a job stops: who it runs for may not do it any more')
    const actsFor = kinds.get(kind)?.actsFor
    const whenPaused = actsFor === 'nobody' ? undefined : actsFor?.whenPaused
    const inTenant: Transactions['asSystem'] = (work) => database.inTenant(tenantId, work, stopTimeouts)
    await saveEnd(
      job,
      async (trx) => {
        const result = await whenPaused?.(trx, job, paused)
        return result ? finishJob(trx, job, result) : pauseJob(trx, job, paused)
      },
      inTenant,
    )
  }

  /** Of jobs that act for nobody. */
  const everything: JobRights = { check: async () => {}, database }

  /** Writes the outcome of a job, with retries while the database is away. Where that fails, the lease expires. */
  async function saveEnd(
    job: ClaimedJob,
    write: (trx: Transaction) => Promise<unknown>,
    transact: Transactions['asSystem'] = database.asSystem,
  ): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await transact(async (trx) => {
          await write(trx)
          await ended(trx, job.tenantId, job.jobId)
        })
      } catch (error) {
        log.warn({ err: error, jobId: job.jobId }, 'the end of a job could not be saved')
        if (attempt === 3 || !isOpen) return
        await new Promise((resolve) => setTimeout(resolve, 500 * attempt).unref())
      }
    }
  }

  async function afterFailure(trx: Transaction, job: ClaimedJob, error: unknown, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return returnJob(trx, job, 0, false)
    if (error instanceof JobFailed) return failJob(trx, job, error.message)
    log.warn({ err: error, jobId: job.jobId, kind: job.kind, attempt: job.attempt }, 'a job failed')
    if (job.attempt < maxAttempts) return returnJob(trx, job, 2 ** job.attempt - 1)
    // The error itself goes to the log only, because all members of the tenant can read the message.
    return failJob(trx, job, `It failed ${maxAttempts} times. The server's log has the reason.`)
  }

  function progressOf(job: ClaimedJob) {
    let savedAt = 0
    let unsaved: [number, number | undefined] | undefined
    const save = async (done: number, total?: number) => {
      savedAt = Date.now()
      unsaved = undefined
      await database.asSystem((trx) => saveProgress(trx, job, done, total)).catch(() => {})
    }
    return {
      /** Throttled: handlers may call it as often as they like, it is saved a few times a second. */
      report: async (done: number, total?: number): Promise<void> => {
        if (Date.now() - savedAt >= progressEveryMs) return save(done, total)
        unsaved = [done, total]
      },
      flush: async (): Promise<void> => (unsaved ? save(...unsaved) : undefined),
    }
  }

  async function renew(): Promise<void> {
    if (running.size === 0) return
    const held = [...running.values()]
    try {
      const [stillHeld, heldBack] = await database.asSystem((trx) =>
        Promise.all([
          renewLeases(
            trx,
            held.map(({ job }) => job),
          ),
          findHeldBack(trx),
        ]),
      )
      for (const { job, stop } of held)
        if (heldBack.includes(job.tenantId)) stop.abort(new Error('the jobs of its tenant wait'))
      for (const { job, stop } of held)
        if (!stillHeld.has(runKeyOf(job)) && running.has(runKeyOf(job)))
          stop.abort(new Error('taken over by another node'))
    } catch (error) {
      log.warn({ err: error }, 'the leases of running jobs could not be renewed')
    }
  }

  const maintain = (write: (trx: Transaction) => Promise<void>): Promise<void> =>
    database.asSystem(write).catch((error: unknown) => log.warn({ err: error }, 'the job queue could not be tidied'))

  return {
    handle(kind: string, actsFor: JobsActFor, handler: JobHandler): void {
      kinds.set(kind, { actsFor, handler })
    },
    actsFor: (kind: string): JobsActFor | undefined => kinds.get(kind)?.actsFor,
    askRights(find: FindStanding): void {
      findStanding = find
    },
    holdBack(findTenants: FindTenants): void {
      findHeldBack = findTenants
    },
    wake,
    start(): void {
      isOpen = true
      const every = (ms: number, act: () => unknown) => timers.push(setInterval(act, ms).unref())
      every(pollMs, () => maintain(requeueAbandoned).then(wake))
      every((leaseSeconds * 1_000) / 3, renew)
      every(deleteOldEveryMs, () => maintain(deleteOldJobs))
      void maintain(requeueAbandoned).then(wake)
    },
    async close(): Promise<void> {
      isOpen = false
      for (const timer of timers) clearInterval(timer)
      await claiming
      for (const { stop } of running.values()) stop.abort(new Error('the server stops'))
      const all = Promise.allSettled([...running.values()].map(({ done }) => done))
      await Promise.race([all, new Promise((resolve) => setTimeout(resolve, closeWithinMs).unref())])
    },
  }
}

const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '23505'
