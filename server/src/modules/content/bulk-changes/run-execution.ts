import { Problem, partProblem } from '../../../core/problem.ts'
import type { Transactions } from '../../../platform/database/database.ts'
import { isOfDatabase } from '../../../platform/database/database-errors.ts'
import type { Transaction } from '../../../platform/database/transaction.ts'
import type { RunningJob } from '../../../platform/jobs/jobs.ts'
import type { FindRoom } from '../batch/write-entries.ts'
import { jobTimeouts } from '../bulk/change-type.ts'
import { fetchPictures, type PictureFailures, type PictureParts } from '../imports/fetch-pictures.ts'
import { moveBulkChange } from '../store/bulk-change.repository.ts'
import { type Executed, findWaiting, recordResults } from '../store/bulk-change-row.repository.ts'
import { addCounts, type StoredBulkChange } from './bulk-change.ts'
import { bulkChangeIdOf, holdForSlice, takeOver } from './hold.ts'
import { executeRows } from './judge-rows.ts'
import { picturesOf } from './pictures-of.ts'

/** Rows that are written in one transaction. Whoever pauses waits for one slice, and so do those who save the same items. */
const sliceSize = 100

type Slice = 'stopped' | 'ended' | { readonly done: number; readonly last: number }

/**
 * Writes what the rehearsal has shown, slice by slice. The result of a row is written in the transaction of its change, so
 * that a restart in the middle does no row twice.
 */
export async function runExecution(
  database: Transactions,
  job: RunningJob,
  parts: PictureParts,
): Promise<Record<string, unknown>> {
  const { tenantId, signal } = job
  const bulkChangeId = bulkChangeIdOf(job)
  const change = <T>(work: (trx: Transaction) => Promise<T>) =>
    database.inTenant(tenantId, work, { ...jobTimeouts, signal })
  const begun = await change((trx) => takeOver(trx, job, 'executing'))
  if (begun === undefined) return { bulkChangeId, isStopped: true }
  const { changed, created, deleted, ...counts } = begun.counts
  let done = counts.done + counts.outdated + counts.failed
  await job.progress(done, changed + created + deleted)
  let after = -1
  const failures: PictureFailures = new Map()
  /** Rows that are left to be done one by one, after a slice has failed as a whole. */
  let single = 0
  for (;;) {
    signal.throwIfAborted()
    const limit = single > 0 ? 1 : sliceSize
    let slice: Slice
    // Outside of the transaction that locks what is written: the other side may take its time.
    await fetchPicturesOf(database, parts, job, begun, { after, limit }, failures)
    try {
      slice = await change((trx) => oneSlice(trx, job, { after, limit, findRoom: parts.findRoom, failures }))
    } catch (error) {
      if (signal.aborted || isOfDatabase(error)) throw error
      if (limit > 1) {
        single = sliceSize
        continue
      }
      slice = await change((trx) => refuseNext(trx, job, after, error))
    }
    if (slice === 'stopped') return { bulkChangeId, isStopped: true }
    if (slice === 'ended') return { bulkChangeId }
    after = slice.last
    single = Math.max(0, single - 1)
    done += slice.done
    await job.progress(done)
  }
}

interface SliceOptions {
  readonly after: number
  readonly limit: number
  readonly findRoom: FindRoom
  readonly failures: PictureFailures
}

async function fetchPicturesOf(
  database: Transactions,
  parts: PictureParts,
  { tenantId, signal }: RunningJob,
  { bulkChangeId, request, executedBy, createdBy }: StoredBulkChange,
  { after, limit }: Pick<SliceOptions, 'after' | 'limit'>,
  failures: PictureFailures,
): Promise<void> {
  if (request.source !== 'file') return
  const rows = await database.inTenantReadOnly(tenantId, (trx) =>
    findWaiting(trx, tenantId, bulkChangeId, { phase: 'execution', after, limit }),
  )
  const actor = { tenantId, userId: executedBy ?? createdBy }
  const order = { actor, bulkChangeId, publishes: request.mapping.publishes, signal }
  const pictures = rows.flatMap(picturesOf)
  await fetchPictures(database, parts, order, pictures, failures)
}

async function oneSlice(
  trx: Transaction,
  job: RunningJob,
  { after, limit, findRoom, failures }: SliceOptions,
): Promise<Slice> {
  const { tenantId } = job
  const held = await holdForSlice(trx, job, 'executing')
  if (held === undefined) return 'stopped'
  const { bulkChangeId } = held
  const rows = await findWaiting(trx, tenantId, bulkChangeId, { phase: 'execution', after, limit })
  const last = rows.at(-1)
  if (last === undefined) {
    await moveBulkChange(trx, tenantId, bulkChangeId, { state: 'done', isEnded: true })
    return 'ended'
  }
  const actor = { tenantId, userId: held.executedBy ?? held.createdBy }
  await record(trx, job, held, await executeRows(trx, actor, held, rows, { findRoom, failures }))
  return { done: rows.length, last: last.position }
}

async function record(
  trx: Transaction,
  { tenantId }: RunningJob,
  { bulkChangeId, counts }: StoredBulkChange,
  executed: readonly Executed[],
): Promise<void> {
  await recordResults(trx, tenantId, bulkChangeId, executed)
  const results = executed.map(({ result }) => result)
  await moveBulkChange(trx, tenantId, bulkChangeId, { counts: addCounts(counts, results) })
}

/** The row at which nothing but a mistake of ours can have happened is left out, so that the others are done. */
async function refuseNext(trx: Transaction, job: RunningJob, after: number, cause: unknown): Promise<Slice> {
  const held = await holdForSlice(trx, job, 'executing')
  if (held === undefined) return 'stopped'
  const [row] = await findWaiting(trx, job.tenantId, held.bulkChangeId, { phase: 'execution', after, limit: 1 })
  if (row === undefined) return 'ended'
  const problem = partProblem(cause instanceof Problem ? cause : new Problem('INTERNAL'))
  const { position } = row
  await record(trx, job, held, [{ position, result: 'failed', contentItemId: null, problem, written: null }])
  return { done: 1, last: position }
}
