import { ApiError } from '@pim/api-client'
import { apiQuery, useApi, useApiQuery, useRefreshed } from '@pim/api-client/react'
import type { AskedStep, Plan, PlanResult, WithLinked } from '@pim/contract'
import { type Topic, topicsOfOneItem } from '@pim/contract/core/topics.ts'
import { useTenant } from '@pim/shell'
import { useQueryClient } from '@tanstack/react-query'
import type { PlanChoice } from './plan-choices.tsx'

/** The largest page that the call answers. Rows with problems come first. */
const paging = { pageNumber: 1, pageSize: 200 }

export interface PlanAsk {
  readonly steps: readonly AskedStep[]
  readonly choice?: PlanChoice | undefined
  readonly withLinked?: WithLinked | undefined
}

const bodyOf = ({ steps, choice, withLinked }: PlanAsk) => ({
  steps: [...steps],
  paging,
  ...(withLinked && { withLinked }),
  ...(choice === 'allowBrokenLinks' ? { allowBrokenLinks: true } : choice && { resolve: choice }),
})

/** Query for the plan of these steps, read again after every change of content. `isAsked` false: no request. */
export const usePlan = (ask: PlanAsk, { isAsked = true }: { isAsked?: boolean } = {}) =>
  useApiQuery(
    'publishPlan.makePlan',
    { body: bodyOf(ask) },
    { failureGoesTo: 'screen', keepPrevious: true, enabled: isAsked && ask.steps.length > 0 },
  )

/** The plan as it is at this moment, and whether it is the one that a part of the screen shows. */
export function useMakePlan(): (ask: PlanAsk) => Promise<{ plan: Plan; wasShown: boolean }> {
  const client = useApi()
  const { externalId: tenantId } = useTenant()
  const queryClient = useQueryClient()
  return async (ask) => {
    const query = apiQuery({ client, tenantId }, 'publishPlan.makePlan', { body: bodyOf(ask) })
    const isShown = (queryClient.getQueryCache().find({ queryKey: query.queryKey })?.getObserversCount() ?? 0) > 0
    const known = queryClient.getQueryData(query.queryKey)
    const plan = await queryClient.fetchQuery({ ...query, staleTime: 0, meta: { failureGoesTo: 'screen' } })
    return { plan, wasShown: isShown && known?.fingerprint === plan.fingerprint }
  }
}

/** What of a deleted item would be asked for in vain while its screen is left: it itself, and its plan. */
const leftByDeleting: readonly Topic[] = [...topicsOfOneItem, 'jobs']

/** Does what a plan says. `refreshed` resolves once the screen shows what there is after it. */
export function useExecutePlan() {
  const client = useApi()
  const { externalId: tenantId } = useTenant()
  const refreshed = useRefreshed()
  return async (ask: PlanAsk, fingerprint: string): Promise<{ result: PlanResult; refreshed: Promise<void> }> => {
    const isLeft = ask.steps.some(({ step }) => step === 'delete')
    const result = await client.publishPlan.executePlan(
      { body: { ...bodyOf(ask), fingerprint } },
      { tenantId, leaves: isLeft ? leftByDeleting : [] },
    )
    return { result, refreshed: refreshed() }
  }
}

export const isOutdated = (failure: unknown): boolean =>
  failure instanceof ApiError && failure.problem?.code === 'PLAN_OUTDATED'
