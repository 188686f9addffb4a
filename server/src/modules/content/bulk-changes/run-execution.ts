import { Problem, partProblem } from '../../../core/problem.ts'
import { WritesBehind } from '../../../core/writes-behind.ts'
import type { Transactions } from '../../../platform/database/database.ts'
import { isOfDatabase } from '../../../platform/database/database-errors.ts'
import type { Transaction } from '../../../platform/database/transaction.ts'
import type { RunningJob } from '../../../platform/jobs/jobs.ts'
import type { FindRoom } from '../batch/write-entries.ts'
import { jobTimeouts } from '../bulk/change-type.ts'
import { fetchPictures, type PictureFailures, type PictureParts } from '../imports/fetch-pictures.ts'
import { findBulkChange, moveBulkChange } from '../store/bulk-change.repository.ts'
import { type Executed, findWaiting, recordResults } from '../store/bulk-change-row.repository.ts'
import { addCounts, type StoredBulkChange, type WaitingRow } from './bulk-change.ts'
import { bulkChangeIdOf, holdForSlice, joinForSlice, takeOver } from './hold.ts'
import { executeRows } from './judge-rows.ts'
import { picturesOf } from './pictures-of.ts'

/** Rows that are written in one transaction. Whoever saves the same items waits for one slice. */
const sliceSize = 100
/**
 * One is planned by this process while the database writes the other. Whoever pauses waits for both. More would only wait for each other,
 * and for the connections that jobs have.
 */
const slicesAtOnce = 2

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
  const patience = { ...jobTimeouts, signal }
  const change = <T>(work: (trx: Transaction) => Promise<T>) => database.inTenant(tenantId, work, patience)
  const begun = await change((trx) => takeOver(trx, job, 'executing'))
  if (begun === undefined) return { bulkChangeId, isStopped: true }
  const { changed, created, deleted, ...counts } = begun.counts
  let done = counts.done + counts.outdated + counts.failed
  await job.progress(done, changed + created + deleted)
  const failures: PictureFailures = new Map()
  const write = async (rows: readonly WaitingRow[]): Promise<boolean> => {
    try {
      return await change((trx) => writeSlice(trx, job, rows, { findRoom: parts.findRoom, failures }))
    } catch (error) {
      if (signal.aborted || isOfDatabase(error)) throw error
      const [row, ...others] = rows
      if (row === undefined || others.length === 0) return change((trx) => refuse(trx, job, rows, error))
      // Rows of a slice that has failed as a whole are written one by one.
      for (const each of rows) if (!(await write([each]))) return false
      return true
    }
  }
  const writes = new WritesBehind(slicesAtOnce)
  for (let after = -1; ; ) {
    signal.throwIfAborted()
    const which = { phase: 'execution', after, limit: sliceSize } as const
    const rows = await database.inTenantReadOnly(
      tenantId,
      (trx) => findWaiting(trx, tenantId, bulkChangeId, which),
      patience,
    )
    const last = rows.at(-1)
    if (last === undefined) break
    after = last.position
    // Outside of the transaction that locks what is written: the other side may take its time.
    await fetchPicturesOf(database, parts, job, begun, rows, failures)
    const writeNext = async () => {
      if (!(await write(rows))) return false
      done += rows.length
      await job.progress(done)
      return true
    }
    const afterAll = followsOthers(begun, rows)
    if (!(await writes.next(writeNext, { afterAll }))) return { bulkChangeId, isStopped: true }
  }
  if (!(await writes.end())) return { bulkChangeId, isStopped: true }
  return change(async (trx) => {
    const held = await holdForSlice(trx, job, 'executing')
    if (held === undefined) return { bulkChangeId, isStopped: true }
    await moveBulkChange(trx, tenantId, bulkChangeId, { state: 'done', isEnded: true })
    return { bulkChangeId }
  })
}

async function fetchPicturesOf(
  database: Transactions,
  parts: PictureParts,
  { tenantId, signal }: RunningJob,
  { bulkChangeId, request, executedBy, createdBy }: StoredBulkChange,
  rows: readonly WaitingRow[],
  failures: PictureFailures,
): Promise<void> {
  if (request.source !== 'file') return
  const actor = { tenantId, userId: executedBy ?? createdBy }
  const order = { actor, bulkChangeId, publishes: request.mapping.publishes, signal }
  await fetchPictures(database, parts, order, rows.flatMap(picturesOf), failures)
}

/** Whether rows need what rows before them have written: they link to items by keys, or delete items that others link to. */
const followsOthers = ({ request }: StoredBulkChange, rows: readonly WaitingRow[]): boolean =>
  request.source === 'undo' ||
  rows.some(({ asked }) => asked !== null && 'item' in asked && asked.item.links.length > 0)

async function writeSlice(
  trx: Transaction,
  job: RunningJob,
  rows: readonly WaitingRow[],
  options: { readonly findRoom: FindRoom; readonly failures: PictureFailures },
): Promise<boolean> {
  const joined = await joinForSlice(trx, job, 'executing')
  if (joined === undefined) return false
  const actor = { tenantId: job.tenantId, userId: joined.executedBy ?? joined.createdBy }
  await record(trx, job, await executeRows(trx, actor, joined, rows, options))
  return true
}

/** The counts come last: whoever has changed them keeps the other slice waiting until the end of the transaction. */
async function record(trx: Transaction, job: RunningJob, executed: readonly Executed[]): Promise<void> {
  const { tenantId } = job
  const bulkChangeId = bulkChangeIdOf(job)
  await recordResults(trx, tenantId, bulkChangeId, executed)
  const locked = await findBulkChange(trx, tenantId, bulkChangeId, { lock: true })
  if (locked === undefined) throw new Error('a bulk change with a job is not deleted')
  const results = executed.map(({ result }) => result)
  await moveBulkChange(trx, tenantId, bulkChangeId, { counts: addCounts(locked.counts, results) })
}

/** A row at which nothing but a mistake of ours can have happened is left out, so that the others are done. */
async function refuse(
  trx: Transaction,
  job: RunningJob,
  rows: readonly WaitingRow[],
  cause: unknown,
): Promise<boolean> {
  if ((await joinForSlice(trx, job, 'executing')) === undefined) return false
  const problem = partProblem(cause instanceof Problem ? cause : new Problem('INTERNAL'))
  const refused = { result: 'failed', contentItemId: null, problem, written: null } as const
  await record(
    trx,
    job,
    rows.map(({ position }) => ({ position, ...refused })),
  )
  return true
}
