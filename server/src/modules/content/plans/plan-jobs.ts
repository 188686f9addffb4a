import { createHash } from 'node:crypto'
import type {
  ExecutePlan,
  KeptAsk,
  KeptPlanSummary,
  Page,
  Paging,
  Plan,
  PlanItemResult,
  PlanResult,
} from '@pim/contract'
import { jobKinds } from '@pim/contract/jobs/kinds.ts'
import type { Actor } from '../../../core/caller.ts'
import { Problem } from '../../../core/problem.ts'
import type { Database, Transactions } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/new-id.ts'
import type { Transaction } from '../../../platform/database/transaction.ts'
import { JobFailed, type Jobs, type RunningJob } from '../../../platform/jobs/jobs.ts'
import { batchSize, jobTimeouts } from '../bulk/change-type.ts'
import {
  countPlanning,
  countResults,
  findItemPage,
  findItemsById,
  findItemsFrom,
  findPlan,
  findPlans,
  insertPlan,
  movePlan,
  recordResults,
  replaceItems,
  updateItems,
} from '../store/kept-plan.repository.ts'
import type { Elsewhere } from './check-links.ts'
import { writePlan } from './execute-plan.ts'
import {
  addFigures,
  type KeptItem,
  type KeptPlan,
  type KeptRequest,
  noFigures,
  type PlanWays,
  requestOf,
} from './kept-plan.ts'
import { makePlan } from './make-plan.ts'
import { isBlocked, type PlanItem } from './planned-work.ts'
import { figuresOf, fingerprintOfItem, presentItems } from './present-plan.ts'
import { readSelection } from './selected-steps.ts'

/** Limit of plans of a tenant that wait for their job, so that nobody fills the queue. */
const maxPlanning = 5
/** Limit of items in one stored plan. */
const maxItemsKept = 100_000

/** Stored plans. Jobs make and execute them in batches, one transaction for each. */
export interface KeptPlans {
  /** Stores the request and enqueues the job that makes the plan. */
  keep(actor: Actor, request: KeptRequest): Promise<Plan>
  /** The same for what an earlier plan was asked for. `check` throws where the caller may not see what it is about. */
  keepAgain(actor: Actor, planId: string, ways: PlanWays, check: (request: KeptRequest) => void): Promise<Plan>
  /** The latest first. */
  list(actor: Actor, paging: Paging): Promise<Page<KeptPlanSummary>>
  /** `check` throws where the caller may not see what the plan is about. */
  read(actor: Actor, planId: string, paging: Paging, check: (request: KeptRequest) => void): Promise<Plan>
  /** Enqueues the job that executes the plan, if the fingerprint is still the one that the caller saw. */
  execute(actor: Actor, asked: Extract<ExecutePlan, { planId: string }>): Promise<PlanResult>
}

export function createKeptPlans({ database, jobs }: { readonly database: Database; readonly jobs: Jobs }): KeptPlans {
  jobs.handle(jobKinds.makePlan, (job) => runMake(database.forJobs, job))
  jobs.handle(jobKinds.executePlan, (job) => runExecute(database.forJobs, job))
  return {
    keep: (actor, request) => database.inTenant(actor.tenantId, (trx) => beginPlan(trx, actor, request, jobs)),
    keepAgain: (actor, planId, ways, check) =>
      database.inTenant(actor.tenantId, async (trx) => {
        const { request } = found(await findPlan(trx, actor.tenantId, planId))
        check(request)
        const { selection, step, variationIds, name } = request
        const again = { selection, step, ...(variationIds && { variationIds }), ...(name !== undefined && { name }) }
        return beginPlan(trx, actor, { ...again, ...ways }, jobs)
      }),
    list: (actor, paging) => database.inTenantReadOnly(actor.tenantId, (trx) => listPlans(trx, actor.tenantId, paging)),
    read: (actor, planId, paging, check) =>
      database.inTenantReadOnly(actor.tenantId, (trx) => readPlan(trx, actor, planId, paging, check), jobTimeouts),
    execute: (actor, asked) => database.inTenant(actor.tenantId, (trx) => beginExecution(trx, actor, asked, jobs)),
  }
}

