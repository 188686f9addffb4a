import type {
  BulkChange,
  BulkChangeAction,
  BulkChangeRequest,
  BulkChangeRow,
  ChooseChanged,
  ColumnProblems,
  ImportAdditions,
  LeaveOut,
  Page,
  Paging,
  RowFilter,
} from '@pim/contract'
import type { Role } from '@pim/contract/core/roles.ts'
import { jobKinds } from '@pim/contract/jobs/kinds.ts'
import type { Actor } from '../../../core/caller.ts'
import { invalidPlace, Problem } from '../../../core/problem.ts'
import type { Database, TransactionOptions } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/new-id.ts'
import type { Transaction } from '../../../platform/database/transaction.ts'
import type { Jobs } from '../../../platform/jobs/jobs.ts'
import { recordChange } from '../../audit/index.ts'
import { itemCount, type ListSources } from '../../content-index/index.ts'
import type { FileWorkers } from '../../exchange/index.ts'
import type { ImportFiles } from '../../import-files/index.ts'
import { type Quotas, quotaReached } from '../../quotas/index.ts'
import { isSeenProfile } from '../../saved-choices/index.ts'
import { variationsOf } from '../../tenants/index.ts'
import type { FindRoom } from '../batch/write-entries.ts'
import { jobTimeouts } from '../bulk/change-type.ts'
import { addsOptions, requireAdditionPlaces } from '../imports/addition-places.ts'
import type { PictureParts } from '../imports/fetch-pictures.ts'
import { planOfImport } from '../imports/import-plan.ts'
import {
  type BulkChangeMove,
  countUnderWay,
  findBulkChange,
  findBulkChanges,
  insertBulkChange,
  lockBeginning,
  lockSlices,
  moveBulkChange,
} from '../store/bulk-change.repository.ts'
import {
  chooseChanged,
  countRows,
  findColumnProblems,
  findRows,
  insertRows,
  leaveOut,
  reopenRows,
  tallyRows,
} from '../store/bulk-change-row.repository.ts'
import { findAdditions } from '../store/import-additions.repository.ts'
import { actionsOf, noCounts, presentBulkChange, type StoredBulkChange } from './bulk-change.ts'
import {
  changesModelStored,
  givenRows,
  neededFor,
  publishesStored,
  requireModelRights,
  requireNeeded,
  requirePublisher,
  requireStepsOf,
  storedRequest,
} from './bulk-change-request.ts'
import { type AdditionParts, presentAdditions } from './import-additions.ts'
import { goneOnBy, pausedWithJob } from './paused-jobs.ts'
import { presentRow } from './present-row.ts'
import { runExecution } from './run-execution.ts'
import { runRehearsal } from './run-rehearsal.ts'

/** Bulk changes of a tenant that a job is at, or that wait for one. */
const maxUnderWay = 5

/** A person who makes or steers a bulk change. */
export interface Editor {
  readonly actor: Actor
  readonly role: Role
}

/** Changes of many items: rehearsed, executed and undone by jobs. */
export interface BulkChanges {
  /** `scheduleId`: of the schedule that it is a run of. */
  make(editor: Editor, request: BulkChangeRequest, scheduleId?: string): Promise<BulkChange>
  list(tenantId: string, query: Paging & { readonly imports?: boolean | undefined }): Promise<Page<BulkChange>>
  read(tenantId: string, bulkChangeId: string): Promise<BulkChange>
  /** With what was asked for, as it is stored. */
  stored(tenantId: string, bulkChangeId: string): Promise<StoredBulkChange>
  rows(
    tenantId: string,
    bulkChangeId: string,
    query: Paging & { readonly filter?: RowFilter | undefined },
  ): Promise<Page<BulkChangeRow>>
  columnProblems(tenantId: string, bulkChangeId: string): Promise<ColumnProblems>
  additions(tenantId: string, bulkChangeId: string): Promise<ImportAdditions>
  leaveOut(editor: Editor, bulkChangeId: string, which: LeaveOut): Promise<BulkChange>
  /** Keeps or replaces, in some rows, what somebody has changed since; they are rehearsed again. */
  chooseChanged(editor: Editor, bulkChangeId: string, choice: ChooseChanged): Promise<BulkChange>
  execute(editor: Editor, bulkChangeId: string, fingerprint: string): Promise<BulkChange>
  /** One of the steps that need nothing but their name. */
  steer(editor: Editor, bulkChangeId: string, action: 'pause' | 'resume' | 'cancel' | 'rehearse'): Promise<BulkChange>
}

