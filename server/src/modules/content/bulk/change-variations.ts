import type { ResyncResult } from '@pim/contract'
import { jobKinds } from '@pim/contract/jobs/kinds.ts'
import type { Actor } from '../../../core/caller.ts'
import type { Database, Transactions } from '../../../platform/database/database.ts'
import type { Transaction } from '../../../platform/database/transaction.ts'
import { JobFailed, type Jobs, type RunningJob } from '../../../platform/jobs/jobs.ts'
import {
  channelsWithOnly,
  lockVariationExclusive,
  removeVariationRow,
  type VariationContent,
  variationsOf,
} from '../../tenants/index.ts'
import {
  countCopies,
  countItems,
  findItemIds,
  findItemsIn,
  findLackingVariations,
  findOwnValues,
} from '../store/item-range.repository.ts'
import { batchSize, jobTimeouts, maxItemsInRequest } from './change-type.ts'
import { createMissingVariations, deriveItems, removeVariation, reprojectItems } from './rewrite-items.ts'
import { refuseUniqueByFallback } from './unique-by-fallback.ts'

/** How long the call waits for the job, so that small tenants get the result at once. */
const waitForResyncMs = 1_500

export function createVariationChange(deps: { readonly database: Database; readonly jobs: Jobs }): VariationContent {
  const { database, jobs } = deps
  // The variations and channels are other ones already.
  jobs.handle(jobKinds.followVariations, 'nobody', (job) => runFollow(job.database, job))
  jobs.handle(jobKinds.removeVariation, { needs: 'admin' }, (job) => runRemove(job.database, job))
  jobs.handle(jobKinds.resyncNewVariations, { needs: 'admin' }, (job) => runResync(job.database, job))

  return {
    ownValues: findOwnValues,

    async dropVariation(trx, actor, variationId) {
      const count = await countCopies(trx, actor.tenantId, variationId)
      if (count > maxItemsInRequest) {
        const job = {
          kind: jobKinds.removeVariation,
          input: { variationId },
          createdBy: actor.userId,
          totalCount: count,
        }
        await jobs.enqueue(trx, actor.tenantId, job)
        return
      }
      await dropBatch(trx, actor, variationId, maxItemsInRequest)
      await removeVariationRow(trx, actor.tenantId, variationId)
    },

    refuseFallback: refuseUniqueByFallback,

    async rebuildProjections(trx, actor) {
      const count = await countItems(trx, actor.tenantId)
      if (count <= maxItemsInRequest) {
        await reprojectItems(trx, actor.tenantId, await findItemIds(trx, actor.tenantId, {}, maxItemsInRequest))
        return
      }
      await jobs.enqueue(trx, actor.tenantId, {
        kind: jobKinds.followVariations,
        createdBy: actor.userId,
        totalCount: count,
      })
    },

    async followDerived(trx, actor, of) {
      const count = await countItems(trx, actor.tenantId)
      if (count <= maxItemsInRequest) {
        const ids = await findItemIds(trx, actor.tenantId, {}, maxItemsInRequest)
        await deriveItems(trx, actor.tenantId, ids, { withNames: of === 'default' })
        return
      }
      const job = { kind: jobKinds.followVariations, input: { of }, createdBy: actor.userId }
      await jobs.enqueue(trx, actor.tenantId, { ...job, totalCount: count })
    },

    async resync(actor) {
      const { jobId, newVariationIds } = await database.inTenant(
        actor.tenantId,
        async (trx) => {
          const [running, lacking] = await Promise.all([
            jobs.findUnfinished(trx, actor.tenantId, jobKinds.resyncNewVariations),
            variationIdsOf(trx, actor.tenantId).then((ids) => findLackingVariations(trx, actor.tenantId, ids)),
          ])
          const job = {
            kind: jobKinds.resyncNewVariations,
            input: { newVariationIds: lacking },
            createdBy: actor.userId,
          }
          return { jobId: running ?? (await jobs.enqueue(trx, actor.tenantId, job)), newVariationIds: lacking }
        },
        { ...jobTimeouts, once: actor.once },
      )
      const job = await jobs.finished(actor.tenantId, jobId, waitForResyncMs)
      return resultOf(jobId, newVariationIds, job)
    },
  }
}

const variationIdsOf = async (trx: Transaction, tenantId: string): Promise<string[]> =>
  (await variationsOf(trx, tenantId)).map(({ variationId }) => variationId)

