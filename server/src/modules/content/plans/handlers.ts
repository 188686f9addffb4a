import type { contract, PlanRequest } from '@pim/contract'
import { actorOf } from '../../../core/caller.ts'
import type { Handlers } from '../../../http/handlers.ts'
import type { Database } from '../../../platform/database/database.ts'
import { executePlan } from './execute-plan.ts'
import { makePlan } from './make-plan.ts'
import { presentPlan } from './present-plan.ts'

/** Longer than usual: a plan may have many items. */
const planTimeouts = { statementMs: 30_000, deadlineMs: 55_000 }

export function publishPlanHandlers({
  database,
}: {
  readonly database: Database
}): Handlers<typeof contract.publishPlan> {
  return {
    makePlan: ({ body, context }) => {
      const actor = actorOf(context)
      return database.inTenantReadOnly(
        actor.tenantId,
        async (trx) => {
          const { items } = await makePlan(trx, actor, optionsOf(body), { lock: false })
          return presentPlan(trx, actor.tenantId, items, body.paging ?? { pageNumber: 1, pageSize: 25 })
        },
        { ...planTimeouts, signal: context.signal },
      )
    },
    executePlan: ({ body, context }) => {
      const actor = actorOf(context)
      const options = { ...optionsOf(body), fingerprint: body.fingerprint }
      return database.inTenant(actor.tenantId, (trx) => executePlan(trx, actor, options), {
        ...planTimeouts,
        signal: context.signal,
      })
    },
  }
}

const optionsOf = (request: PlanRequest) => ({
  steps: 'steps' in request ? request.steps : [],
  resolve: request.resolve,
  allowBrokenLinks: request.allowBrokenLinks,
})