export function createBulkChanges(deps: {
  readonly database: Database
  readonly jobs: Jobs
  readonly quotas: Quotas
  readonly importFiles: ImportFiles
  readonly fileWorkers: FileWorkers
  readonly reader: ListSources['reader']
  readonly pictures: Omit<PictureParts, 'findRoom'>
  readonly additions: Omit<AdditionParts, 'reader'>
}): BulkChanges {
  const { database, jobs, quotas, importFiles, fileWorkers, reader } = deps
  const findRoom: FindRoom = async (trx, tenantId, adding) => {
    const room = await quotas.room(trx, tenantId, { quota: 'items', adding, count: itemCount })
    return { free: room.free, problem: quotaReached(room) }
  }
  jobs.handle(jobKinds.rehearseBulkChange, pausedWithJob, (job) =>
    runRehearsal(job.database, job, { importFiles, fileWorkers, reader }),
  )
  jobs.handle(jobKinds.executeBulkChange, pausedWithJob, (job) =>
    runExecution(job.database, job, { findRoom, reader, ...deps.pictures, ...deps.additions }),
  )

  /** A job that was given up leaves its bulk change in the state of work; it has failed then. One that is paused says why. */
  async function withJob(tenantId: string, stored: StoredBulkChange): Promise<StoredBulkChange> {
    if (stored.state !== 'rehearsing' && stored.state !== 'executing' && stored.state !== 'paused') return stored
    const job = await jobs.find(tenantId, stored.jobId)
    if (stored.state === 'paused') return job?.paused === undefined ? stored : { ...stored, paused: job.paused }
    return job?.status === 'failed' ? { ...stored, state: 'failed' } : stored
  }

  /** Locks the bulk change, checks that the step may be taken, and answers it as it is after `work`. */
  async function steered(
    { actor }: Editor,
    bulkChangeId: string,
    action: BulkChangeAction | 'leaveOut' | 'chooseChanged',
    work: (trx: Transaction, stored: StoredBulkChange) => Promise<BulkChangeMove>,
    options: TransactionOptions = {},
  ): Promise<BulkChange> {
    const { tenantId } = actor
    const before = await database.inTenantReadOnly(tenantId, (trx) => found(trx, tenantId, bulkChangeId))
    const { state: seen } = await withJob(tenantId, before)
    return database.inTenant(
      tenantId,
      async (trx) => {
        if (begins.has(action)) await requirePlace(trx, tenantId)
        await lockSlices(trx, tenantId, bulkChangeId, 'exclusive')
        const locked = await found(trx, tenantId, bulkChangeId, { lock: true })
        // The failure of the job that was looked up before the lock counts only where nobody has taken a step since.
        const isAsBefore = locked.jobId === before.jobId && locked.state === before.state
        const stored = isAsBefore ? { ...locked, state: seen } : locked
        const allowedActions = actionsOf(stored)
        const isAllowed = choices.has(action)
          ? stored.state === 'ready'
          : allowedActions.some((each) => each === action)
        if (!isAllowed) throw new Problem('INVALID_TRANSITION', { allowedActions })
        await moveBulkChange(trx, tenantId, bulkChangeId, await work(trx, stored))
        if (!choices.has(action)) await note(trx, actor, bulkChangeId, action)
        return presentBulkChange(await found(trx, tenantId, bulkChangeId))
      },
      { ...options, ...(actor.once && { once: actor.once }) },
    )
  }

  const enqueue = (
    trx: Transaction,
    { tenantId, userId }: Actor,
    bulkChangeId: string,
    phase: StoredBulkChange['phase'],
    needs: Role = 'editor',
  ) =>
    jobs.enqueue(trx, tenantId, {
      kind: phase === 'rehearsal' ? jobKinds.rehearseBulkChange : jobKinds.executeBulkChange,
      input: { bulkChangeId },
      createdBy: userId,
      needs,
    })

  return {
    async make({ actor, role }, request, scheduleId) {
      // The store of files is asked outside of the transaction.
      const imported = 'file' in request ? await importFiles.open(actor.tenantId, request.file.importFileId) : undefined
      return database.inTenant(
        actor.tenantId,
        async (trx) => {
          const { tenantId, userId: createdBy } = actor
          requireStepsOf(role, request)
          const earlier = await requireKnown(trx, { actor, role }, request)
          const takesBackLive = earlier !== undefined && publishesStored(earlier.request)
          if (takesBackLive) requirePublisher(role)
          const changesModel = earlier !== undefined && changesModelStored(earlier)
          if (changesModel) requireModelRights(role)
          await requirePlace(trx, tenantId)
          const bulkChangeId = newId()
          const jobId = await enqueue(trx, actor, bulkChangeId, 'rehearsal')
          const rows = givenRows(request)
          await insertBulkChange(trx, tenantId, {
            bulkChangeId,
            createdBy,
            request: storedRequest(request, {
              fileName: imported?.file.fileName,
              takesBackLive,
              changesModel,
              scheduleId,
            }),
            jobId,
            fingerprint: newId(),
            counts: { ...noCounts, rows: rows?.length ?? 0 },
            rowCount: rows?.length ?? null,
          })
          if (rows !== undefined) await insertRows(trx, tenantId, bulkChangeId, 0, rows)
          await note(trx, actor, bulkChangeId, 'create')
          return presentBulkChange(await found(trx, tenantId, bulkChangeId))
        },
        { ...jobTimeouts, ...(actor.once && { once: actor.once }) },
      )
    },

    async list(tenantId, { pageNumber, pageSize, imports = false }) {
      const { found: all, totalCount } = await database.inTenantReadOnly(tenantId, (trx) =>
        findBulkChanges(trx, tenantId, { imports, offset: (pageNumber - 1) * pageSize, limit: pageSize }),
      )
      const items: BulkChange[] = []
      for (const each of all) items.push(presentBulkChange(await withJob(tenantId, each)))
      return { items, paging: { pageNumber, pageSize, totalCount, totalPages: Math.ceil(totalCount / pageSize) } }
    },

    stored: (tenantId, bulkChangeId) =>
      database.inTenantReadOnly(tenantId, (trx) => found(trx, tenantId, bulkChangeId)),

    read: async (tenantId, bulkChangeId) =>
      presentBulkChange(
        await withJob(tenantId, await database.inTenantReadOnly(tenantId, (trx) => found(trx, tenantId, bulkChangeId))),
      ),

    rows: (tenantId, bulkChangeId, { pageNumber, pageSize, filter }) =>
      database.inTenantReadOnly(tenantId, async (trx) => {
        const { counts } = await found(trx, tenantId, bulkChangeId)
        const range = { filter, offset: (pageNumber - 1) * pageSize, limit: pageSize }
        const [rows, totalCount] = await Promise.all([
          findRows(trx, tenantId, bulkChangeId, range),
          filter === undefined ? counts.rows : countRows(trx, tenantId, bulkChangeId, filter),
        ])
        const paging = { pageNumber, pageSize, totalCount, totalPages: Math.ceil(totalCount / pageSize) }
        return { items: rows.map(presentRow), paging }
      }),

    columnProblems: (tenantId, bulkChangeId) =>
      database.inTenantReadOnly(tenantId, async (trx) => {
        await found(trx, tenantId, bulkChangeId)
        return { problems: await findColumnProblems(trx, tenantId, bulkChangeId) }
      }),

    additions: (tenantId, bulkChangeId) =>
      database.inTenantReadOnly(tenantId, async (trx) => {
        await found(trx, tenantId, bulkChangeId)
        return presentAdditions(await findAdditions(trx, tenantId, bulkChangeId))
      }),

    leaveOut: (editor, bulkChangeId, which) =>
      steered(
        editor,
        bulkChangeId,
        'leaveOut',
        async (trx, stored) => {
          const { tenantId } = editor.actor
          await leaveOut(trx, tenantId, bulkChangeId, which, which.isLeftOut)
          const counts = { ...stored.counts, ...(await tallyRows(trx, tenantId, bulkChangeId)) }
          return { fingerprint: newId(), counts }
        },
        jobTimeouts,
      ),

    chooseChanged: (editor, bulkChangeId, choice) =>
      steered(
        editor,
        bulkChangeId,
        'chooseChanged',
        async (trx, stored) => {
          const { tenantId } = editor.actor
          await chooseChanged(trx, tenantId, bulkChangeId, choice)
          const jobId = await enqueue(trx, editor.actor, bulkChangeId, 'rehearsal')
          const counts = { ...stored.counts, ...(await tallyRows(trx, tenantId, bulkChangeId)) }
          return { state: 'rehearsing', phase: 'rehearsal', jobId, runner: null, counts }
        },
        jobTimeouts,
      ),

    execute: (editor, bulkChangeId, fingerprint) =>
      steered(editor, bulkChangeId, 'execute', async (trx, stored) => {
        if (stored.fingerprint !== fingerprint)
          throw new Problem('PLAN_OUTDATED', {
            message: 'It was rehearsed again, or rows were left out or taken in, since the caller saw it.',
          })
        const needs = neededFor(stored)
        requireNeeded(editor.role, stored)
        const jobId = await enqueue(trx, editor.actor, bulkChangeId, 'execution', needs)
        const { userId: executedBy } = editor.actor
        return { state: 'executing', phase: 'execution', jobId, runner: null, executedBy }
      }),

    steer: (editor, bulkChangeId, action) =>
      steered(
        editor,
        bulkChangeId,
        action,
        async (trx, stored) => {
          const { actor } = editor
          if (action === 'pause') return { state: 'paused', runner: null }
          const phase = action === 'rehearse' ? 'rehearsal' : stored.phase
          const needs = phase === 'rehearsal' ? 'editor' : neededFor(stored)
          if (action === 'resume' && phase === 'execution') requireNeeded(editor.role, stored)
          // Its job may wait for somebody who may do it: it is taken over, or ended with this.
          if (action === 'resume' && (await jobs.takeOver(trx, actor.tenantId, stored.jobId, actor.userId))) return {}
          await jobs.endPaused(trx, actor.tenantId, stored.jobId, actor.userId)
          if (action === 'cancel') return { state: 'cancelled', runner: null, isEnded: true }
          const jobId = await enqueue(trx, actor, bulkChangeId, phase, needs)
          const begun = { ...goneOnBy(phase, actor.userId), phase, jobId }
          if (action === 'resume') return begun
          await reopenRows(trx, actor.tenantId, bulkChangeId)
          const counts = { ...stored.counts, ...(await tallyRows(trx, actor.tenantId, bulkChangeId)) }
          return { ...begun, counts }
        },
        jobTimeouts,
      ),
  }
}

