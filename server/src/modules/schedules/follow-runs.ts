import type { BulkChange } from '@pim/contract'
import { Problem } from '../../core/problem.ts'
import type { Transactions } from '../../platform/database/database.ts'
import type { Notifications } from '../../platform/database/notifications.ts'
import { type Jobs, jobEnded } from '../../platform/jobs/jobs.ts'
import { beginRun, soon } from './end-run.ts'
import { nextTime } from './next-time.ts'
import { allowedOf, type RunParts } from './run-schedule.ts'
import { findAwake, findNow, findSchedule, moveSchedule } from './schedule.repository.ts'
import { findRun, moveRun } from './schedule-run.repository.ts'
import type { RunEnd, StoredRun, StoredSchedule } from './stored-schedule.ts'

export interface FollowParts extends RunParts {
  readonly database: Transactions
  readonly notifications: Notifications
  readonly jobs: Jobs
  readonly onFault: (message: string, cause: unknown) => void
}

/** As often as the queue of jobs is looked at. */
const lookEveryMs = 2_000
const pausedMs = 60_000

const failed = (code: string, message: string): RunEnd => ({ outcome: 'failed', problem: { code, message } })

/**
 * Begins the runs that are due, and takes those that are under way from step to step: every server does, and the lock of the schedule
 * decides which of them does it. Returns a function that ends it.
 */
