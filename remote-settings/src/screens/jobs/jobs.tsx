import { Alert, Paper, Typography } from '@mui/material'
import { readListAddress, UserName, writeListAddress } from '@pim/content-kit'
import type { Job } from '@pim/contract'
import { type Column, DataTable, EmptyState, ErrorState, PageHeader, Pagination, RelativeTime, StateDot } from '@pim/ui'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { JobProgress, useJobName } from '../../parts/job-progress.tsx'
import { jobLooks } from '../../parts/job-state.ts'
import { useJobs } from '../../parts/use-jobs.ts'

/** What the server does on its own: how far it is, and what went wrong. */
export function Jobs() {
  const { t } = useTranslation()
  const [address, setAddress] = useSearchParams()
  const list = useMemo(() => readListAddress(address, []), [address])
  const { pageNumber, pageSize } = list
  const { data, isError, isPlaceholderData, refetch } = useJobs({ pageNumber, pageSize })
  const columns = useJobColumns()
  const turn = (paging: { pageNumber: number; pageSize: number }) => {
    const next = new URLSearchParams()
    writeListAddress(next, { ...list, ...paging })
    setAddress(next)
  }
  if (isError && !data) {
    return (
      <>
        <PageHeader title={t('settings.page.jobs')} />
        <ErrorState title={t('settings.job.failed')} onRetry={() => void refetch()} />
      </>
    )
  }
  return (
    <>
      <PageHeader title={t('settings.page.jobs')} count={data?.paging.totalCount} />
      <Paper
        variant="outlined"
        sx={{ display: 'flex', flexDirection: 'column', minHeight: 0, mb: 2, overflow: 'hidden' }}
      >
        <DataTable<Job>
          label={t('settings.page.jobs')}
          columns={columns}
          rows={data?.items}
          rowId={({ jobId }) => jobId}
          rowLabel={({ kind }) => kind}
          expectedRows={6}
          isStale={isPlaceholderData}
          empty={<EmptyState title={t('settings.job.empty')} description={t('settings.job.emptyHint')} />}
        />
        <Pagination
          pageNumber={pageNumber}
          pageSize={pageSize}
          totalCount={data?.paging.totalCount}
          totalIsCapped={data?.paging.totalIsCapped}
          onChange={turn}
        />
      </Paper>
    </>
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
        cell: ({ status }) => <StateDot look={jobLooks[status]} label={t(`settings.job.state.${status}`)} />,
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
        hideBelow: 'md',
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
