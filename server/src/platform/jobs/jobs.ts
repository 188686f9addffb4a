import type { Job, Page, PausedJob } from '@pim/contract'
import type { Database } from '../database/database.ts'
import type { Notifications } from '../database/notifications.ts'
import type { Transaction } from '../database/transaction.ts'
import { findJob, findUnfinishedJob, insertJob, listJobs, type NewJob } from './job-queue.ts'
import type { FindStanding, JobsActFor } from './job-rights.ts'
import { createRunner, type FindTenants, type JobHandler, type JobsLog } from './job-runner.ts'
import { endPausedJob, findPausedJob, takeOverJob } from './paused-jobs.ts'

export type { NewJob } from './job-queue.ts'
export type { FindStanding, JobsActFor, Standing } from './job-rights.ts'
export { JobFailed, type JobHandler, type JobsLog, type RunningJob } from './job-runner.ts'

/**
 * Background jobs in a table of the database. A job is enqueued in the transaction of the change that needs it, runs on
 * one of the servers, and runs again when that server dies. Only one job of a kind runs in a tenant at a time.
 */
export interface Jobs {
  enqueue(trx: Transaction, tenantId: string, job: NewJob): Promise<string>
  /** The id of an unfinished job of the kind. Concurrent callers wait for each other, so that they enqueue only one. */
  findUnfinished(trx: Transaction, tenantId: string, kind: string): Promise<string | undefined>
  /**
   * Registers the handler of a kind, before `start`. It may run more than once for a job, so it has to be idempotent.
   */
  handle(kind: string, actsFor: JobsActFor, handler: JobHandler): void
  /** Who says what the people and keys may do that jobs act for. Before that no such job runs. */
  askRights(findStanding: FindStanding): void
  /** Whom the jobs of a kind act for; undefined where nobody here does them. */
  actsFor(kind: string): JobsActFor | undefined
  /** Why a job waits for somebody who may do it; undefined where it does not. */
  findPaused(trx: Transaction, tenantId: string, jobId: string): Promise<PausedJob | undefined>
  /** The caller has checked the role. False where the job does not wait. */
  takeOver(trx: Transaction, tenantId: string, jobId: string, by: string): Promise<boolean>
  endPaused(trx: Transaction, tenantId: string, jobId: string, by: string): Promise<boolean>
  /** The jobs of these tenants wait; one that runs goes back to the queue. */
  holdBack(findTenants: FindTenants): void
  find(tenantId: string, jobId: string): Promise<Job | undefined>
  list(tenantId: string, paging: { pageNumber: number; pageSize: number }): Promise<Page<Job>>
  /**
   * Waits until the job has ended, at most `timeoutMs`, and returns its state then; undefined where there is no such
   * job.
   */
  finished(tenantId: string, jobId: string, timeoutMs: number): Promise<Job | undefined>
  start(): void
  /** Claims no more jobs, aborts the running ones, and returns them to the queue. */
  close(): Promise<void>
}

export interface JobsOptions {
  readonly database: Database
  readonly notifications: Notifications
  readonly log: JobsLog
  /** Jobs that run at once on this server. */
  readonly concurrency?: number
  /** Interval of polling the queue, for jobs whose notification was missed or whose lease has expired. */
  readonly pollMs?: number
}

export const jobQueued = 'job-queued'
export const jobEnded = 'job-ended'
const pollForEndMs = 500

export function createJobs({ database, notifications, log, concurrency = 2, pollMs = 2_000 }: JobsOptions): Jobs {
  const runner = createRunner({
    database: database.forJobs,
    log,
    concurrency,
    pollMs,
    ended: (trx, tenantId, jobId) => notifications.send(trx, jobEnded, { tenantId, jobId }),
  })
  const stopListening = notifications.listen(jobQueued, () => runner.wake())

  const besideOf = (kind: string) => {
    const actsFor = runner.actsFor(kind)
    return actsFor === 'nobody' ? undefined : actsFor
  }

  return {
    async enqueue(trx, tenantId, job) {
      const jobId = await insertJob(trx, tenantId, job)
      await notifications.send(trx, jobQueued, {})
      return jobId
    },
    findUnfinished: findUnfinishedJob,
    handle: runner.handle,
    askRights: runner.askRights,
    actsFor: runner.actsFor,
    findPaused: async (trx, tenantId, jobId) => (await findPausedJob(trx, tenantId, jobId))?.paused ?? undefined,
    async takeOver(trx, tenantId, jobId, by) {
      const job = await findPausedJob(trx, tenantId, jobId)
      if (job === undefined) return false
      await besideOf(job.kind)?.whenTakenOver?.(trx, { tenantId, input: job.input }, by)
      const isTaken = await takeOverJob(trx, tenantId, jobId, by)
      await notifications.send(trx, jobQueued, {})
      return isTaken
    },
    async endPaused(trx, tenantId, jobId, by) {
      const job = await findPausedJob(trx, tenantId, jobId)
      if (job === undefined) return false
      await besideOf(job.kind)?.whenEnded?.(trx, { tenantId, input: job.input }, by)
      const isEnded = await endPausedJob(trx, tenantId, jobId)
      await notifications.send(trx, jobEnded, { tenantId, jobId })
      return isEnded
    },
    holdBack: runner.holdBack,
    find: (tenantId, jobId) => findJob(database, tenantId, jobId),
    list: (tenantId, paging) => listJobs(database, tenantId, paging),
    async finished(tenantId, jobId, timeoutMs) {
      const until = Date.now() + timeoutMs
      for (;;) {
        const next = nextNotification(notifications, jobId, Math.min(pollForEndMs, until - Date.now()))
        const job = await findJob(database, tenantId, jobId)
        if (!job || job.finishedAt !== null || Date.now() >= until) {
          next.cancel()
          return job
        }
        await next.arrived
      }
    },
    start: runner.start,
    async close() {
      stopListening()
      await runner.close()
    },
  }
}

/**
 * `arrived` resolves at the job's next notification or after `withinMs`. Called before the job is read, so that no
 * notification is missed in between.
 */
function nextNotification(notifications: Notifications, jobId: string, withinMs: number) {
  const { promise: arrived, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, Math.max(0, withinMs))
  const stop = notifications.listen(jobEnded, (payload) => {
    if (payload?.jobId === jobId) resolve()
  })
  const cancel = () => {
    clearTimeout(timer)
    stop()
  }
  arrived.then(cancel)
  return { arrived, cancel }
}
