import { invalidateTopics, useApiQuery } from '@pim/api-client/react'
import type { Job } from '@pim/contract'
import { contentTopics } from '@pim/contract/core/topics.ts'
import { useTenant } from '@pim/shell'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { isUnderWay } from './job-state.ts'

const lookAgainAfter = 1_000

interface JobPage {
  pageNumber?: number
  pageSize?: number
}

/** The work in the background, newest first. It is looked at again only while some of it is under way. */
export function useJobs({ pageNumber = 1, pageSize = 25 }: JobPage = {}) {
  const jobs = useApiQuery(
    'jobs.getJobs',
    { query: { pageNumber, pageSize } },
    {
      failureGoesTo: 'screen',
      keepPrevious: true,
      refetchInterval: ({ state }) => (state.data?.items.some(isUnderWay) ? lookAgainAfter : false),
    },
  )
  useContentAfter(jobs.data?.items)
  return jobs
}

/** A job that has ended has changed content: what was read of it before is old. */
function useContentAfter(jobs: readonly Job[] | undefined) {
  const queryClient = useQueryClient()
  const { externalId } = useTenant()
  const underWay = useRef<ReadonlySet<string>>(new Set())
  useEffect(() => {
    if (!jobs) return
    const hasEnded = jobs.some((job) => underWay.current.has(job.jobId) && !isUnderWay(job))
    underWay.current = new Set(jobs.filter(isUnderWay).map(({ jobId }) => jobId))
    if (hasEnded) void invalidateTopics(queryClient, externalId, [...contentTopics, 'variations', 'contentModel'])
  }, [jobs, queryClient, externalId])
}
