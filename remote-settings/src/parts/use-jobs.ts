import { useApiQuery } from '@pim/api-client/react'
import { isUnderWay } from './job-state.ts'

const lookAgainAfter = 1_000

interface JobPage {
  pageNumber?: number
  pageSize?: number
}

/** The work in the background, newest first. It is looked at again only while some of it is under way. */
export function useJobs({ pageNumber = 1, pageSize = 25 }: JobPage = {}) {
  return useApiQuery(
    'jobs.getJobs',
    { query: { pageNumber, pageSize } },
    {
      failureGoesTo: 'screen',
      keepPrevious: true,
      refetchInterval: ({ state }) => (state.data?.items.some(isUnderWay) ? lookAgainAfter : false),
    },
  )
}
