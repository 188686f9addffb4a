import { useApiQuery } from '@pim/api-client/react'
import type { Job } from '@pim/contract'
import { jobKinds } from '@pim/contract/jobs/kinds.ts'
import { useAccount } from '@pim/shell'
import { partOnDemand } from '@pim/ui'
import { useEffect, useState } from 'react'

/** Milliseconds between two looks at the job, and at a list that is empty. */
const lookAgainMs = 1_000
const emptyAgainMs = 5_000
/** Milliseconds after the first screen, in which nothing is fetched that it does not need. */
const restMs = 3_000

/** For `refetchInterval` of a list: asks again as long as it is not as it will be soon: empty, or behind. */
export const againWhile =
  <Answer,>(isUnfinished: (answer: Answer) => boolean) =>
  ({ state }: { readonly state: { readonly data: Answer | undefined } }): number | false =>
    state.data !== undefined && isUnfinished(state.data) ? emptyAgainMs : false

/**
 * The job that fills the tenant with the demo, as long as it does. Each look at it that finds more done makes the lists of
 * the screen ask again. A screen that is not empty waits with the first look until it is at rest.
 */
export function useDemoLoading(isEmpty: boolean): Job | undefined {
  const { settings } = useAccount()
  const loadsDemo = settings.loadsDemo === true
  const [isAtRest, setAtRest] = useState(false)
  useEffect(() => {
    if (!loadsDemo) return
    const timer = setTimeout(() => setAtRest(true), restMs)
    return () => clearTimeout(timer)
  }, [loadsDemo])
  const { data } = useApiQuery(
    'jobs.getJobs',
    { query: { pageNumber: 1, pageSize: 25 } },
    {
      enabled: loadsDemo && (isEmpty || isAtRest),
      failureGoesTo: 'screen',
      refetchInterval: ({ state }) => (state.data?.items.some(isLoading) ? lookAgainMs : false),
    },
  )
  return data?.items.find(isLoading)
}

const isLoading = ({ kind, finishedAt }: Job): boolean => kind === jobKinds.demoContent && finishedAt === null

const DemoProgress = partOnDemand(async () => (await import('./demo-progress.tsx')).DemoProgress)

/** Above a list: that the demo is being loaded, and how far that is. Its parts are fetched where they are shown: few first screens draw them. */
export const DemoNotice = ({ job }: { job: Job | undefined }) => job && <DemoProgress job={job} />
