import type { Job, Page } from '@pim/contract'
import type { Database } from '../database/database.ts'
import type { Notifications } from '../database/notifications.ts'
import type { Transaction } from '../database/transaction.ts'
import { findJob, findUnfinishedJob, insertJob, listJobs, type NewJob } from './job-queue.ts'
import { createRunner, type JobHandler, type JobsLog } from './job-runner.ts'

export type { NewJob } from './job-queue.ts'
export { JobFailed, type JobHandler, type JobsLog, type RunningJob } from './job-runner.ts'

/**
 * Work in the background. A job is written in the transaction of the change that wants it; it runs on any one node,
 * is run again when that node dies, and only one of a kind runs in a tenant at a time.
 */
export interface Jobs {
  enqueue(trx: Transaction, tenantId: string, job: NewJob): Promise<string>
  /** A job of the kind that has not ended; two who ask at the same time wait for each other and find the same one. */
  findUnfinished(trx: Transaction, tenantId: string, kind: string): Promise<string | undefined>
  /** What is to be done for a kind; called before `start`. It may run more than once, so it begins where it got to. */
  handle(kind: string, handler: JobHandler): void
  find(tenantId: string, jobId: string): Promise<Job | undefined>
  list(tenantId: string, paging: { pageNumber: number; pageSize: number }): Promise<Page<Job>>
  /** The job once it has ended, or as far as it is when the time is up; undefined where there is none. */
  finished(tenantId: string, jobId: string, timeoutMs: number): Promise<Job | undefined>
  start(): void
  /** Takes no more, asks what runs to stop, and gives it back to the queue. */
  close(): Promise<void>
}

export interface JobsOptions {
  readonly database: Database
  readonly notifications: Notifications
  readonly log: JobsLog
  /** How many run at once on this node. */
  readonly concurrency?: number
  /** How often the queue is looked at without being told of anything: the time a job at worst waits after a crash. */
  readonly pollMs?: number
}

export const jobQueued = 'job-queued'
export const jobEnded = 'job-ended'
const pollForEndMs = 500

export function createJobs({ database, notifications, log, concurrency = 2, pollMs = 2_000 }: JobsOptions): Jobs {
  const runner = createRunner({
    database,
    log,
    concurrency,
    pollMs,
    ended: (trx, tenantId, jobId) => notifications.send(trx, jobEnded, { tenantId, jobId }),
  })
  const stopListening = notifications.listen(jobQueued, () => runner.wake())

  return {
    async enqueue(trx, tenantId, job) {
      const jobId = await insertJob(trx, tenantId, job)
      await notifications.send(trx, jobQueued, {})
      return jobId
    },
    findUnfinished: findUnfinishedJob,
    handle: runner.handle,
    find: (tenantId, jobId) => findJob(database, tenantId, jobId),
    list: (tenantId, paging) => listJobs(database, tenantId, paging),
    async finished(tenantId, jobId, timeoutMs) {
      const until = Date.now() + timeoutMs
      for (;;) {
        const word = nextWordOf(notifications, jobId, Math.min(pollForEndMs, until - Date.now()))
        const job = await findJob(database, tenantId, jobId)
        if (!job || job.finishedAt !== null || Date.now() >= until) {
          word.cancel()
          return job
        }
        await word.came
      }
    },
    start: runner.start,
    async close() {
      stopListening()
      await runner.close()
    },
  }
}

/** Begins to listen at once, so that no word falls between looking and listening. */
function nextWordOf(notifications: Notifications, jobId: string, withinMs: number) {
  const { promise: came, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, Math.max(0, withinMs))
  const stop = notifications.listen(jobEnded, (payload) => {
    if (payload?.jobId === jobId) resolve()
  })
  const cancel = () => {
    clearTimeout(timer)
    stop()
  }
  came.then(cancel)
  return { came, cancel }
}
