import { LinearProgress, Stack, Typography } from '@mui/material'
import { useApiQuery } from '@pim/api-client/react'
import type { Job } from '@pim/contract'
import { useId } from 'react'

const lookAgainAfterMs = 1_000

/** How often a job is looked at that waits for somebody to take it over. */
const pausedMs = 5_000

/** A job, read again each second until it has ended; undefined where none is named, and until it is read. */
export function useRunningJob(jobId: string | null): Job | undefined {
  const { data: job } = useApiQuery(
    'jobs.getJob',
    { params: { jobId: jobId ?? '' } },
    {
      enabled: jobId !== null,
      failureGoesTo: 'screen',
      refetchInterval: ({ state }) =>
        state.data?.finishedAt ? false : state.data?.paused ? pausedMs : lookAgainAfterMs,
    },
  )
  return jobId === null ? undefined : job
}

/** Between 0 and 1; undefined as long as it is not known how much there is to do. */
export const shareOfJob = (job: Job | undefined): number | undefined =>
  job?.totalCount ? Math.min(1, job.doneCount / job.totalCount) : undefined

interface RunningJobProps {
  title: string
  job: Job | undefined
  figures: string
  /** That it goes on when one leaves. */
  hint: string
}

/** How far a job is, on the screen of what it is for. */
export function RunningJob({ title, job, figures, hint }: RunningJobProps) {
  const titleId = useId()
  const share = shareOfJob(job)
  return (
    <Stack sx={{ gap: 1 }}>
      <Typography id={titleId} role="status" sx={{ fontWeight: 600 }}>
        {title}
      </Typography>
      <LinearProgress
        aria-labelledby={titleId}
        variant={share === undefined ? 'indeterminate' : 'determinate'}
        value={Math.round((share ?? 0) * 100)}
        sx={{ height: 6, borderRadius: 3 }}
      />
      <Typography variant="body2" color="textSecondary" sx={{ fontVariantNumeric: 'tabular-nums' }}>
        {figures}
      </Typography>
      <Typography variant="body2" color="textSecondary">
        {hint}
      </Typography>
    </Stack>
  )
}
