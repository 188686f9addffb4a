import { useApiQuery } from '@pim/api-client/react'
import { useRunningJob } from '@pim/content-kit'
import type { Job, Paging, Plan } from '@pim/contract'

export const useKeptPlan = (planId: string, paging: Paging) =>
  useApiQuery(
    'publishPlan.getPlan',
    { params: { planId }, query: paging },
    { failureGoesTo: 'screen', keepPrevious: true },
  )

export const isUnderWay = ({ state }: Plan): boolean => state === 'planning' || state === 'executing'

/** The job of a plan that is being made or executed. Once it has ended, the plan is read again as all that it changed. */
export const usePlanJob = (plan: Plan | undefined): Job | undefined =>
  useRunningJob(plan && isUnderWay(plan) ? plan.jobId : null)

/** All types: a plan takes media along, and those of lists of media are kept, too. */
export const useTypes = () => useApiQuery('contentModel.getAllTypes', {}, { staleTime: 60_000 })
