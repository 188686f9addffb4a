import { maxBulkChangeRows } from '@pim/contract'
import { Problem } from '../../../core/problem.ts'
import { WritesBehind } from '../../../core/writes-behind.ts'
import type { Transactions } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/new-id.ts'
import type { Transaction } from '../../../platform/database/transaction.ts'
import type { RunningJob } from '../../../platform/jobs/jobs.ts'
import { findSelected, type ListSources } from '../../content-index/index.ts'
import type { FileWorkers } from '../../exchange/index.ts'
import type { ImportFiles } from '../../import-files/index.ts'
import { jobTimeouts } from '../bulk/change-type.ts'
import { deleteBulkChange, findExpired, moveBulkChange } from '../store/bulk-change.repository.ts'
import {
  deleteSomeRows,
  findWaiting,
  findWritten,
  insertRows,
  type NewRow,
  type Rehearsed,
  recordRehearsal,
  rehearseAgain,
  tallyRows,
} from '../store/bulk-change-row.repository.ts'
import { findAdditions } from '../store/import-additions.repository.ts'
import { addCounts, profileOf, type StoredBulkChange, type WaitingRow } from './bulk-change.ts'
import { comingOf, findComing, findVain, mayWait, type TypesOfKeys } from './coming-items.ts'
import { storeGone } from './gone-items.ts'
import { bulkChangeIdOf, fails, holdForSlice, takeOver } from './hold.ts'
import { rehearseRows } from './judge-rows.ts'
import { noteRun } from './note-run.ts'
import { storeFileRows } from './store-file-rows.ts'
import { tooMany } from './too-many.ts'

/** Rows that are rehearsed at once. */
const sliceSize = 200
const rowsAtOnce = 5_000
/** A search that finds a hundred thousand items is read page by page, from one state. */
const selectionTimeouts = { statementMs: 60_000, deadlineMs: 600_000 }

/**
 * Finds the rows where that is not done yet, then works out slice by slice what would become of them. Goes on where an earlier
 * attempt has stopped.
 */
export async function runRehearsal(
  database: Transactions,
  job: RunningJob,
  files: {
    readonly importFiles: ImportFiles
    readonly fileWorkers: FileWorkers
    readonly reader: ListSources['reader']
  },
): Promise<Record<string, unknown>> {
  const { tenantId, signal } = job
  const bulkChangeId = bulkChangeIdOf(job)
  const patience = { ...jobTimeouts, signal }
  const read = <T>(work: (trx: Transaction) => Promise<T>) => database.inTenantReadOnly(tenantId, work, patience)
  const change = <T>(work: (trx: Transaction) => Promise<T>) => database.inTenant(tenantId, work, patience)
  await deleteExpired(database, job)
  const begun = await change((trx) => takeOver(trx, job, 'rehearsing'))
  let bulkChange = begun
  if (begun === undefined || bulkChange === undefined) return { bulkChangeId, isStopped: true }
  if (begun.rowCount === null && begun.request.source === 'file') {
    const stored = await storeFileRows(database, job, begun, begun.request.mapping, files)
    if (stored instanceof Problem) return fails(database, job, 'rehearsing', stored)
    bulkChange = stored
    if (bulkChange === undefined) return { bulkChangeId, isStopped: true }
  } else if (begun.rowCount === null) {
    const found = await database.inTenantReadOnly(tenantId, (trx) => rowsOf(trx, tenantId, files.reader, begun), {
      ...selectionTimeouts,
      signal,
    })
    if (found.length > maxBulkChangeRows)
      return fails(database, job, 'rehearsing', tooMany('body.selection', 'search finds'))
    bulkChange = await database.inTenant(tenantId, (trx) => storeRows(trx, job, found), {
      ...selectionTimeouts,
      signal,
    })
    if (bulkChange === undefined) return { bulkChangeId, isStopped: true }
  }
  const actor = { tenantId, userId: bulkChange.createdBy }
  let total = bulkChange.rowCount ?? 0
  const { changed, created, deleted, unchanged, problem } = bulkChange.counts
  let done = changed + created + deleted + unchanged + problem
  await job.progress(done, total)
  // A slice is written while the next one is worked out: one is work of the database, the other of this process.
  const writes = new WritesBehind()
  const record = async (rows: readonly WaitingRow[], facts: readonly Rehearsed[]) => {
    const isHeld = await change(async (trx) => {
      const held = await holdForSlice(trx, job, 'rehearsing')
      if (held === undefined) return false
      await recordRehearsal(trx, tenantId, bulkChangeId, facts)
      const leftOut = new Set(rows.filter(({ isLeftOut }) => isLeftOut).map(({ position }) => position))
      const counted = facts.filter(({ position }) => !leftOut.has(position)).map(({ outcome }) => outcome)
      await moveBulkChange(trx, tenantId, bulkChangeId, { counts: addCounts(held.counts, counted) })
      return true
    })
    done += rows.length
    if (isHeld) await job.progress(done, total)
    return isHeld
  }
  /** Answers whether it has come to the end. */
  const rehearseAll = async (vain: ReadonlySet<number>, types: TypesOfKeys): Promise<boolean> => {
    for (let after = -1; ; ) {
      signal.throwIfAborted()
      const { rows, facts } = await read(async (trx) => {
        const which = { phase: 'rehearsal', after, limit: sliceSize } as const
        const found = await findWaiting(trx, tenantId, bulkChangeId, which)
        const coming = types.size === 0 ? undefined : comingOf(types)
        return { rows: found, facts: await rehearseRows(trx, actor, begun, found, { coming, vain, planned }) }
      })
      const last = rows.at(-1)
      if (last === undefined) return writes.end()
      after = last.position
      if (!(await writes.next(() => record(rows, facts)))) return false
    }
  }
  const planned = (await read((trx) => findAdditions(trx, tenantId, bulkChangeId)))?.planned
  const doesWait = await read((trx) => mayWait(trx, tenantId, begun))
  const typesWithout = (positions: ReadonlySet<number>) =>
    doesWait && begun.request.source !== 'undo'
      ? read((trx) => findComing(trx, tenantId, bulkChangeId, positions))
      : Promise.resolve<TypesOfKeys>(new Map())
  const none = new Set<number>()
  if (!(await rehearseAll(none, await typesWithout(none)))) return { bulkChangeId, isStopped: true }
  const vain = doesWait ? await read((trx) => findVain(trx, tenantId, bulkChangeId)) : none
  if (vain.size > 0) {
    const isHeld = await change(async (trx) => {
      if ((await holdForSlice(trx, job, 'rehearsing')) === undefined) return false
      await rehearseAgain(trx, tenantId, bulkChangeId, [...vain])
      return true
    })
    if (!isHeld || !(await rehearseAll(vain, await typesWithout(vain)))) return { bulkChangeId, isStopped: true }
  }
  // Which items the file has is known once all of its rows are rehearsed.
  const gone = await change(async (trx) => {
    const held = await holdForSlice(trx, job, 'rehearsing')
    if (held === undefined) return undefined
    const stored = await storeGone(trx, tenantId, held)
    total += stored.added
    await moveBulkChange(trx, tenantId, bulkChangeId, { rowCount: total })
    return stored
  })
  if (gone === undefined || !(await rehearseAll(vain, new Map()))) return { bulkChangeId, isStopped: true }
  return change(async (trx) => {
    const held = await holdForSlice(trx, job, 'rehearsing')
    if (held === undefined) return { bulkChangeId, isStopped: true }
    const { newOptions, newConcepts, missingNames } = held.counts
    const additions = { newOptions, newConcepts, missingNames }
    const counts = { ...(await tallyRows(trx, tenantId, bulkChangeId)), known: gone.known, ...additions }
    await moveBulkChange(trx, tenantId, bulkChangeId, { state: 'ready', fingerprint: newId(), counts })
    // All is as the file has it: nobody executes that, and it is an import of the profile all the same.
    const isEmpty = counts.changed + counts.created + counts.deleted === 0
    if (isEmpty && profileOf(held) !== undefined) await noteRun(trx, tenantId, held)
    return { bulkChangeId, counts }
  })
}

