import { createHash } from 'node:crypto'
import type { PlanItemResult } from '@pim/contract'
import { maxKeptPlanItems } from '@pim/contract/publish-plan/limits.ts'
import type { Actor } from '../../../core/caller.ts'
import { Problem } from '../../../core/problem.ts'
import type { Transactions } from '../../../platform/database/database.ts'
import type { Transaction } from '../../../platform/database/transaction.ts'
import { JobFailed, type RunningJob } from '../../../platform/jobs/jobs.ts'
import type { ListSources } from '../../content-index/index.ts'
import { batchSize, jobTimeouts } from '../bulk/change-type.ts'
import {
  countResults,
  findItemsById,
  findItemsFrom,
  findPlan,
  movePlan,
  recordResults,
  replaceItems,
  updateItems,
} from '../store/kept-plan.repository.ts'
import { writePlan } from './execute-plan.ts'
import type { ItemRequest } from './item-request.ts'
import { addFigures, type KeptItem, type KeptPlan, noFigures, requestOf } from './kept-plan.ts'
import type { DarkLink, Elsewhere } from './link-ends.ts'
import { countDark, takeLinkedAlong } from './linked-items.ts'
import { findDarkLinksOf, makePlan } from './make-plan.ts'
import { isBlocked, type PlanItem } from './planned-work.ts'
import { figuresOf, fingerprintOfItem } from './present-plan.ts'
import { readSelection } from './selected-steps.ts'

/** Options of the plan for some of its items. */
export function optionsOf(tenantId: string, { planId, request }: KeptPlan, items: readonly KeptItem[]) {
  const { resolve, allowBrokenLinks, skipBlocked } = request
  return {
    requests: items.map(requestOf),
    resolve,
    allowBrokenLinks,
    skipBlocked,
    elsewhere: otherParts(tenantId, planId, skipBlocked === true),
  }
}

/** Reads the stored steps of items in other batches. */
const otherParts =
  (tenantId: string, planId: string, skipBlocked: boolean): Elsewhere =>
  async (trx, contentItemIds) => {
    const items = await findItemsById(trx, tenantId, planId, contentItemIds)
    return new Map(
      items
        .filter((item) => !(skipBlocked && item.isBlocked))
        .map(({ contentItemId, steps: { steps, whole } }) => [
          contentItemId,
          (variationId: string) => {
            if (whole !== undefined) return whole === 'restore'
            const step = steps?.[variationId]
            return step === 'publish' ? true : step === 'unpublish' ? false : undefined
          },
        ]),
    )
  }

const planIdOf = ({ input }: RunningJob): string => String(input.planId)

/** Makes a stored plan, batch by batch. */
export async function runMake(
  database: Transactions,
  job: RunningJob,
  reader: ListSources['reader'],
): Promise<Record<string, unknown>> {
  const { tenantId, signal } = job
  const planId = planIdOf(job)
  const patience = { ...jobTimeouts, signal }
  const read = <T>(work: (trx: Transaction) => Promise<T>) => database.inTenantReadOnly(tenantId, work, patience)
  const change = <T>(work: (trx: Transaction) => Promise<T>) => database.inTenant(tenantId, work, patience)
  const plan = await read((trx) => findPlan(trx, tenantId, planId))
  if (plan === undefined) throw new JobFailed('The plan is no longer kept.')
  const asked = await read((trx) => readSelection(trx, tenantId, reader, plan.request, maxKeptPlanItems))
  const actor = { tenantId, userId: job.createdBy }
  const { withLinked, resolve } = plan.request
  const find = async (looking: readonly ItemRequest[]) => {
    const dark: DarkLink[] = []
    for (let from = 0; from < looking.length; from += batchSize) {
      signal.throwIfAborted()
      const part = looking.slice(from, from + batchSize)
      dark.push(...(await read((trx) => findDarkLinksOf(trx, actor, part, resolve))))
    }
    return dark
  }
  const taken =
    withLinked &&
    (await takeLinkedAlong(asked, { except: withLinked.except ?? [], most: maxKeptPlanItems - asked.length, find }))
  // Linked items come first, so that they are live before the item that shows them.
  const requests = taken === undefined ? asked : [...taken.along, ...taken.asked]
  await change((trx) => replaceItems(trx, tenantId, planId, requests))
  // With `skipBlocked` a first pass finds all blocked items, because links of every batch depend on them.
  const passes = plan.request.skipBlocked === true ? 2 : 1
  await job.progress(0, requests.length * passes)
  let figures = noFigures
  const offered = new Map<string, DarkLink>()
  const hash = createHash('sha256')
  for (let pass = 1, done = 0; pass <= passes; pass += 1) {
    for (let from = 0; from < requests.length; from += batchSize) {
      signal.throwIfAborted()
      const planned = await change(async (trx) => {
        const kept = await findItemsFrom(trx, tenantId, planId, { from, limit: batchSize })
        const options = optionsOf(tenantId, plan, kept)
        const { items, dark } = await makePlan(trx, actor, options, { lock: false })
        const positions = new Map(kept.map(({ contentItemId, position }) => [contentItemId, position]))
        const facts = items.map((item) => ({
          position: positions.get(item.after.contentItemId) ?? -1,
          fingerprint: fingerprintOfItem(item),
          isBlocked: isBlocked(item),
          isWarned: item.variations.some(({ warnings }) => warnings.length > 0),
        }))
        await updateItems(trx, tenantId, planId, facts)
        return { items, facts, dark }
      })
      done += planned.items.length
      await job.progress(done)
      if (pass < passes) continue
      figures = addFigures(figures, figuresOf(planned.items))
      for (const { fingerprint } of planned.facts) hash.update(fingerprint)
      for (const link of planned.dark) offered.set(link.contentItemId, link)
    }
  }
  const isBlockedAltogether = figures.blockedCount > 0 && plan.request.skipBlocked !== true
  const canExecute = figures.itemCount > 0 && !isBlockedAltogether
  await change((trx) =>
    movePlan(trx, tenantId, planId, {
      state: 'ready',
      fingerprint: hash.digest('base64url'),
      figures: { ...figures, canExecute, linked: taken?.linked ?? countDark([...offered.values()]) },
    }),
  )
  return { planId, itemCount: figures.itemCount }
}

