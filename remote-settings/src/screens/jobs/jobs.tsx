import { Alert, Typography } from '@mui/material'
import { PagedList, PausedJobNotice, UserName, usePaging } from '@pim/content-kit'
import type { Job } from '@pim/contract'
import { type Column, EmptyState, RelativeTime, StateDot } from '@pim/ui'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { JobProgress, useJobName } from '../../parts/job-progress.tsx'
import { jobLooks, stateOf } from '../../parts/job-state.ts'
import { useJobs } from '../../parts/use-jobs.ts'

/** What the server does on its own: how far it is, and what went wrong. */
export function Jobs() {
  const { t } = useTranslation()
  const paging = usePaging()
  const { pageNumber, pageSize } = paging
  const page = useJobs({ pageNumber, pageSize })
  const columns = useJobColumns()
  return (
    <PagedList<Job>
      title={t('settings.page.jobs')}
      paging={paging}
      page={page}
      columns={columns}
      rowId={({ jobId }) => jobId}
      rowLabel={({ kind }) => kind}
      expectedRows={6}
      empty={<EmptyState title={t('settings.job.empty')} description={t('settings.job.emptyHint')} />}
      notRead={t('settings.job.failed')}
    />
  )
}

function useJobColumns(): readonly Column<Job>[] {
  const { t } = useTranslation()
  const nameOf = useJobName()
  return useMemo(
    () => [
      {
        id: 'kind',
        header: t('settings.job.kind'),
        cell: (job) => (
          <>
            <Typography variant="inherit" sx={{ fontWeight: 600, py: 0.75, overflowWrap: 'anywhere' }}>
              {nameOf(job)}
            </Typography>
            {job.paused && <PausedJobNotice job={job} paused={job.paused} isInRow />}
            {job.error && (
              <Alert severity="error" sx={{ mb: 1, py: 0, overflowWrap: 'anywhere' }}>
                {t('settings.job.error')}
              </Alert>
            )}
          </>
        ),
      },
      {
        id: 'state',
        header: t('settings.job.state'),
        width: 110,
        cell: (job) => <StateDot look={jobLooks[stateOf(job)]} label={t(`settings.job.state.${stateOf(job)}`)} />,
      },
      {
        id: 'progress',
        header: t('settings.job.progress'),
        width: 240,
        hideBelow: 'sm',
        cell: (job) => <JobProgress job={job} label={nameOf(job)} />,
      },
      {
        id: 'when',
        header: t('settings.job.when'),
        width: 130,
        hideBelow: 'lg',
        cell: ({ createdAt }) => <RelativeTime time={createdAt} />,
      },
      {
        id: 'who',
        header: t('settings.job.who'),
        width: 170,
        hideBelow: 'lg',
        cell: ({ createdBy }) => (createdBy ? <UserName userId={createdBy} /> : t('settings.system')),
      },
    ],
    [t, nameOf],
  )
}