/** The rows of sources that are not stored with the request. */
async function rowsOf(
  trx: Transaction,
  tenantId: string,
  reader: ListSources['reader'],
  { request }: StoredBulkChange,
): Promise<NewRow[]> {
  if (request.source === 'selection') {
    const { rows } = await findSelected(trx, tenantId, reader, request.selection, maxBulkChangeRows + 1)
    return [...new Set(rows.map(({ contentItemId }) => contentItemId))].map((contentItemId) => ({ contentItemId }))
  }
  if (request.source !== 'undo') throw new Error('the rows of this source are stored with the request')
  const found: NewRow[] = []
  for (let after = -1; ; ) {
    const rows = await findWritten(trx, tenantId, request.undoOf, { after, limit: rowsAtOnce })
    const last = rows.at(-1)
    if (last === undefined) return found
    after = last.position
    found.push(...rows.map(({ contentItemId, written }) => ({ contentItemId, asked: { undo: written } })))
  }
}

/** In one transaction with the count: an attempt that is killed leaves either all rows or none. */
async function storeRows(
  trx: Transaction,
  job: RunningJob,
  rows: readonly NewRow[],
): Promise<StoredBulkChange | undefined> {
  const held = await holdForSlice(trx, job, 'rehearsing')
  if (held === undefined) return undefined
  const { bulkChangeId } = held
  for (let from = 0; from < rows.length; from += rowsAtOnce)
    await insertRows(trx, job.tenantId, bulkChangeId, from, rows.slice(from, from + rowsAtOnce))
  const counts = { ...held.counts, rows: rows.length }
  await moveBulkChange(trx, job.tenantId, bulkChangeId, { rowCount: rows.length, counts })
  return { ...held, rowCount: rows.length, counts }
}

/** Whoever begins one clears up: bulk changes that are kept no longer, in slices as they may have many rows. */
async function deleteExpired(database: Transactions, { tenantId, signal }: RunningJob): Promise<void> {
  for (;;) {
    const options = { ...jobTimeouts, signal }
    const isLeft = await database.inTenant(
      tenantId,
      async (trx) => {
        const expired = await findExpired(trx, tenantId)
        if (expired === undefined) return false
        if (!(await deleteSomeRows(trx, tenantId, expired, rowsAtOnce))) await deleteBulkChange(trx, tenantId, expired)
        return true
      },
      options,
    )
    if (!isLeft) return
  }
}
