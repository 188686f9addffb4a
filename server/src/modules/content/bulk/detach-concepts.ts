import { jobKinds } from '@pim/contract/jobs/kinds.ts'
import type { Database, Transactions } from '../../../platform/database/database.ts'
import type { Transaction } from '../../../platform/database/transaction.ts'
import { JobFailed, type Jobs, type RunningJob } from '../../../platform/jobs/jobs.ts'
import { findDanglingConcepts, findItemsWithConcepts } from '../../content-index/index.ts'
import {
  type ConceptContent,
  conceptExists,
  findLeads,
  findMergedPlaces,
  forgetMerge,
  forgetMergedPlaces,
  keepMergedPlaces,
} from '../../taxonomies/index.ts'
import { placesOf, withPlacesBack } from '../domain/concept-places.ts'
import { type EndedConcepts, withConceptsReplaced } from '../domain/without-concepts.ts'
import { lockConcepts } from '../operations/check-references.ts'
import { findItemRows, itemsWithIds } from '../store/item-read.repository.ts'
import {
  countItemsWithConcepts,
  findItemsNamingConcepts,
  findItemsWithAnyConcept,
} from '../store/item-usage.repository.ts'
import { lockTypesShared } from '../store/load.ts'
import { batchSize, jobTimeouts, maxItemsInRequest } from './change-type.ts'
import { rewriteItems } from './rewrite-items.ts'

export function createConceptDetach(deps: { readonly database: Database; readonly jobs: Jobs }): ConceptContent {
  // The concept has ended already.
  deps.jobs.handle(jobKinds.detachConcepts, 'nobody', (job) => runDetach(job.database, job))
  deps.jobs.handle(jobKinds.reassignConcept, { needs: 'publisher' }, (job) => runReassign(job.database, job))
  return {
    users: findItemsWithAnyConcept,
    countUsers: countItemsWithConcepts,
    async lockUsers(trx, tenantId, conceptIds) {
      const ids = await findItemsNamingConcepts(trx, tenantId, conceptIds, maxItemsInRequest + 1)
      // Too many for the request: the job locks them, portion by portion.
      if (ids.length > maxItemsInRequest) return new Set()
      await lockTypesShared(trx, tenantId, ids)
      await findItemRows(trx, tenantId, itemsWithIds(ids), { lock: true })
      return new Set(ids)
    },
    async detach(trx, author, ended, locked) {
      const ids = await findItemsWithConcepts(trx, author.tenantId, [...ended.keys()], maxItemsInRequest + 1)
      if (canFollowNow(ids, locked)) return replaceIn(trx, author.tenantId, author.userId, ids, ended)
      await deps.jobs.enqueue(trx, author.tenantId, { kind: jobKinds.detachConcepts, createdBy: author.userId })
    },
    async reassign(trx, author, from, to, locked) {
      const ids = await findItemsWithConcepts(trx, author.tenantId, [from], maxItemsInRequest + 1)
      if (canFollowNow(ids, locked)) return replaceIn(trx, author.tenantId, author.userId, ids, new Map([[from, to]]))
      const job = { kind: jobKinds.reassignConcept, input: { from, to }, createdBy: author.userId }
      await deps.jobs.enqueue(trx, author.tenantId, job)
    },
    async restore(trx, { tenantId, userId }, conceptId) {
      const most = maxItemsInRequest + 1
      const named = await findMergedPlaces(trx, tenantId, conceptId, most)
      if (named.size === most) {
        const job = { kind: jobKinds.reassignConcept, input: { undoneMerge: conceptId }, createdBy: userId }
        await deps.jobs.enqueue(trx, tenantId, job)
        return { itemCount: 0, itemsLeftCount: 0, followsByJob: true }
      }
      const { itemCount, itemsLeftCount } = await putBack(trx, tenantId, userId, conceptId, most)
      await forgetMerge(trx, tenantId, conceptId)
      return { itemCount, itemsLeftCount, followsByJob: false }
    },
  }
}

/**
 * An item that is not locked yet came while the change waited for the lock of the taxonomy. To lock it now could be a
 * deadlock with its next save, so a job does it.
 */
const canFollowNow = (contentItemIds: readonly string[], locked: ReadonlySet<string>): boolean =>
  contentItemIds.length <= maxItemsInRequest && contentItemIds.every((id) => locked.has(id))