/** Executes a stored plan, batch by batch. */
export async function runExecute(database: Transactions, job: RunningJob): Promise<Record<string, unknown>> {
  const { tenantId, signal } = job
  const planId = planIdOf(job)
  const patience = { ...jobTimeouts, signal }
  const plan = await database.inTenantReadOnly(tenantId, (trx) => findPlan(trx, tenantId, planId), patience)
  if (plan === undefined) throw new JobFailed('The plan is no longer kept.')
  const actor = { tenantId, userId: job.createdBy }
  const doBatch = (items: readonly KeptItem[]) =>
    database.inTenant(tenantId, (trx) => executeItems(trx, actor, plan, items), patience)
  for (;;) {
    signal.throwIfAborted()
    const next = await database.inTenantReadOnly(
      tenantId,
      (trx) => findItemsFrom(trx, tenantId, planId, { from: 0, limit: batchSize }),
      patience,
    )
    if (next.length === 0) break
    try {
      await doBatch(next)
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      // A unique value was taken since the plan was made: the items are repeated one by one to find the one that is refused.
      for (const item of next) await doBatch([item]).catch((cause) => refuse(database, plan, job, item, cause))
    }
    const { done, blocked, outdated } = await database.inTenantReadOnly(
      tenantId,
      (trx) => countResults(trx, tenantId, planId),
      patience,
    )
    await job.progress(done + blocked + outdated)
  }
  return database.inTenant(
    tenantId,
    async (trx) => {
      await movePlan(trx, tenantId, planId, { state: 'done' })
      return { planId, ...(await countResults(trx, tenantId, planId)) }
    },
    patience,
  )
}

async function refuse(
  database: Transactions,
  { planId }: KeptPlan,
  { tenantId, signal }: RunningJob,
  { position }: KeptItem,
  cause: unknown,
): Promise<void> {
  if (!(cause instanceof Problem)) throw cause
  const results = new Map([[position, 'blocked' as const]])
  await database.inTenant(tenantId, (trx) => recordResults(trx, tenantId, planId, results), { ...jobTimeouts, signal })
}

/** Executes the plan for these items and stores the result of each, in one transaction. */
async function executeItems(trx: Transaction, actor: Actor, plan: KeptPlan, kept: readonly KeptItem[]): Promise<void> {
  const { tenantId } = actor
  const { items, at } = await makePlan(trx, actor, optionsOf(tenantId, plan, kept), { lock: true })
  const byId = new Map(items.map((item) => [item.after.contentItemId, item]))
  const results = new Map(kept.map((each) => [each.position, resultOf(each, byId.get(each.contentItemId))]))
  const doing = kept.flatMap(({ position, contentItemId }) => {
    const item = byId.get(contentItemId)
    return item === undefined || results.get(position) !== 'done' ? [] : [item]
  })
  await writePlan(trx, actor, { items: doing, at, as: { bulkChangeId: plan.planId, name: plan.request.name } })
  await recordResults(trx, tenantId, plan.planId, results)
}

function resultOf({ fingerprint }: KeptItem, item: PlanItem | undefined): PlanItemResult {
  if (item === undefined || fingerprintOfItem(item) !== fingerprint) return 'outdated'
  return isBlocked(item) ? 'blocked' : 'done'
}
