import { jobKinds } from '@pim/contract/jobs/kinds.ts'
import type { Database, Transactions } from '../../../platform/database/database.ts'
import type { Transaction } from '../../../platform/database/transaction.ts'
import type { Jobs, RunningJob } from '../../../platform/jobs/jobs.ts'
import { findDanglingConcepts, findItemsWithConcepts } from '../../content-index/index.ts'
import { type ConceptContent, conceptExists } from '../../taxonomies/index.ts'
import { withoutConcepts } from '../domain/without-concepts.ts'
import { findItemRows, itemsWithIds } from '../store/item-read.repository.ts'
import { findItemsNamingConcepts, findItemsWithAnyConcept } from '../store/item-usage.repository.ts'
import { lockTypesShared } from '../store/load.ts'
import { batchSize, jobTimeouts, maxItemsInRequest } from './change-type.ts'
import { rewriteItems } from './rewrite-items.ts'

export function createConceptDetach(deps: { readonly database: Database; readonly jobs: Jobs }): ConceptContent {
  deps.jobs.handle(jobKinds.detachConcepts, (job) => runDetach(deps.database.forJobs, job))
  return {
    users: findItemsWithAnyConcept,
    async lockUsers(trx, tenantId, conceptIds) {
      const ids = await findItemsNamingConcepts(trx, tenantId, conceptIds, maxItemsInRequest + 1)
      // Too many for the request: the job locks them, portion by portion.
      if (ids.length > maxItemsInRequest) return new Set()
      await lockTypesShared(trx, tenantId, ids)
      await findItemRows(trx, tenantId, itemsWithIds(ids), { lock: true })
      return new Set(ids)
    },
    async detach(trx, author, conceptIds, locked) {
      const ids = await findItemsWithConcepts(trx, author.tenantId, conceptIds, maxItemsInRequest + 1)
      // An item that is not locked yet came while this waited for the lock of the taxonomy. To lock it now could
      // be a deadlock with its next save, so the job does it.
      if (ids.length > maxItemsInRequest || !ids.every((id) => locked.has(id))) {
        await deps.jobs.enqueue(trx, author.tenantId, { kind: jobKinds.detachConcepts, createdBy: author.userId })
        return
      }
      await detachFrom(trx, author.tenantId, author.userId, ids, new Set(conceptIds))
    },
  }
}

async function detachFrom(
  trx: Transaction,
  tenantId: string,
  by: string,
  contentItemIds: readonly string[],
  gone: ReadonlySet<string>,
): Promise<void> {
  await lockTypesShared(trx, tenantId, contentItemIds)
  await rewriteItems(trx, tenantId, contentItemIds, { by, action: 'edit', onConflict: 'leave' }, (item) =>
    withoutConcepts(item, gone),
  )
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
        const gone = new Set(dangling.flatMap((each) => each.conceptIds))
        await detachFrom(trx, tenantId, job.createdBy, ids, gone)
        return ids
      },
      patience,
    )
    after = found.at(-1)
    itemCount += found.length
    if (after === undefined) return { itemCount }
  }
}