export function followRuns(parts: FollowParts): () => Promise<void> {
  const { database, notifications, jobs, bulkChanges, onFault } = parts
  let isOpen = true
  let isAsked = false
  let looking: Promise<void> | undefined
  let tenants = new Set<string>()

  async function look(): Promise<void> {
    while (isAsked && isOpen) {
      isAsked = false
      const ended = [...tenants]
      tenants = new Set()
      for (const { tenantId, scheduleId } of await database.asSystem((system) => findAwake(system, ended))) {
        if (!isOpen) return
        await lookAt(tenantId, scheduleId).catch((error) => onFault('a schedule was not looked at', error))
      }
    }
  }

  async function lookAt(tenantId: string, scheduleId: string): Promise<void> {
    const { schedule, run } = await database.inTenantReadOnly(tenantId, async (trx) => {
      const found = await findSchedule(trx, tenantId, scheduleId)
      const openRunId = found?.openRunId
      return { schedule: found, run: openRunId ? await findRun(trx, tenantId, openRunId) : undefined }
    })
    if (schedule === undefined) return
    if (schedule.openRunId === null) return beginWhereDue(tenantId, scheduleId)
    // In a distributed database its row may be lost where its job's is, in a crash.
    if (run === undefined) return release(tenantId, schedule)
    const next = await nextStep(tenantId, schedule, run)
    if ('outcome' in next) return parts.end(tenantId, run, next)
    await database.inTenant(tenantId, async (trx) => {
      const locked = await findSchedule(trx, tenantId, scheduleId, 'skip')
      if (locked?.openRunId !== run.runId) return
      if (next.step !== run.step) await moveRun(trx, tenantId, run.runId, { step: next.step })
      await moveSchedule(trx, tenantId, scheduleId, { wakeAt: soon(next.waitMs) })
    })
  }

  /** A time that was missed is made up for once, and the next one is after now. */
  const beginWhereDue = (tenantId: string, scheduleId: string): Promise<void> =>
    database.inTenant(tenantId, async (trx) => {
      const schedule = await findSchedule(trx, tenantId, scheduleId, 'skip')
      if (schedule === undefined || schedule.openRunId !== null) return
      const now = await findNow(trx)
      const { nextAt: dueAt, plan } = schedule
      if (dueAt === null || new Date(dueAt) > now) return moveSchedule(trx, tenantId, scheduleId, { wakeAt: dueAt })
      const nextAt = nextTime(plan.times, now).toISOString()
      const openRunId = await beginRun(trx, jobs, tenantId, schedule, { askedBy: null, isNext: false })
      await moveSchedule(trx, tenantId, scheduleId, { nextAt, openRunId, wakeAt: soon() })
    })

  const release = (tenantId: string, { scheduleId, openRunId, nextAt }: StoredSchedule): Promise<void> =>
    database.inTenant(tenantId, async (trx) => {
      const locked = await findSchedule(trx, tenantId, scheduleId, 'skip')
      if (locked?.openRunId === openRunId)
        await moveSchedule(trx, tenantId, scheduleId, { openRunId: null, wakeAt: nextAt })
    })

  type Next = RunEnd | { readonly step: StoredRun['step']; readonly waitMs?: number }

  async function nextStep(tenantId: string, schedule: StoredSchedule, run: StoredRun): Promise<Next> {
    if (run.step === 'looking' || run.bulkChangeId === null) {
      const job = await jobs.find(tenantId, run.jobId)
      const isGivenUp = job === undefined || job.status === 'failed'
      return isGivenUp
        ? failed('INTERNAL', 'It failed for a reason that the server has in its log.')
        : { step: run.step }
    }
    const change = await bulkChanges.read(tenantId, run.bulkChangeId).catch((error: unknown) => {
      if (error instanceof Problem && error.code === 'NOT_FOUND') return undefined
      throw error
    })
    if (change === undefined) return failed('INTERNAL', 'The bulk change is gone.')
    const { state, counts } = change
    if (state === 'cancelled') return { outcome: 'cancelled', counts }
    if (run.step === 'rehearsing') {
      if (state === 'rehearsing') return { step: run.step }
      if (state === 'failed') return failed('FILE_UNFIT', 'The file could not be read as the profile says.')
      if (state === 'ready') return decided(tenantId, schedule, change)
      return { step: 'executing' }
    }
    if (state === 'done') return { outcome: 'done', counts }
    if (state === 'failed') return { ...failed('INTERNAL', 'The execution failed.'), counts }
    // Somebody has paused it, or has had it rehearsed again.
    if (state === 'paused') return { step: 'executing', waitMs: pausedMs }
    return state === 'executing' ? { step: run.step } : { outcome: 'waiting', counts }
  }

  async function decided(tenantId: string, schedule: StoredSchedule, change: BulkChange): Promise<Next> {
    const { counts, bulkChangeId, fingerprint } = change
    const afterRehearsal = schedule.plan.kind === 'import' ? schedule.plan.afterRehearsal : 'wait'
    // Rows that are left out are of items that are gone from the file, more than the profile allows.
    const hasProblems = counts.problem + counts.leftOut > 0
    const isEmpty = counts.changed + counts.created + counts.deleted === 0
    if (isEmpty && !hasProblems) return { outcome: 'unchanged', counts }
    if (afterRehearsal === 'wait') return { outcome: 'waiting', counts }
    if (isEmpty || (hasProblems && afterRehearsal === 'runFaultless')) return { outcome: 'heldBack', counts }
    const allowed = await allowedOf(parts, tenantId, schedule)
    if ('outcome' in allowed) return { ...allowed, counts }
    try {
      const editor = { actor: { tenantId, userId: schedule.ownerId }, role: allowed.role }
      await bulkChanges.execute(editor, bulkChangeId, fingerprint)
      return { step: 'executing' }
    } catch (error) {
      // Another server, or a person, was first; or there is no place. It is seen at the next look.
      const mayBeLater = ['INVALID_TRANSITION', 'PLAN_OUTDATED', 'ALREADY_RUNNING']
      if (error instanceof Problem && mayBeLater.includes(error.code)) return { step: 'rehearsing' }
      throw error
    }
  }

  const ask = (tenantId?: string) => {
    isAsked = true
    if (tenantId !== undefined) tenants.add(tenantId)
    looking ??= look()
      .catch((error) => onFault('schedules were not looked at', error))
      .finally(() => {
        looking = undefined
      })
  }
  const timer = setInterval(ask, lookEveryMs).unref()
  const stopListening = notifications.listen(jobEnded, (payload) =>
    ask(typeof payload?.tenantId === 'string' ? payload.tenantId : undefined),
  )
  return async () => {
    isOpen = false
    clearInterval(timer)
    stopListening()
    await looking
  }
}