/** Steps that give a job work. */
const begins: ReadonlySet<string> = new Set(['execute', 'resume', 'rehearse', 'chooseChanged'])
/** Choices of the rehearsal. */
const choices: ReadonlySet<string> = new Set(['leaveOut', 'chooseChanged'])

async function requirePlace(trx: Transaction, tenantId: string): Promise<void> {
  await lockBeginning(trx, tenantId)
  if ((await countUnderWay(trx, tenantId)) >= maxUnderWay)
    throw new Problem('ALREADY_RUNNING', {
      message: `${maxUnderWay} bulk changes of this tenant are under way; wait for one of them, or cancel it.`,
    })
}

async function found(
  trx: Transaction,
  tenantId: string,
  bulkChangeId: string,
  options: { readonly lock?: boolean } = {},
): Promise<StoredBulkChange> {
  const stored = await findBulkChange(trx, tenantId, bulkChangeId, options)
  if (stored === undefined) throw new Problem('NOT_FOUND')
  return stored
}

const note = (trx: Transaction, { tenantId, userId }: Actor, bulkChangeId: string, verb: string): Promise<void> =>
  recordChange(trx, tenantId, {
    userId,
    action: `bulkChange.${verb}`,
    entityKind: 'bulkChange',
    entityId: bulkChangeId,
  })