type Ended = Awaited<ReturnType<Jobs['finished']>>

const resultOf = (jobId: string, newVariationIds: string[], job: Ended): ResyncResult => ({
  jobId,
  status: job?.status ?? 'queued',
  newVariationIds: texts(job?.result?.newVariationIds) ?? newVariationIds,
  createdCount: count(job?.result?.createdCount),
  skippedCount: count(job?.result?.skippedCount),
})

const count = (value: unknown): number => (typeof value === 'number' ? value : 0)
const texts = (value: unknown): string[] | undefined => (Array.isArray(value) ? value.map(String) : undefined)

/** Removes one batch of working copies; answers for how many items. */
async function dropBatch(trx: Transaction, actor: Actor, variationId: string, limit: number): Promise<number> {
  const ids = await findItemsIn(trx, actor.tenantId, variationId, limit)
  if (ids.length > 0) await removeVariation(trx, actor, variationId, ids)
  return ids.length
}

/** Calls `work` for all items in batches. A restarted job starts from the first item, so `work` is idempotent. */
async function eachItem(
  database: Transactions,
  job: RunningJob,
  work: (trx: Transaction, contentItemIds: readonly string[]) => Promise<void>,
): Promise<number> {
  const { tenantId, signal } = job
  const patience = { ...jobTimeouts, signal }
  let after: string | undefined
  for (let done = 0; ; await job.progress(done)) {
    signal.throwIfAborted()
    const range = after === undefined ? {} : { after }
    const ids = await database.inTenantReadOnly(
      tenantId,
      (trx) => findItemIds(trx, tenantId, range, batchSize),
      patience,
    )
    after = ids.at(-1)
    if (after === undefined) return done
    await database.inTenant(tenantId, (trx) => work(trx, ids), patience)
    done += ids.length
  }
}

async function runFollow(database: Transactions, job: RunningJob): Promise<Record<string, unknown>> {
  const { of } = job.input
  const itemCount = await eachItem(database, job, (trx, ids) =>
    of === 'channels' || of === 'default'
      ? deriveItems(trx, job.tenantId, ids, { withNames: of === 'default' })
      : reprojectItems(trx, job.tenantId, ids),
  )
  return { itemCount }
}

async function runResync(database: Transactions, job: RunningJob): Promise<Record<string, unknown>> {
  const actor = { tenantId: job.tenantId, userId: job.createdBy }
  const totalCount = await database.inTenantReadOnly(job.tenantId, (trx) => countItems(trx, job.tenantId), jobTimeouts)
  await job.progress(0, totalCount)
  const lacking = new Set(texts(job.input.newVariationIds) ?? [])
  let [createdCount, skippedCount] = [0, 0]
  await eachItem(database, job, async (trx, ids) => {
    const variationIds = await variationIdsOf(trx, job.tenantId)
    for (const lacked of await findLackingVariations(trx, job.tenantId, variationIds, ids)) lacking.add(lacked)
    const outcome = await createMissingVariations(trx, actor, ids)
    createdCount += outcome.created
    skippedCount += outcome.skipped
  })
  return { newVariationIds: [...lacking], createdCount, skippedCount }
}

async function runRemove(database: Transactions, job: RunningJob): Promise<Record<string, unknown>> {
  const { tenantId, signal } = job
  const actor = { tenantId, userId: job.createdBy }
  const variationId = String(job.input.variationId)
  let itemCount = 0
  for (;;) {
    signal.throwIfAborted()
    const dropped = await database.inTenant(
      tenantId,
      async (trx) => {
        await lockVariationExclusive(trx, tenantId, variationId)
        const variations = await variationsOf(trx, tenantId)
        if (!variations.some((each) => each.variationId === variationId)) return 0
        if (variations.some((each) => each.fallbackVariationId === variationId)) {
          throw new JobFailed('Another variation has been made to fall back to it meanwhile.')
        }
        if ((await channelsWithOnly(trx, tenantId, variationId)).length > 0) {
          throw new JobFailed('A channel has been given this variation alone meanwhile.')
        }
        const some = await dropBatch(trx, actor, variationId, batchSize)
        if (some === 0) await removeVariationRow(trx, tenantId, variationId)
        return some
      },
      { ...jobTimeouts, signal },
    )
    if (dropped === 0) return { itemCount }
    itemCount += dropped
    await job.progress(itemCount)
  }
}
