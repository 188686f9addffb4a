import type { contract, PlanRequest } from '@pim/contract'
import { type Role, reaches } from '@pim/contract/core/roles.ts'
import { type Actor, actorOf } from '../../../core/caller.ts'
import { Problem } from '../../../core/problem.ts'
import type { Handlers } from '../../../http/handlers.ts'
import type { Transaction } from '../../../platform/database/transaction.ts'
import type { ListSources } from '../../content-index/index.ts'
import { readSteps } from './asked-steps.ts'
import { executePlan } from './execute-plan.ts'
import type { ItemRequest } from './item-request.ts'
import type { KeptRequest } from './kept-plan.ts'
import { createKeptPlans, type PlanParts } from './kept-plans.ts'
import { makePlan, type PlanOptions } from './make-plan.ts'
import { presentPlan } from './present-plan.ts'
import { readSelection } from './selected-steps.ts'

/** Longer than usual: a plan may have many items. */
const planTimeouts = { statementMs: 30_000, deadlineMs: 55_000 }
const firstPage = { pageNumber: 1, pageSize: 25 }
/** Limit of items in one call; a job makes and executes larger plans. */
const maxItemsAtOnce = 1_000

export function publishPlanHandlers({ database, jobs, reader }: PlanParts): Handlers<typeof contract.publishPlan> {
  const kept = createKeptPlans({ database, jobs, reader })
  const keep = (actor: Actor, role: Role, asked: OfSelection) => {
    requireKeeping(role)
    const { paging: _, keep: __, ...request } = asked
    return kept.keep(actor, request)
  }
  return {
    makePlan: async ({ body, context }) => {
      const actor = actorOf(context)
      const { role } = context.tenant
      if ('planId' in body) {
        requireKeeping(role)
        const { planId, ...ways } = body
        return kept.keepAgain(actor, planId, ways, (request) => requireSight(role, request))
      }
      requireSight(role, body)
      if ('selection' in body && (body.keep || body.name !== undefined)) return keep(actor, role, body)
      const plan = await database.inTenantReadOnly(
        actor.tenantId,
        async (trx) => {
          const requests = await requestsOf(trx, reader, actor, body, role)
          if (requests === undefined) return undefined
          const made = await makePlan(trx, actor, optionsOf(body, requests), { lock: false })
          return presentPlan(trx, actor.tenantId, made, body.paging ?? firstPage, body.skipBlocked)
        },
        { ...planTimeouts, signal: context.signal },
      )
      if (plan !== undefined) return plan
      if (!('selection' in body)) throw new Error('steps that are named are never too many')
      return keep(actor, role, body)
    },
    getPlans: ({ query, context }) => kept.list(actorOf(context), query),
    getPlan: ({ params, query, context }) =>
      kept.read(actorOf(context), params.planId, query, (request) => requireSight(context.tenant.role, request)),
    executePlan: ({ body, context }) => {
      const actor = actorOf(context)
      if ('planId' in body) return kept.execute(actor, body)
      return database.inTenant(
        actor.tenantId,
        async (trx) => {
          const requests = (await requestsOf(trx, reader, actor, body, context.tenant.role)) ?? []
          return executePlan(trx, actor, { ...optionsOf(body, requests), fingerprint: body.fingerprint })
        },
        { ...planTimeouts, signal: context.signal },
      )
    },
  }
}

type OfSelection = Extract<PlanRequest, { selection: unknown }>
type AskedNow = Exclude<PlanRequest, { planId: string }>

function requireKeeping(role: Role): void {
  if (!reaches(role, 'publisher'))
    throw new Problem('FORBIDDEN', { message: 'A plan that a job has to make takes the role publisher.' })
}

/** Deleted content is shown to editors, in plans as in lists. */
function requireSight(role: Role, request: AskedNow | KeptRequest): void {
  if ('selection' in request && request.selection.includeDeleted === true && !reaches(role, 'editor'))
    throw new Problem('FORBIDDEN', { message: 'Deleted content is shown to editors.' })
}

/** Steps grouped by item; undefined above the limit of items in one call. */
async function requestsOf(
  trx: Transaction,
  reader: ListSources['reader'],
  { tenantId }: Actor,
  request: AskedNow,
  role: Role,
): Promise<ItemRequest[] | undefined> {
  if ('steps' in request) return readSteps(trx, tenantId, request.steps, { mayBeDeleted: reaches(role, 'editor') })
  const requests = await readSelection(trx, tenantId, reader, request, maxItemsAtOnce + 1)
  return requests.length > maxItemsAtOnce ? undefined : requests
}

const optionsOf = (asked: AskedNow, requests: readonly ItemRequest[]): PlanOptions => {
  const { resolve, allowBrokenLinks, skipBlocked, withLinked } = asked
  return { requests, resolve, allowBrokenLinks, skipBlocked, withLinked }
}
