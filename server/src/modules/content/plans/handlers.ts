import type { contract, PlanRequest } from '@pim/contract'
import { type Actor, actorOf } from '../../../core/caller.ts'
import type { Handlers } from '../../../http/handlers.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { Transaction } from '../../../platform/database/transaction.ts'
import type { Jobs } from '../../../platform/jobs/jobs.ts'
import { readSteps } from './asked-steps.ts'
import { executePlan } from './execute-plan.ts'
import type { ItemRequest } from './item-request.ts'
import { makePlan, type PlanOptions } from './make-plan.ts'
import { createKeptPlans } from './plan-jobs.ts'
import { presentPlan } from './present-plan.ts'
import { readSelection } from './selected-steps.ts'

/** Longer than usual: a plan may have many items. */
const planTimeouts = { statementMs: 30_000, deadlineMs: 55_000 }
const firstPage = { pageNumber: 1, pageSize: 25 }
/** Limit of items in one call; a job makes and executes larger plans. */
const maxItemsAtOnce = 1_000

export function publishPlanHandlers({
  database,
  jobs,
}: {
  readonly database: Database
  readonly jobs: Jobs
}): Handlers<typeof contract.publishPlan> {
  const kept = createKeptPlans({ database, jobs })
  return {
    makePlan: async ({ body, context }) => {
      const actor = actorOf(context)
      const { paging = firstPage, ...request } = body
      const plan = await database.inTenantReadOnly(
        actor.tenantId,
        async (trx) => {
          const requests = await requestsOf(trx, actor, body)
          if (requests === undefined) return undefined
          const { items } = await makePlan(trx, actor, optionsOf(body, requests), { lock: false })
          return presentPlan(trx, actor.tenantId, items, paging, body.skipBlocked)
        },
        { ...planTimeouts, signal: context.signal },
      )
      if (plan !== undefined) return plan
      if (!('selection' in request)) throw new Error('steps that are named are never too many')
      return kept.keep(actor, request)
    },
    getPlan: ({ params, query, context }) => kept.read(actorOf(context), params.planId, query),
    executePlan: ({ body, context }) => {
      const actor = actorOf(context)
      if ('planId' in body) return kept.execute(actor, body)
      return database.inTenant(
        actor.tenantId,
        async (trx) => {
          const requests = (await requestsOf(trx, actor, body)) ?? []
          return executePlan(trx, actor, { ...optionsOf(body, requests), fingerprint: body.fingerprint })
        },
        { ...planTimeouts, signal: context.signal },
      )
    },
  }
}

/** Steps grouped by item; undefined above the limit of items in one call. */
async function requestsOf(
  trx: Transaction,
  { tenantId }: Actor,
  request: PlanRequest,
): Promise<ItemRequest[] | undefined> {
  if ('steps' in request) return readSteps(trx, tenantId, request.steps)
  const requests = await readSelection(trx, tenantId, request, maxItemsAtOnce + 1)
  return requests.length > maxItemsAtOnce ? undefined : requests
}

const optionsOf = (
  { resolve, allowBrokenLinks, skipBlocked }: PlanRequest,
  requests: readonly ItemRequest[],
): PlanOptions => ({ requests, resolve, allowBrokenLinks, skipBlocked })
