import { invalidateTopics, useApiQuery } from '@pim/api-client/react'
import type { Job, Paging, Plan } from '@pim/contract'
import { contentTopics } from '@pim/contract/core/topics.ts'
import { useTenant } from '@pim/shell'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

const lookAgainAfter = 1_000

export const useKeptPlan = (planId: string, paging: Paging) =>
  useApiQuery(
    'publishPlan.getPlan',
    { params: { planId }, query: paging },
    { failureGoesTo: 'screen', keepPrevious: true },
  )

export const isUnderWay = ({ state }: Plan): boolean => state === 'planning' || state === 'executing'

/** The job of a plan that is being made or executed. Its progress is looked at, and the plan again once it has ended. */
export function usePlanJob(plan: Plan | undefined): Job | undefined {
  const queryClient = useQueryClient()
  const { externalId } = useTenant()
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
  const finishedAt = job?.finishedAt ?? null
  useEffect(() => {
    if (finishedAt !== null) void invalidateTopics(queryClient, externalId, [...contentTopics, 'jobs'])
  }, [finishedAt, queryClient, externalId])
  return jobId === null ? undefined : job
}

export const useTypes = () => useApiQuery('contentModel.getAllUserTypes', {}, { staleTime: 60_000 })
