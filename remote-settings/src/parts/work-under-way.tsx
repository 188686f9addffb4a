import { Alert, Button, Stack, Typography } from '@mui/material'
import { PausedReason } from '@pim/content-kit'
import type { JobKind } from '@pim/contract'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { JobProgress, useJobName } from './job-progress.tsx'
import { isUnderWay } from './job-state.ts'
import { useJobs } from './use-jobs.ts'

/** Above a list, what the server is still doing for it, and of the last time whether it failed. */
export function WorkUnderWay({ kinds }: { kinds: readonly JobKind[] }) {
  const { t } = useTranslation()
  const nameOf = useJobName()
  const { data } = useJobs()
  const ours = data?.items.filter(({ kind }) => kinds.some((one) => one === kind)) ?? []
  const shown = ours.filter((job, at) => isUnderWay(job) || job.paused || (at === 0 && job.status === 'failed'))
  return shown.map((job) => (
    <Alert
      key={job.jobId}
      severity={job.status === 'failed' ? 'error' : job.paused ? 'warning' : 'info'}
      sx={{ mb: 1.5, alignItems: 'center', flex: 'none' }}
      action={
        <Button component={Link} to="/settings/jobs" color="inherit" size="small">
          {t('settings.job.all')}
        </Button>
      }
    >
      <Stack direction="row" useFlexGap sx={{ columnGap: 2, flexWrap: 'wrap', alignItems: 'center' }}>
        <Typography sx={{ fontWeight: 600 }}>{nameOf(job)}</Typography>
        {job.status === 'failed' ? (
          <span>{t('settings.job.gaveUp', { error: job.error ?? '' })}</span>
        ) : job.paused ? (
          <span>
            <PausedReason paused={job.paused} />
          </span>
        ) : (
          <JobProgress job={job} label={nameOf(job)} />
        )}
      </Stack>
    </Alert>
  ))
}
