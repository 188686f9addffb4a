import { jobKinds } from '@pim/contract/jobs/kinds.ts'
import type { Actor } from '../../../core/caller.ts'
import { Problem } from '../../../core/problem.ts'
import type { Database, Transactions } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/new-id.ts'
import type { Transaction } from '../../../platform/database/transaction.ts'
import type { Jobs, RunningJob } from '../../../platform/jobs/jobs.ts'
import {
  type ChangedType,
  type ContentChange,
  compareTypes,
  lockTypeShared,
  normalType,
  type TypeChange,
  touchesItems,
} from '../../content-model/index.ts'
import { variationsOf } from '../../tenants/index.ts'
import { rewriteItem, withoutValues } from '../domain/type-conversion.ts'
import { countItems, findItemIds, lastItemId, renameStoredValues } from '../store/item-range.repository.ts'
import { findItemsOfType } from '../store/item-usage.repository.ts'
import {
  findChanges,
  finishChange,
  insertChange,
  isChanging,
  lockChange,
  moveChange,
} from '../store/type-change.repository.ts'
import { findDuplicates, findLosses } from './find-losses.ts'
import { rewriteItems } from './rewrite-items.ts'

/** Items that a request changes itself; more are changed by a background job. */
export const maxItemsInRequest = 200
export const batchSize = 100
export const jobTimeouts = { statementMs: 30_000, deadlineMs: 60_000 }

const alreadyChanging =
  'Content is still being brought in line with an earlier change of this type. Seeding that one again resumes it where it has stopped.'

export function createTypeChange(deps: { readonly database: Database; readonly jobs: Jobs }): ContentChange {
  // The type is another one already: its content has to follow, whoever has changed it.
  deps.jobs.handle(jobKinds.changeContentOfTypes, 'nobody', (job) => runChanges(job.database, job))
  return {
    itemsOf: findItemsOfType,
    async refuseDataLoss(trx, tenantId, changed) {
      const affected = []
      for (const { stored, change } of changed) {
        affected.push(
          ...(await findLosses(trx, tenantId, stored.contentTypeId, change, await defaultOf(trx, tenantId))),
        )
      }
      if (affected.length > 0) throw new Problem('DATA_LOSS', { affected })
    },
    migrateItems: (trx, actor, changed, allowDataLoss) => migrateItems(trx, actor, changed, allowDataLoss, deps.jobs),
    async resume(trx, { tenantId, userId }) {
      const changeIds = await findChanges(trx, tenantId)
      if (changeIds.length === 0) return undefined
      const job = { kind: jobKinds.changeContentOfTypes, input: { changeIds }, createdBy: userId }
      return (
        (await deps.jobs.findUnfinished(trx, tenantId, jobKinds.changeContentOfTypes)) ??
        deps.jobs.enqueue(trx, tenantId, job)
      )
    },
  }
}

async function defaultOf(trx: Transaction, tenantId: string): Promise<string> {
  const variations = await variationsOf(trx, tenantId)
  const chosen = variations.find((variation) => variation.isDefault) ?? variations[0]
  if (chosen === undefined) throw new Error('a tenant has a default variation')
  return chosen.variationId
}

async function migrateItems(
  trx: Transaction,
  actor: Actor,
  changed: readonly ChangedType[],
  allowDataLoss: boolean,
  jobs: Jobs,
): Promise<string | undefined> {
  const { tenantId, userId } = actor
  const changeIds: string[] = []
  let later = 0
  for (const { stored, change, input } of changed) {
    const { contentTypeId } = stored
    if (await isChanging(trx, tenantId, contentTypeId))
      throw new Problem('ALREADY_RUNNING', { message: alreadyChanging })
    if (!touchesItems(change)) continue
    const count = await countItems(trx, tenantId, contentTypeId)
    const last = count === 0 ? undefined : await lastItemId(trx, tenantId, contentTypeId)
    if (last === undefined) continue
    const pending = {
      changeId: newId(),
      contentTypeId,
      before: stored.type,
      input,
      allowDataLoss,
      lastItemId: last,
      doneItemId: null,
      createdBy: userId,
    }
    if (count <= maxItemsInRequest) {
      const ids = await findItemIds(trx, tenantId, { contentTypeId }, count)
      await changeItems(trx, tenantId, ids, contentTypeId, change, { by: userId, allowDataLoss })
      continue
    }
    await insertChange(trx, tenantId, pending)
    changeIds.push(pending.changeId)
    later += count
  }
  if (changeIds.length === 0) return undefined
  return jobs.enqueue(trx, tenantId, {
    kind: jobKinds.changeContentOfTypes,
    input: { changeIds },
    createdBy: userId,
    totalCount: later,
  })
}

async function changeItems(
  trx: Transaction,
  tenantId: string,
  ids: readonly string[],
  contentTypeId: string,
  change: TypeChange,
  { by, allowDataLoss }: { readonly by: string; readonly allowDataLoss: boolean },
): Promise<void> {
  if (ids.length === 0) return
  if (change.renames.size > 0) await renameStoredValues(trx, tenantId, ids, change.renames)
  const defaultVariationId = await defaultOf(trx, tenantId)
  const duplicates = allowDataLoss
    ? await findDuplicates(trx, tenantId, contentTypeId, ids, change, defaultVariationId)
    : new Map<string, ReadonlySet<string>>()
  const reads = new Set(change.narrowed.map(({ after }) => after.technicalName))
  await rewriteItems(trx, tenantId, ids, { by, action: 'migrate', onConflict: 'leave', reads }, (item) =>
    withoutValues(rewriteItem(item, change, defaultVariationId).item, duplicates.get(item.contentItemId) ?? new Set()),
  )
}

async function runChanges(database: Transactions, job: RunningJob): Promise<Record<string, unknown>> {
  const { tenantId, signal } = job
  const changeIds = Array.isArray(job.input.changeIds) ? job.input.changeIds.map(String) : []
  let doneCount = 0
  for (const changeId of changeIds) {
    for (;;) {
      signal.throwIfAborted()
      const step = await database.inTenant(tenantId, (trx) => oneStep(trx, tenantId, changeId), {
        ...jobTimeouts,
        signal,
      })
      if (step === undefined) break
      doneCount += step
      await job.progress(doneCount)
    }
  }
  return { itemCount: doneCount }
}

/** Changes one batch. The position is saved in the same transaction, so a batch is never done twice. */
async function oneStep(trx: Transaction, tenantId: string, changeId: string): Promise<number | undefined> {
  const pending = await lockChange(trx, tenantId, changeId)
  if (pending === undefined) return undefined
  const { contentTypeId, before, input, lastItemId: until, doneItemId: after } = pending
  if ((await lockTypeShared(trx, tenantId, contentTypeId)) === undefined) return undefined
  const ids = await findItemIds(trx, tenantId, { contentTypeId, after, until }, batchSize)
  const last = ids.at(-1)
  if (last === undefined) {
    await finishChange(trx, tenantId, changeId)
    return undefined
  }
  const change = compareTypes(before, input, normalType(input))
  await changeItems(trx, tenantId, ids, contentTypeId, change, {
    by: pending.createdBy,
    allowDataLoss: pending.allowDataLoss,
  })
  await moveChange(trx, tenantId, changeId, last)
  return ids.length
}
