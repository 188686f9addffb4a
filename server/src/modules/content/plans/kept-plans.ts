import type { ExecutePlan, KeptAsk, KeptPlanSummary, Page, Paging, Plan, PlanResult } from '@pim/contract'
import { jobKinds } from '@pim/contract/jobs/kinds.ts'
import type { Actor } from '../../../core/caller.ts'
import { Problem } from '../../../core/problem.ts'
import type { Database } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/new-id.ts'
import type { Transaction } from '../../../platform/database/transaction.ts'
import type { Jobs } from '../../../platform/jobs/jobs.ts'
import type { ListSources } from '../../content-index/index.ts'
import { jobTimeouts } from '../bulk/change-type.ts'
import { findBulkChange } from '../store/bulk-change.repository.ts'
import {
  countPlanning,
  countResults,
  findItemPage,
  findPlan,
  findPlans,
  insertPlan,
  movePlan,
} from '../store/kept-plan.repository.ts'
import { type KeptPlan, type KeptRequest, noFigures, type PlanWays } from './kept-plan.ts'
import { makePlan } from './make-plan.ts'
import { optionsOf, runExecute, runMake } from './plan-jobs.ts'
import { presentItems } from './present-plan.ts'

/** Limit of plans of a tenant that wait for their job, so that nobody fills the queue. */
const maxPlanning = 5

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

export interface PlanParts extends Pick<ListSources, 'reader'> {
  readonly database: Database
  readonly jobs: Jobs
}

export function createKeptPlans({ database, jobs, reader }: PlanParts): KeptPlans {
  jobs.handle(jobKinds.makePlan, { needs: 'publisher' }, (job) => runMake(job.database, job, reader))
  jobs.handle(jobKinds.executePlan, { needs: 'publisher' }, (job) => runExecute(job.database, job))
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

function askOf({
  name,
  selection,
  step,
  variationIds,
  resolve,
  allowBrokenLinks,
  skipBlocked,
  withLinked,
}: KeptRequest): KeptAsk {
  const places = variationIds ?? (selection.variationId === undefined ? undefined : [selection.variationId])
  return {
    ...(name !== undefined && { name }),
    step,
    ...(places && { variationIds: places }),
    ...(resolve && { resolve }),
    ...(allowBrokenLinks !== undefined && { allowBrokenLinks }),
    ...(skipBlocked !== undefined && { skipBlocked }),
    ...(withLinked && { withLinked }),
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
    // The publications of a plan are kept as a bulk change of the same id.
    ...(hasResults && (await findBulkChange(trx, tenantId, planId)) && { bulkChangeId: planId }),
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