async function beginPlan(trx: Transaction, actor: Actor, request: KeptRequest, jobs: Jobs): Promise<Plan> {
  const { tenantId, userId: createdBy } = actor
  if ((await countPlanning(trx, tenantId)) >= maxPlanning) throw new Problem('ALREADY_RUNNING')
  const planId = newId()
  const jobId = await jobs.enqueue(trx, tenantId, { kind: jobKinds.makePlan, input: { planId }, createdBy })
  await insertPlan(trx, tenantId, { planId, createdBy, request, jobId })
  return emptyPlan({ planId, jobId, request, state: 'planning', figures: null, fingerprint: null })
}

const emptyPlan = ({
  planId,
  jobId,
  request,
  state,
  figures,
  fingerprint,
}: Omit<KeptPlan, 'createdBy' | 'createdAt'>): Plan => ({
  planId,
  jobId,
  asked: askOf(request),
  state,
  items: [],
  paging: { pageNumber: 1, pageSize: 0, totalCount: 0, totalPages: 0 },
  fingerprint: fingerprint ?? '',
  ...(figures ?? noFigures),
})

function askOf({ name, selection, step, variationIds, resolve, allowBrokenLinks, skipBlocked }: KeptRequest): KeptAsk {
  const places = variationIds ?? (selection.variationId === undefined ? undefined : [selection.variationId])
  return {
    ...(name !== undefined && { name }),
    step,
    ...(places && { variationIds: places }),
    ...(resolve && { resolve }),
    ...(allowBrokenLinks !== undefined && { allowBrokenLinks }),
    ...(skipBlocked !== undefined && { skipBlocked }),
  }
}

async function listPlans(
  trx: Transaction,
  tenantId: string,
  { pageNumber, pageSize }: Paging,
): Promise<Page<KeptPlanSummary>> {
  const { plans, totalCount } = await findPlans(trx, tenantId, {
    offset: (pageNumber - 1) * pageSize,
    limit: pageSize,
  })
  return {
    items: plans.map(({ planId, request, state, figures, createdAt, createdBy }) => ({
      planId,
      asked: askOf(request),
      state,
      itemCount: figures?.itemCount ?? 0,
      blockedCount: figures?.blockedCount ?? 0,
      createdAt,
      createdBy,
    })),
    paging: { pageNumber, pageSize, totalCount, totalPages: Math.ceil(totalCount / pageSize) },
  }
}

async function readPlan(
  trx: Transaction,
  { tenantId, userId }: Actor,
  planId: string,
  { pageNumber, pageSize }: Paging,
  check: (request: KeptRequest) => void,
): Promise<Plan> {
  const plan = found(await findPlan(trx, tenantId, planId))
  check(plan.request)
  if (plan.state === 'planning') return emptyPlan(plan)
  const hasResults = plan.state !== 'ready'
  const offset = (pageNumber - 1) * pageSize
  const page = await findItemPage(trx, tenantId, planId, { offset, limit: pageSize, hasResults })
  const results = new Map(page.map(({ contentItemId, result }) => [contentItemId, result]))
  const { items } = await makePlan(trx, { tenantId, userId }, optionsOf(tenantId, plan, page), { lock: false })
  const totalCount = plan.figures?.itemCount ?? 0
  return {
    ...emptyPlan(plan),
    items: (await presentItems(trx, tenantId, items)).map((row) => {
      const result = results.get(row.contentItemId) ?? null
      return result === null ? row : { ...row, result }
    }),
    paging: { pageNumber, pageSize, totalCount, totalPages: Math.ceil(totalCount / pageSize) },
    ...(hasResults && { done: await countResults(trx, tenantId, planId) }),
  }
}