/** Answers the bulk change that is to be taken back, where the request names one. */
async function requireKnown(
  trx: Transaction,
  { actor: { tenantId, userId }, role }: Editor,
  request: BulkChangeRequest,
): Promise<StoredBulkChange | undefined> {
  if ('undoOf' in request) {
    const earlier = await found(trx, tenantId, request.undoOf)
    const allowedActions = actionsOf(earlier)
    if (!allowedActions.includes('undo')) throw new Problem('INVALID_TRANSITION', { allowedActions })
    return earlier
  }
  if ('rows' in request) return undefined
  if ('file' in request) {
    const plan = await planOfImport(trx, tenantId, request.file)
    await requireAdditionPlaces(trx, tenantId, plan)
    if (addsOptions(plan)) requireModelRights(role)
    const { profileId } = request.file
    if (profileId !== undefined && !(await isSeenProfile(trx, tenantId, { profileId, userId })))
      throw invalidPlace('body.file.profileId', 'NOT_FOUND', 'is no profile that the caller sees')
    return undefined
  }
  const known = new Set((await variationsOf(trx, tenantId)).map(({ variationId }) => variationId))
  for (const [index, id] of (request.variationIds ?? []).entries())
    if (!known.has(id)) throw invalidPlace(`body.variationIds[${index}]`, 'NOT_FOUND', 'is no variation of the tenant')
  return undefined
}
