import { type Problem, partProblem } from '../../../core/problem.ts'
import type { Transactions } from '../../../platform/database/database.ts'
import type { Transaction } from '../../../platform/database/transaction.ts'
import { runKeyOf } from '../../../platform/jobs/job-queue.ts'
import type { RunningJob } from '../../../platform/jobs/jobs.ts'
import { findBulkChange, lockSlices, moveBulkChange } from '../store/bulk-change.repository.ts'
import type { StoredBulkChange } from './bulk-change.ts'

export type Working = Extract<StoredBulkChange['state'], 'rehearsing' | 'executing'>

export const bulkChangeIdOf = ({ input }: Pick<RunningJob, 'input'>): string => String(input.bulkChangeId)

/**
 * Takes the bulk change for this attempt of the job: what an earlier attempt, whose lease has expired, would still write has
 * no effect from then on. Undefined where somebody has stopped it, or another job is at it.
 */
export async function takeOver(
  trx: Transaction,
  job: RunningJob,
  state: Working,
): Promise<StoredBulkChange | undefined> {
  await lockSlices(trx, job.tenantId, bulkChangeIdOf(job), 'exclusive')
  const bulkChange = await findBulkChange(trx, job.tenantId, bulkChangeIdOf(job), { lock: true })
  if (bulkChange?.state !== state || bulkChange.jobId !== job.jobId) return undefined
  await moveBulkChange(trx, job.tenantId, bulkChange.bulkChangeId, { runner: runKeyOf(job) })
  return bulkChange
}

/**
 * Locks the bulk change for one slice, so that whoever pauses or cancels it waits for the end of the slice and no longer. Undefined
 * where it was stopped, or another attempt has taken it over.
 */
export async function holdForSlice(
  trx: Transaction,
  job: RunningJob,
  state: Working,
): Promise<StoredBulkChange | undefined> {
  return workedOn(job, state, await findBulkChange(trx, job.tenantId, bulkChangeIdOf(job), { lock: true }))
}

/** Whether this attempt still has the bulk change, as of now. */
export const isHeld = async (trx: Transaction, job: RunningJob, state: Working): Promise<boolean> =>
  workedOn(job, state, await findBulkChange(trx, job.tenantId, bulkChangeIdOf(job))) !== undefined

/** The same for slices that are written side by side: its row stays free for the counts of the other one. */
export async function joinForSlice(
  trx: Transaction,
  job: RunningJob,
  state: Working,
): Promise<StoredBulkChange | undefined> {
  await lockSlices(trx, job.tenantId, bulkChangeIdOf(job), 'shared')
  return workedOn(job, state, await findBulkChange(trx, job.tenantId, bulkChangeIdOf(job)))
}

const workedOn = (
  job: RunningJob,
  state: Working,
  bulkChange: StoredBulkChange | undefined,
): StoredBulkChange | undefined =>
  bulkChange?.state === state && bulkChange.runner === runKeyOf(job) ? bulkChange : undefined

/** Ends it for good: nobody can mend what is asked for. */
export async function fails(
  database: Transactions,
  job: RunningJob,
  state: Working,
  found: Problem,
): Promise<Record<string, unknown>> {
  const bulkChangeId = bulkChangeIdOf(job)
  const problem = partProblem(found)
  await database.inTenant(job.tenantId, async (trx) => {
    if ((await holdForSlice(trx, job, state)) !== undefined)
      await moveBulkChange(trx, job.tenantId, bulkChangeId, { state: 'failed', problem, isEnded: true })
  })
  return { bulkChangeId, problem }
}