async function beginExecution(
  trx: Transaction,
  actor: Actor,
  { planId, fingerprint }: Extract<ExecutePlan, { planId: string }>,
  jobs: Jobs,
): Promise<PlanResult> {
  const { tenantId, userId: createdBy } = actor
  const plan = found(await findPlan(trx, tenantId, planId, { lock: true }))
  if (plan.fingerprint !== fingerprint) throw new Problem('PLAN_OUTDATED', { plan: emptyPlan(plan) })
  // A repeat of the call is answered as the first one was.
  if (plan.state !== 'ready') return { jobId: plan.jobId, variations: [] }
  if (!plan.figures?.canExecute) throw new Problem('VALIDATION_FAILED', { plan: emptyPlan(plan) })
  const totalCount = plan.figures.itemCount
  const job = { kind: jobKinds.executePlan, input: { planId }, createdBy, totalCount }
  const jobId = await jobs.enqueue(trx, tenantId, job)
  await movePlan(trx, tenantId, planId, { state: 'executing', jobId })
  return { jobId, variations: [] }
}

function found(plan: KeptPlan | undefined): KeptPlan {
  if (plan === undefined) throw new Problem('NOT_FOUND')
  return plan
}

function optionsOf(tenantId: string, { planId, request }: KeptPlan, items: readonly KeptItem[]) {
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

async function runMake(database: Transactions, job: RunningJob): Promise<Record<string, unknown>> {
  const { tenantId, signal } = job
  const planId = planIdOf(job)
  const patience = { ...jobTimeouts, signal }
  const read = <T>(work: (trx: Transaction) => Promise<T>) => database.inTenantReadOnly(tenantId, work, patience)
  const change = <T>(work: (trx: Transaction) => Promise<T>) => database.inTenant(tenantId, work, patience)
  const plan = await read((trx) => findPlan(trx, tenantId, planId))
  if (plan === undefined) throw new JobFailed('The plan is no longer kept.')
  const requests = await read((trx) => readSelection(trx, tenantId, plan.request, maxItemsKept))
  await change((trx) => replaceItems(trx, tenantId, planId, requests))
  // With `skipBlocked` a first pass finds all blocked items, because links of every batch depend on them.
  const passes = plan.request.skipBlocked === true ? 2 : 1
  await job.progress(0, requests.length * passes)
  let figures = noFigures
  const hash = createHash('sha256')
  for (let pass = 1, done = 0; pass <= passes; pass += 1) {
    for (let from = 0; from < requests.length; from += batchSize) {
      signal.throwIfAborted()
      const planned = await change(async (trx) => {
        const kept = await findItemsFrom(trx, tenantId, planId, { from, limit: batchSize })
        const options = optionsOf(tenantId, plan, kept)
        const { items } = await makePlan(trx, { tenantId, userId: job.createdBy }, options, { lock: false })
        const positions = new Map(kept.map(({ contentItemId, position }) => [contentItemId, position]))
        const facts = items.map((item) => ({
          position: positions.get(item.after.contentItemId) ?? -1,
          fingerprint: fingerprintOfItem(item),
          isBlocked: isBlocked(item),
          isWarned: item.variations.some(({ warnings }) => warnings.length > 0),
        }))
        await updateItems(trx, tenantId, planId, facts)
        return { items, facts }
      })
      done += planned.items.length
      await job.progress(done)
      if (pass < passes) continue
      figures = addFigures(figures, figuresOf(planned.items))
      for (const { fingerprint } of planned.facts) hash.update(fingerprint)
    }
  }
  const isBlockedAltogether = figures.blockedCount > 0 && plan.request.skipBlocked !== true
  const canExecute = figures.itemCount > 0 && !isBlockedAltogether
  await change((trx) =>
    movePlan(trx, tenantId, planId, {
      state: 'ready',
      fingerprint: hash.digest('base64url'),
      figures: { ...figures, canExecute },
    }),
  )
  return { planId, itemCount: figures.itemCount }
}

async function runExecute(database: Transactions, job: RunningJob): Promise<Record<string, unknown>> {
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
      // A plan does not check everything (unique values): the items are repeated one by one to find the one that is refused.
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
  await writePlan(trx, actor, doing, at)
  await recordResults(trx, tenantId, plan.planId, results)
}

function resultOf({ fingerprint }: KeptItem, item: PlanItem | undefined): PlanItemResult {
  if (item === undefined || fingerprintOfItem(item) !== fingerprint) return 'outdated'
  return isBlocked(item) ? 'blocked' : 'done'
}
