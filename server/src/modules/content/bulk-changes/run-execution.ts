import { Problem, partProblem } from '../../../core/problem.ts'
import { WritesBehind } from '../../../core/writes-behind.ts'
import type { Transactions } from '../../../platform/database/database.ts'
import { isOfDatabase } from '../../../platform/database/database-errors.ts'
import type { Transaction } from '../../../platform/database/transaction.ts'
import type { RunningJob } from '../../../platform/jobs/jobs.ts'
import { jobTimeouts } from '../bulk/change-type.ts'
import { fetchPictures, type PictureFailures, type PictureParts } from '../imports/fetch-pictures.ts'
import { findBulkChange, moveBulkChange } from '../store/bulk-change.repository.ts'
import { type Executed, findWaiting, recordResults } from '../store/bulk-change-row.repository.ts'
import { addCounts, type StoredBulkChange, type WaitingRow } from './bulk-change.ts'
import { findVain, mayWait } from './coming-items.ts'
import { bulkChangeIdOf, fails, holdForSlice, joinForSlice, takeOver } from './hold.ts'
import { type AdditionParts, makeAdditions, takeAdditionsBack } from './import-additions.ts'
import { type ExecuteOptions, executeRows } from './judge-rows.ts'
import { noteItems, noteRun } from './note-run.ts'
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
  parts: PictureParts & AdditionParts,
): Promise<Record<string, unknown>> {
  const { tenantId, signal } = job
  const bulkChangeId = bulkChangeIdOf(job)
  const patience = { ...jobTimeouts, signal }
  const change = <T>(work: (trx: Transaction) => Promise<T>) => database.inTenant(tenantId, work, patience)
  const begun = await change(async (trx) => {
    const taken = await takeOver(trx, job, 'executing')
    if (taken !== undefined) await noteRun(trx, tenantId, taken)
    return taken
  })
  if (begun === undefined) return { bulkChangeId, isStopped: true }
  const { changed, created, deleted, ...counts } = begun.counts
  let done = counts.done + counts.outdated + counts.failed
  await job.progress(done, changed + created + deleted)
  const read = <T>(work: (trx: Transaction) => Promise<T>) => database.inTenantReadOnly(tenantId, work, patience)
  /** Answers how many rows were done; undefined where somebody has stopped it. */
  const write = async (rows: readonly WaitingRow[], options: ExecuteOptions): Promise<number | undefined> => {
    try {
      return await change((trx) => writeSlice(trx, job, rows, options))
    } catch (error) {
      if (signal.aborted || isOfDatabase(error)) throw error
      const [row, ...others] = rows
      if (row === undefined || others.length === 0) return change((trx) => refuse(trx, job, rows, error))
      // Rows of a slice that has failed as a whole are written one by one.
      let sum = 0
      for (const each of rows) {
        const one = await write([each], options)
        if (one === undefined) return undefined
        sum += one
      }
      return sum
    }
  }
  const writes = new WritesBehind(slicesAtOnce)
  /** One turn of all open rows; answers whether it has come to the end. */
  const writeAll = async (options: ExecuteOptions): Promise<boolean> => {
    for (let after = -1; ; ) {
      signal.throwIfAborted()
      const which = { phase: 'execution', after, limit: sliceSize } as const
      const rows = ofOneKind(await read((trx) => findWaiting(trx, tenantId, bulkChangeId, which)))
      const last = rows.at(-1)
      if (last === undefined) return writes.end()
      after = last.position
      // Outside of the transaction that locks what is written: the other side may take its time.
      await fetchPicturesOf(database, parts, job, begun, rows, options.failures)
      const writeNext = async () => {
        const count = await write(rows, options)
        if (count === undefined) return false
        done += count
        await job.progress(done)
        return true
      }
      const afterAll = followsOthers(begun, rows)
      if (!(await writes.next(writeNext, { afterAll }))) return false
    }
  }
  const failed = await makeAdditions(database, job, parts, begun).catch((error: unknown) => {
    if (error instanceof Problem && error.status < 500) return error
    throw error
  })
  if (failed instanceof Problem) return fails(database, job, 'executing', failed)
  const doesWait = await read((trx) => mayWait(trx, tenantId, begun))
  const vain = doesWait ? await read((trx) => findVain(trx, tenantId, bulkChangeId)) : new Set<number>()
  const options = { findRoom: parts.findRoom, failures: new Map(), vain }
  if (doesWait && !(await writeAll({ ...options, isLast: false }))) return { bulkChangeId, isStopped: true }
  if (!(await writeAll({ ...options, isLast: true }))) return { bulkChangeId, isStopped: true }
  await takeAdditionsBack(database, job, parts, begun)
  return change(async (trx) => {
    const held = await holdForSlice(trx, job, 'executing')
    if (held === undefined) return { bulkChangeId, isStopped: true }
    await moveBulkChange(trx, tenantId, bulkChangeId, { state: 'done', isEnded: true })
    return { bulkChangeId }
  })
}

/** Items that are gone are locked in another order than those of the file: a slice has the ones or the others. */
function ofOneKind(rows: readonly WaitingRow[]): readonly WaitingRow[] {
  const first = rows.findIndex(({ asked }) => asked !== null && 'gone' in asked)
  return first > 0 ? rows.slice(0, first) : rows
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

/** Whether rows need what rows before them have written: they link to items by keys, or delete items that others may link to. */
const followsOthers = ({ request }: StoredBulkChange, rows: readonly WaitingRow[]): boolean =>
  request.source === 'undo' ||
  rows.some(({ asked }) => asked !== null && ('gone' in asked || ('item' in asked && asked.item.links.length > 0)))

async function writeSlice(
  trx: Transaction,
  job: RunningJob,
  rows: readonly WaitingRow[],
  options: ExecuteOptions,
): Promise<number | undefined> {
  const joined = await joinForSlice(trx, job, 'executing')
  if (joined === undefined) return undefined
  const actor = { tenantId: job.tenantId, userId: joined.executedBy ?? joined.createdBy }
  const executed = await executeRows(trx, actor, joined, rows, options)
  await noteItems(trx, job.tenantId, joined, rows, executed)
  return record(trx, job, executed)
}

/** The counts come last: whoever has changed them keeps the other slice waiting until the end of the transaction. */
async function record(trx: Transaction, job: RunningJob, executed: readonly Executed[]): Promise<number> {
  if (executed.length === 0) return 0
  const { tenantId } = job
  const bulkChangeId = bulkChangeIdOf(job)
  await recordResults(trx, tenantId, bulkChangeId, executed)
  const locked = await findBulkChange(trx, tenantId, bulkChangeId, { lock: true })
  if (locked === undefined) throw new Error('a bulk change with a job is not deleted')
  const results = executed.flatMap(({ result }) => result ?? [])
  const made = (locked.counts.made ?? 0) + executed.length - results.length
  await moveBulkChange(trx, tenantId, bulkChangeId, { counts: { ...addCounts(locked.counts, results), made } })
  return results.length
}

/** A row at which nothing but a mistake of ours can have happened is left out, so that the others are done. */
async function refuse(
  trx: Transaction,
  job: RunningJob,
  rows: readonly WaitingRow[],
  cause: unknown,
): Promise<number | undefined> {
  if ((await joinForSlice(trx, job, 'executing')) === undefined) return undefined
  const problem = partProblem(cause instanceof Problem ? cause : new Problem('INTERNAL'))
  const refused = { result: 'failed', contentItemId: null, problem } as const
  return record(
    trx,
    job,
    rows.map(({ position, written }) => ({ position, written, ...refused })),
  )
}
