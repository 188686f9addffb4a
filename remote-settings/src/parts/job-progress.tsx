import { LinearProgress, Stack, Typography } from '@mui/material'
import type { Job } from '@pim/contract'
import { jobKinds } from '@pim/contract/jobs/kinds.ts'
import { useTranslation } from 'react-i18next'
import { shareOf } from './job-state.ts'

export function useJobName() {
  const { t } = useTranslation()
  return ({ kind }: Pick<Job, 'kind'>): string => {
    // A newer server may do work of a kind that has no words here yet.
    const known = Object.values(jobKinds).find((one) => one === kind)
    return known ? t(`settings.job.kind.${known}`) : kind
  }
}

/** How far a job is: a bar, and the figures that it stands for. */
export function JobProgress({ job, label }: { job: Job; label: string }) {
  const { t, i18n } = useTranslation()
  const number = new Intl.NumberFormat(i18n.language)
  const share = shareOf(job)
  const { doneCount, totalCount, status } = job
  return (
    <Stack direction="row" sx={{ alignItems: 'center', gap: 1.5, minWidth: 0 }}>
      <LinearProgress
        aria-label={label}
        variant={share === undefined && status === 'running' ? 'indeterminate' : 'determinate'}
        value={share ?? 0}
        color={status === 'failed' ? 'error' : status === 'done' ? 'success' : 'primary'}
        sx={{ width: 96, flex: 'none', height: 6, borderRadius: 3 }}
      />
      <Typography variant="inherit" component="span" color="textSecondary" noWrap>
        {totalCount === null
          ? t('settings.job.done', { done: number.format(doneCount) })
          : t('settings.job.doneOf', { done: number.format(doneCount), total: number.format(totalCount) })}
      </Typography>
    </Stack>
  )
}
