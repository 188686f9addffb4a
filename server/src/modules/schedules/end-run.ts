import { maxFailuresInARow } from '@pim/contract'
import { jobKinds } from '@pim/contract/jobs/kinds.ts'
import { newId } from '../../platform/database/new-id.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { findSchedule, moveSchedule, type ScheduleMove } from './schedule.repository.ts'
import { deleteRun, findRun, insertRun, moveRun, rememberTaken } from './schedule-run.repository.ts'
import type { RunEnd, StoredRun, StoredSchedule } from './stored-schedule.ts'

type Beginning = Pick<StoredRun, 'askedBy' | 'isNext'>

/** With the job that looks for a file. The caller has locked the schedule, and it has no run. */
export async function beginRun(
  trx: Transaction,
  jobs: Jobs,
  tenantId: string,
  { scheduleId, ownerId }: Pick<StoredSchedule, 'scheduleId' | 'ownerId'>,
  beginning: Beginning,
): Promise<string> {
  const runId = newId()
  const input = { scheduleId, runId }
  const jobId = await jobs.enqueue(trx, tenantId, { kind: jobKinds.runSchedule, input, createdBy: ownerId })
  await insertRun(trx, tenantId, { runId, scheduleId, jobId, ...beginning })
  return runId
}

/**
 * Writes how a run has ended, and what follows for its schedule. Does nothing where it has ended already: several servers may find
 * the same end.
 */
export async function endRun(
  trx: Transaction,
  jobs: Jobs,
  tenantId: string,
  { runId, scheduleId }: Pick<StoredRun, 'runId' | 'scheduleId'>,
  end: RunEnd,
): Promise<void> {
  const schedule = await findSchedule(trx, tenantId, scheduleId, 'wait')
  if (schedule?.openRunId !== runId) return
  const run = await findRun(trx, tenantId, runId)
  const { outcome, problem, counts } = end
  if (run?.isNext && outcome === 'nothingNew') await deleteRun(trx, tenantId, runId)
  else
    await moveRun(trx, tenantId, runId, {
      step: 'ended',
      outcome,
      ...(problem && { problem }),
      ...(counts && { counts }),
    })
  const seen = end.seen ?? run?.seen ?? undefined
  const isTaken = outcome !== 'failed' && seen !== undefined
  const { file, sha256 } = seen ?? {}
  if (isTaken && file !== undefined && sha256 !== undefined)
    await rememberTaken(trx, tenantId, scheduleId, { ...file, sha256 })
  // The folder may have more files, and the next one is not to wait for the next time.
  const hasNext =
    isTaken && file !== undefined && run !== undefined && (schedule.state === 'active' || run.askedBy !== null)
  const openRunId = hasNext
    ? await beginRun(trx, jobs, tenantId, schedule, { askedBy: run.askedBy, isNext: true })
    : null
  const after = afterRun(schedule, end)
  const wakeAt = openRunId === null ? (after.nextAt === undefined ? schedule.nextAt : after.nextAt) : soon()
  await moveSchedule(trx, tenantId, scheduleId, {
    ...after,
    openRunId,
    wakeAt,
    ...(isTaken && { seen }),
  })
}

/** A run that failed counts; too many in a row, or a reason that does not go away by itself, stop the schedule. */
function afterRun({ failures, state }: StoredSchedule, { outcome, stop }: RunEnd): ScheduleMove {
  if (outcome !== 'failed') return { failures: 0 }
  const failed = { failures: failures + 1 }
  const reason = stop ?? (failed.failures >= maxFailuresInARow ? 'FAILED_TOO_OFTEN' : undefined)
  if (reason === undefined || state !== 'active') return failed
  return { ...failed, state: 'stopped', stopReason: reason, nextAt: null }
}

/** When a run that is under way is looked at again, unless one of its jobs ends before. */
const lookAgainMs = 5_000
export const soon = (ms = lookAgainMs): string => new Date(Date.now() + ms).toISOString()
