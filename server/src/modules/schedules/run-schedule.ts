import { importMappingSchema, type PausedJob, type Role, roles } from '@pim/contract'
import { Once } from '../../core/once.ts'
import { Problem } from '../../core/problem.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import type { FindStanding, Jobs, RunningJob } from '../../platform/jobs/jobs.ts'
import type { BulkChanges, ExportSources } from '../content/index.ts'
import { findChoice, type StoredChoice } from '../saved-choices/index.ts'
import { findOwnTenant } from '../tenants/index.ts'
import { endRun } from './end-run.ts'
import { type FoundFile, type LookParts, lookForFile } from './look-for-file.ts'
import { findSchedule } from './schedule.repository.ts'
import { findRun, moveRun } from './schedule-run.repository.ts'
import { type RunEnd, type StoredRun, type StoredSchedule, stopWith } from './stored-schedule.ts'
import { writeExport } from './write-export.ts'

export interface RunParts extends LookParts, Pick<ExportSources, 'reader'> {
  readonly bulkChanges: BulkChanges
  readonly findStanding: FindStanding
  readonly end: (tenantId: string, run: Pick<StoredRun, 'runId' | 'scheduleId'>, end: RunEnd) => Promise<void>
}

/**
 * What a run does as a job: it writes the file of an export; or it looks for the file of an import and has it rehearsed. What comes
 * after that is `follow-runs.ts`.
 */
export async function runSchedule(parts: RunParts, job: RunningJob): Promise<Record<string, unknown>> {
  const { tenantId, input } = job
  const [scheduleId, runId] = [String(input.scheduleId), String(input.runId)]
  const ofJob = { ...parts, database: job.database }
  const { schedule, run, tenant } = await ofJob.database.inTenantReadOnly(tenantId, async (trx) => ({
    schedule: await findSchedule(trx, tenantId, scheduleId),
    run: await findRun(trx, tenantId, runId),
    tenant: await findOwnTenant(trx, tenantId),
  }))
  if (schedule?.openRunId !== runId || run?.step !== 'looking') return { scheduleId, isStopped: true }
  const allowed = await allowedOf(parts, tenantId, schedule)
  const made = 'outcome' in allowed ? allowed : await done(ofJob, job, { schedule, run, tenant, ...allowed })
  if ('outcome' in made) {
    await parts.end(tenantId, run, made)
    return { scheduleId, outcome: made.outcome }
  }
  return { scheduleId, fileName: made.fileName }
}

/** The schedule stops with its run, and is resumed by somebody who may do what it does. */
export const endOfStopped =
  (jobs: Jobs) =>
  async (trx: Transaction, { tenantId, input }: Pick<RunningJob, 'tenantId' | 'input'>, { reason }: PausedJob) => {
    const [scheduleId, runId] = [String(input.scheduleId), String(input.runId)]
    await endRun(trx, jobs, tenantId, { scheduleId, runId }, stopWith(reason))
    return { scheduleId, outcome: 'failed' }
  }

interface Allowed {
  readonly role: Role
  readonly choice: StoredChoice
}

async function done(
  parts: RunParts,
  job: RunningJob,
  {
    schedule,
    run,
    tenant,
    choice,
  }: Allowed & {
    readonly schedule: StoredSchedule
    readonly run: StoredRun
    readonly tenant: { readonly importHosts: readonly string[] }
  },
): Promise<FoundFile | RunEnd> {
  const { plan } = schedule
  if (plan.kind === 'export') return await writeExport(parts, job, { schedule, plan, run, choice })
  const found = await lookForFile(parts, { schedule, plan, run, job, importHosts: tenant.importHosts })
  if ('outcome' in found) return found
  // A file may take its time to come.
  const allowed = await allowedOf(parts, job.tenantId, schedule)
  return 'outcome' in allowed ? allowed : await rehearsed(parts, job, { schedule, run, found, ...allowed })
}

/**
 * The profile, and the role that the run has: that of the person who answers for the schedule. A profile that somebody else has changed
 * since that person saw it does no more than an editor may, or its author would borrow the role of somebody who may publish.
 */
export async function allowedOf(
  { database, findStanding }: Pick<RunParts, 'database' | 'findStanding'>,
  tenantId: string,
  { ownerId, savedChoiceId, choiceVersion, plan }: StoredSchedule,
): Promise<Allowed | RunEnd> {
  const standing = await findStanding(tenantId, ownerId)
  if ('stop' in standing) return stopWith(standing.stop)
  const choice = await database.inTenantReadOnly(tenantId, (trx) => findChoice(trx, tenantId, savedChoiceId))
  const isSeen = choice !== undefined && (choice.isShared || choice.ownerId === ownerId)
  if (!isSeen || choice.kind !== `${plan.kind}Profile`) return stopWith('PROFILE_GONE')
  const isKnown = choice.version === choiceVersion || choice.changedBy === ownerId
  const role = isKnown ? standing.role : lower(standing.role, 'editor')
  return lower(role, 'editor') === 'editor' ? { role, choice } : stopWith('OWNER_ROLE')
}

const lower = (one: Role, other: Role): Role => (roles.indexOf(one) < roles.indexOf(other) ? one : other)

async function rehearsed(
  { database, bulkChanges, importFiles }: RunParts,
  { tenantId, attempt }: RunningJob,
  {
    schedule,
    run,
    found,
    role,
    choice,
  }: Allowed & {
    readonly schedule: StoredSchedule
    readonly run: StoredRun
    readonly found: FoundFile
  },
): Promise<FoundFile | RunEnd> {
  const { runId } = run
  const mapping = importMappingSchema.safeParse({
    importFileId: runId,
    profileId: schedule.savedChoiceId,
    ...(choice.content as object),
  })
  try {
    if (!mapping.success) throw new Problem('INVALID_REQUEST')
    // A second attempt that finds that the first one has made it gets that one.
    const once = new Once(schedule.ownerId, `schedule-run:${runId}`, [runId])
    const actor = { tenantId, userId: schedule.ownerId, once }
    const request = { name: schedule.name, file: mapping.data }
    const { bulkChangeId } = await bulkChanges.make({ actor, role }, request, schedule.scheduleId)
    const { fileName, seen } = found
    await database.inTenant(tenantId, (trx) =>
      moveRun(trx, tenantId, runId, { step: 'rehearsing', bulkChangeId, fileName, seen }),
    )
    return found
  } catch (error) {
    const end = error instanceof Problem ? endOf(error, attempt) : undefined
    if (end === undefined) throw error
    await importFiles.delete(tenantId, runId)
    return end
  }
}

/** Undefined where another attempt may do better. */
function endOf({ code, message }: Problem, attempt: number): RunEnd | undefined {
  if (code === 'FORBIDDEN') return stopWith('OWNER_ROLE')
  if (code === 'ALREADY_RUNNING')
    return attempt < attemptsForRoom ? undefined : { outcome: 'failed', problem: { code: 'NO_ROOM', message } }
  const isUnfit = code === 'INVALID_REQUEST' || code === 'NOT_FOUND' || code === 'VALIDATION_FAILED'
  return isUnfit ? { outcome: 'failed', problem: { code: 'PROFILE_UNFIT', message } } : undefined
}

/** Less than a job has, so that it can say why it has failed. */
const attemptsForRoom = 4
