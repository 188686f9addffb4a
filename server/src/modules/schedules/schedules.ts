import { changesLive, maxSchedules, type NewSchedule, type Schedule, type ScheduleRun } from '@pim/contract'
import { reaches } from '@pim/contract/core/roles.ts'
import { jobKinds } from '@pim/contract/jobs/kinds.ts'
import { isTimeZone } from '@pim/field-types'
import { actorOf, type IfMatch, requireMatch } from '../../core/caller.ts'
import { invalidPlace, Problem } from '../../core/problem.ts'
import type { TenantContext } from '../../http/context.ts'
import { HttpResponse } from '../../http/http-response.ts'
import type { Database } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/new-id.ts'
import type { Notifications } from '../../platform/database/notifications.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import type { Fetcher } from '../../platform/fetching/index.ts'
import type { FindStanding, Jobs } from '../../platform/jobs/jobs.ts'
import { ObjectMissing, type ObjectStore } from '../../platform/object-storage/index.ts'
import { recordChange } from '../audit/index.ts'
import type { BulkChanges, ExportSources } from '../content/index.ts'
import { type ImportFiles, requireAllowed } from '../import-files/index.ts'
import { findChoice, findChoiceNames, type StoredChoice } from '../saved-choices/index.ts'
import { beginRun, endRun, soon } from './end-run.ts'
import { incomingFolder, outgoingFolder } from './folders.ts'
import { followRuns } from './follow-runs.ts'
import { nextTime } from './next-time.ts'
import { endOfStopped, type RunParts, runSchedule } from './run-schedule.ts'
import {
  deleteScheduleRow,
  findNow,
  findSchedule,
  findSchedules,
  insertSchedule,
  lockMaking,
  moveSchedule,
} from './schedule.repository.ts'
import { deleteRunsOf, findLastRuns, findRun, findRuns, forgetFiles } from './schedule-run.repository.ts'
import type { SchedulePlan, StoredRun, StoredSchedule } from './stored-schedule.ts'

export interface SchedulesParts {
  readonly database: Database
  readonly notifications: Notifications
  readonly jobs: Jobs
  readonly objects: ObjectStore
  readonly fetcher: Fetcher
  readonly importFiles: ImportFiles
  readonly bulkChanges: BulkChanges
  readonly reader: ExportSources['reader']
  readonly findStanding: FindStanding
  readonly onFault: (message: string, cause: unknown) => void
}

export type Schedules = ReturnType<typeof createSchedules>

const shownRuns = 50

