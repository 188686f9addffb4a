import { useApiQuery } from '@pim/api-client/react'
import type { Job, Paging, Plan } from '@pim/contract'

const lookAgainAfter = 1_000

export const useKeptPlan = (planId: string, paging: Paging) =>
  useApiQuery(
    'publishPlan.getPlan',
    { params: { planId }, query: paging },
    { failureGoesTo: 'screen', keepPrevious: true },
  )

export const isUnderWay = ({ state }: Plan): boolean => state === 'planning' || state === 'executing'

/** The job of a plan that is being made or executed. Once it has ended, the plan is read again as all that it changed. */
export function usePlanJob(plan: Plan | undefined): Job | undefined {
  const jobId = plan && isUnderWay(plan) ? plan.jobId : null
  const { data: job } = useApiQuery(
    'jobs.getJob',
    { params: { jobId: jobId ?? '' } },
    {
      enabled: jobId !== null,
      failureGoesTo: 'screen',
      refetchInterval: ({ state }) => (state.data?.finishedAt ? false : lookAgainAfter),
    },
  )
  return jobId === null ? undefined : job
}

export const useTypes = () => useApiQuery('contentModel.getAllUserTypes', {}, { staleTime: 60_000 })