async function replaceIn(
  trx: Transaction,
  tenantId: string,
  by: string,
  contentItemIds: readonly string[],
  ended: EndedConcepts,
): Promise<void> {
  await lockTypesShared(trx, tenantId, contentItemIds)
  const kept: Parameters<typeof keepMergedPlaces>[2][number][] = []
  await rewriteItems(trx, tenantId, contentItemIds, { by, action: 'edit', onConflict: 'leave' }, (item) => {
    for (const [conceptId, successor] of ended) {
      const places = successor === null ? [] : placesOf(item, conceptId, successor)
      if (places.length > 0) kept.push({ conceptId, contentItemId: item.contentItemId, places })
    }
    return withConceptsReplaced(item, ended)
  })
  await keepMergedPlaces(trx, tenantId, kept)
}

/** The next items that named a concept whose merge is taken back, but for what somebody has changed since. */
async function putBack(trx: Transaction, tenantId: string, by: string, conceptId: string, limit: number) {
  const places = await findMergedPlaces(trx, tenantId, conceptId, limit)
  const ids = [...places.keys()]
  await lockTypesShared(trx, tenantId, ids)
  await findItemRows(trx, tenantId, itemsWithIds(ids), { lock: true })
  let itemsLeftCount = 0
  await rewriteItems(trx, tenantId, ids, { by, action: 'edit', onConflict: 'leave' }, (before) => {
    const { item, left } = withPlacesBack(before, places.get(before.contentItemId) ?? [])
    if (left > 0) itemsLeftCount += 1
    return item
  })
  await forgetMergedPlaces(trx, tenantId, conceptId, ids)
  if (ids.length === 0) await forgetMerge(trx, tenantId, conceptId)
  return { taken: ids.length, itemCount: ids.length - itemsLeftCount, itemsLeftCount }
}

/** Searches for references to missing concepts instead of keeping a list, so the job can be restarted at any point. */
async function runDetach(database: Transactions, job: RunningJob): Promise<Record<string, unknown>> {
  const { tenantId, signal } = job
  const patience = { ...jobTimeouts, signal }
  let after: string | undefined
  for (let itemCount = 0; ; await job.progress(itemCount)) {
    signal.throwIfAborted()
    const from = after
    const found = await database.inTenant(
      tenantId,
      async (trx) => {
        const dangling = await findDanglingConcepts(
          trx,
          tenantId,
          (conceptId) => conceptExists(tenantId, conceptId),
          from,
          batchSize,
        )
        const ids = dangling.map((each) => each.contentItemId)
        const gone = [...new Set(dangling.flatMap((each) => each.conceptIds))]
        const leads = await findLeads(trx, tenantId, gone)
        await replaceIn(trx, tenantId, job.createdBy, ids, new Map(gone.map((id) => [id, leads.get(id) ?? null])))
        return ids
      },
      patience,
    )
    after = found.at(-1)
    itemCount += found.length
    if (after === undefined) return { itemCount }
  }
}

/** Takes the items that still carry the concept, until there is none, so the job can be restarted at any point. */
async function runReassign(database: Transactions, job: RunningJob): Promise<Record<string, unknown>> {
  const { tenantId, signal, input } = job
  if (typeof input.undoneMerge === 'string') return await runRestore(database, job, input.undoneMerge)
  const [from, to] = [String(input.from), String(input.to)]
  for (let itemCount = 0; ; await job.progress(itemCount)) {
    signal.throwIfAborted()
    const count = await database.inTenant(
      tenantId,
      async (trx) => {
        const ids = await findItemsWithConcepts(trx, tenantId, [from], batchSize)
        await lockTypesShared(trx, tenantId, ids)
        await findItemRows(trx, tenantId, itemsWithIds(ids), { lock: true })
        if (!(await lockConcepts(trx, tenantId, [to])).has(to)) throw new JobFailed('The other concept was deleted.')
        await replaceIn(trx, tenantId, job.createdBy, ids, new Map([[from, to]]))
        return ids.length
      },
      { ...jobTimeouts, signal },
    )
    itemCount += count
    if (count === 0) return { itemCount }
  }
}

/** Each item is forgotten once it is put back, so the job can be restarted at any point. */
async function runRestore(
  database: Transactions,
  job: RunningJob,
  conceptId: string,
): Promise<Record<string, unknown>> {
  const { tenantId, signal } = job
  const patience = { ...jobTimeouts, signal }
  for (let itemCount = 0; ; await job.progress(itemCount)) {
    signal.throwIfAborted()
    const { taken } = await database.inTenant(
      tenantId,
      async (trx) => {
        // Its end has taken it out of all items: there is nothing to put back.
        if (!(await lockConcepts(trx, tenantId, [conceptId])).has(conceptId)) return { taken: 0 }
        return putBack(trx, tenantId, job.createdBy, conceptId, batchSize)
      },
      patience,
    )
    itemCount += taken
    if (taken === 0) return { itemCount }
  }
}