/** Profiles that run by themselves at certain times. */
export function createSchedules(parts: SchedulesParts) {
  const { database, jobs } = parts
  const forJobs = database.forJobs
  const inner: RunParts = {
    ...parts,
    database: forJobs,
    end: (tenantId, run, end) => forJobs.inTenant(tenantId, (trx) => endRun(trx, jobs, tenantId, run, end)),
  }
  jobs.handle(jobKinds.runSchedule, { needs: 'editor', whenPaused: endOfStopped(jobs) }, (job) =>
    runSchedule(inner, job),
  )

  async function shown(trx: Transaction, context: TenantContext, all: readonly StoredSchedule[]): Promise<Schedule[]> {
    const { tenantId, userId } = actorOf(context)
    const ids = all.map(({ savedChoiceId }) => savedChoiceId)
    const [names, runs] = [await findChoiceNames(trx, tenantId, userId, ids), await findLastRuns(trx, tenantId)]
    return all.map((each) => present(tenantId, each, names.get(each.savedChoiceId), runs.get(each.scheduleId)))
  }

  /** Locks the schedule, changes it, and answers it as it is then. */
  async function changed(
    context: TenantContext,
    scheduleId: string,
    verb: string,
    work: (trx: Transaction, stored: StoredSchedule) => Promise<void>,
    ifMatch?: IfMatch,
  ): Promise<Schedule> {
    const { tenantId, once } = actorOf(context)
    return await database.inTenant(
      tenantId,
      async (trx) => {
        const stored = await found(trx, tenantId, scheduleId)
        requireMatch(ifMatch, stored.version)
        await work(trx, stored)
        await note(trx, context, verb, stored)
        const [answer] = await shown(trx, context, [await found(trx, tenantId, scheduleId)])
        if (answer === undefined) throw new Error('a schedule that is locked is there')
        return answer
      },
      once && { once },
    )
  }

  return {
    /** Runs what is due, until the function that it returns is called. */
    watch: () => followRuns({ ...inner, ...pick(parts), database: forJobs }),

    list: (context: TenantContext): Promise<Schedule[]> =>
      database.inTenantReadOnly(context.tenant.tenantId, async (trx) =>
        shown(trx, context, await findSchedules(trx, context.tenant.tenantId)),
      ),

    async create(context: TenantContext, asked: NewSchedule): Promise<Schedule> {
      const { tenantId, userId: ownerId, once } = actorOf(context)
      return await database.inTenant(
        tenantId,
        async (trx) => {
          await lockMaking(trx, tenantId)
          const all = await findSchedules(trx, tenantId)
          if (all.length >= maxSchedules)
            throw invalidPlace('body', 'TOO_MANY', `a tenant has at most ${maxSchedules} schedules`)
          const { version } = await requireFit(trx, context, asked)
          const { name, savedChoiceId, ...plan } = asked
          const scheduleId = newId()
          const nextAt = nextTime(plan.times, await findNow(trx)).toISOString()
          const made = { scheduleId, name, savedChoiceId, choiceVersion: version, plan, ownerId, nextAt }
          await insertSchedule(trx, tenantId, made)
          const stored = await found(trx, tenantId, scheduleId)
          await note(trx, context, 'create', stored)
          const [answer] = await shown(trx, context, [stored])
          if (answer === undefined) throw new Error('a schedule that was made is there')
          return answer
        },
        once && { once },
      )
    },

    async change(context: TenantContext, scheduleId: string, asked: NewSchedule, ifMatch?: IfMatch): Promise<Schedule> {
      return await changed(
        context,
        scheduleId,
        'change',
        async (trx, stored) => {
          const { version } = await requireFit(trx, context, asked)
          if (stored.plan.kind !== asked.kind) throw invalidPlace('body.kind', 'WRONG_TYPE', `is ${stored.plan.kind}`)
          const { name, savedChoiceId, ...plan } = asked
          const owner = { ownerId: context.user.userId, changedBy: context.user.userId }
          const { tenantId } = context.tenant
          await moveSchedule(trx, tenantId, scheduleId, { name, savedChoiceId, choiceVersion: version, plan, ...owner })
          if (stored.state === 'active') await moveSchedule(trx, tenantId, scheduleId, await nextOf(trx, stored, plan))
        },
        ifMatch,
      )
    },

    async delete(context: TenantContext, scheduleId: string, ifMatch?: IfMatch): Promise<void> {
      const { tenantId } = context.tenant
      const files = await database.inTenant(tenantId, async (trx) => {
        const stored = await found(trx, tenantId, scheduleId)
        requireMatch(ifMatch, stored.version)
        const written = await forgetFiles(trx, tenantId, scheduleId, 0)
        await deleteRunsOf(trx, tenantId, scheduleId)
        await deleteScheduleRow(trx, tenantId, scheduleId)
        await note(trx, context, 'delete', stored)
        return written
      })
      try {
        for (const key of files) await parts.objects.delete(key)
      } catch (error) {
        parts.onFault('files of a schedule that was deleted are left in the store', error)
      }
    },

    pause: (context: TenantContext, scheduleId: string): Promise<Schedule> =>
      changed(context, scheduleId, 'pause', async (trx, { state, openRunId }) => {
        if (state === 'paused') return
        await moveSchedule(trx, context.tenant.tenantId, scheduleId, {
          state: 'paused',
          stopReason: null,
          nextAt: null,
          wakeAt: openRunId === null ? null : soon(),
          changedBy: context.user.userId,
        })
      }),

    async resume(context: TenantContext, scheduleId: string): Promise<Schedule> {
      return await changed(context, scheduleId, 'resume', async (trx, stored) => {
        if (stored.state === 'active') return
        const { user, tenant } = context
        const { version } = await requireFit(trx, context, { ...stored.plan, ...stored })
        await moveSchedule(trx, tenant.tenantId, scheduleId, {
          state: 'active',
          stopReason: null,
          failures: 0,
          choiceVersion: version,
          ownerId: user.userId,
          changedBy: user.userId,
          ...(await nextOf(trx, stored, stored.plan)),
        })
      })
    },

    run: (context: TenantContext, scheduleId: string): Promise<Schedule> =>
      changed(context, scheduleId, 'run', async (trx, stored) => {
        if (stored.openRunId !== null) throw new Problem('ALREADY_RUNNING', { message: 'A run of it is under way.' })
        const { tenantId } = context.tenant
        const openRunId = await beginRun(trx, jobs, tenantId, stored, { askedBy: context.user.userId, isNext: false })
        await moveSchedule(trx, tenantId, scheduleId, { openRunId, wakeAt: soon() })
      }),

    runs: (context: TenantContext, scheduleId: string): Promise<ScheduleRun[]> =>
      database.inTenantReadOnly(context.tenant.tenantId, async (trx) => {
        const { tenantId } = context.tenant
        if ((await findSchedule(trx, tenantId, scheduleId)) === undefined) throw new Problem('NOT_FOUND')
        return (await findRuns(trx, tenantId, scheduleId, shownRuns)).map(presentRun)
      }),

    async file(context: TenantContext, scheduleId: string, runId: string): Promise<HttpResponse> {
      const { tenantId } = context.tenant
      const run = await database.inTenantReadOnly(tenantId, (trx) => findRun(trx, tenantId, runId))
      if (run?.scheduleId !== scheduleId || run.objectKey === null) throw new Problem('NOT_FOUND')
      const { stream, byteSize } = await parts.objects.get(run.objectKey).catch((error: unknown) => {
        throw error instanceof ObjectMissing ? new Problem('NOT_FOUND', { cause: error }) : error
      })
      const headers = {
        'content-type': 'application/octet-stream',
        'content-length': String(byteSize),
        'content-disposition': `attachment; filename="${run.fileName}"`,
      }
      return new HttpResponse(200, headers, stream)
    },
  }
}

const pick = ({ notifications, jobs, onFault }: SchedulesParts) => ({ notifications, jobs, onFault })

async function found(trx: Transaction, tenantId: string, scheduleId: string): Promise<StoredSchedule> {
  const stored = await findSchedule(trx, tenantId, scheduleId, 'wait')
  if (stored === undefined) throw new Problem('NOT_FOUND')
  return stored
}

async function nextOf(trx: Transaction, { openRunId }: StoredSchedule, { times }: SchedulePlan) {
  const nextAt = nextTime(times, await findNow(trx)).toISOString()
  return { nextAt, wakeAt: openRunId === null ? nextAt : soon() }
}

/** Refuses what cannot run, or what the caller may not do by hand; answers the profile. */
async function requireFit(trx: Transaction, context: TenantContext, asked: NewSchedule): Promise<StoredChoice> {
  const { tenantId, userId } = actorOf(context)
  const { times } = asked
  if (times.every !== 'hour' && !isTimeZone(times.timeZone))
    throw invalidPlace('body.times.timeZone', 'NOT_FOUND', 'is no time zone that the server knows')
  const choice = await findChoice(trx, tenantId, asked.savedChoiceId)
  const isSeen = choice !== undefined && (choice.isShared || choice.ownerId === userId)
  if (!isSeen || choice.kind !== `${asked.kind}Profile`)
    throw invalidPlace('body.savedChoiceId', 'NOT_FOUND', `is no profile of an ${asked.kind}`)
  if (choice.kind === 'importProfile' && changesLive(choice.content) && !reaches(context.tenant.role, 'publisher'))
    throw new Problem('FORBIDDEN', {
      message: 'The profile publishes, unpublishes or deletes, which takes the role publisher.',
    })
  if (asked.kind === 'import' && asked.source.kind === 'address')
    await requireAllowed(trx, tenantId, asked.source.address, 'body.source.address')
  return choice
}

function present(
  tenantId: string,
  { plan, openRunId: _, choiceVersion: _version, seen: _seen, failures, ...stored }: StoredSchedule,
  profileName: string | undefined,
  lastRun: StoredRun | undefined,
): Schedule {
  return {
    ...stored,
    ...plan,
    folderPath: folderPathOf(tenantId, plan),
    profileName: profileName ?? null,
    failuresInARow: failures,
    lastRun: lastRun ? presentRun(lastRun) : null,
  }
}

function folderPathOf(tenantId: string, plan: SchedulePlan): string | null {
  if (plan.kind === 'import') return plan.source.kind === 'folder' ? incomingFolder(tenantId, plan.source.folder) : null
  return plan.destination.kind === 'folder' ? outgoingFolder(tenantId, plan.destination.folder) : null
}

const presentRun = ({
  isNext: _next,
  step: _step,
  seen: _seen,
  jobId: _job,
  scheduleId: _id,
  objectKey,
  ...run
}: StoredRun): ScheduleRun => ({ ...run, hasFile: objectKey !== null })

const note = (
  trx: Transaction,
  { tenant, user }: TenantContext,
  verb: string,
  { scheduleId, name }: StoredSchedule,
): Promise<void> =>
  recordChange(trx, tenant.tenantId, {
    userId: user.userId,
    action: `schedule.${verb}`,
    entityKind: 'schedule',
    entityId: scheduleId,
    details: { name },
  })
