import ArrowBackIcon from '@mui/icons-material/ArrowBack'
import { IconButton, Link as MuiLink, Paper, Tooltip, Typography } from '@mui/material'
import { useApiQuery } from '@pim/api-client/react'
import { readListAddress, UserName, useVariations, writeListAddress } from '@pim/content-kit'
import type { KeptPlanSummary } from '@pim/contract'
import { type Column, DataTable, EmptyState, ErrorState, PageHeader, Pagination, RelativeTime } from '@pim/ui'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { useKeptPlanTitle } from '../../parts/plan/kept-plan-title.ts'

/** The plans that the server keeps: who has asked for what, and how far it is. */
export function KeptPlans() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [address, setAddress] = useSearchParams()
  const list = useMemo(() => readListAddress(address, []), [address])
  const { pageNumber, pageSize } = list
  const { data, isError, isPlaceholderData, refetch } = useApiQuery(
    'publishPlan.getPlans',
    { query: { pageNumber, pageSize } },
    { failureGoesTo: 'screen', keepPrevious: true },
  )
  const columns = usePlanColumns()
  const turn = (paging: { pageNumber: number; pageSize: number }) => {
    const next = new URLSearchParams()
    writeListAddress(next, { ...list, ...paging })
    setAddress(next)
  }
  const title = t('content.keptPlans.title')
  const before = (
    <Tooltip title={t('content.keptPlan.back')}>
      <IconButton component={Link} to="/content-items" aria-label={t('content.keptPlan.back')} edge="start">
        <ArrowBackIcon fontSize="small" />
      </IconButton>
    </Tooltip>
  )
  if (isError && !data) {
    return (
      <>
        <PageHeader title={title} before={before} />
        <ErrorState title={t('content.keptPlans.failed')} onRetry={() => void refetch()} />
      </>
    )
  }
  return (
    <>
      <PageHeader title={title} before={before} count={data?.paging.totalCount} />
      <Paper
        variant="outlined"
        sx={{ display: 'flex', flexDirection: 'column', minHeight: 0, mb: 2, overflow: 'hidden' }}
      >
        <DataTable<KeptPlanSummary>
          label={title}
          columns={columns}
          rows={data?.items}
          rowId={({ planId }) => planId}
          rowLabel={({ planId }) => planId}
          onOpen={({ planId }) => void navigate(`/content-plan/${planId}`)}
          expectedRows={5}
          isStale={isPlaceholderData}
          empty={<EmptyState title={t('content.keptPlans.empty')} description={t('content.keptPlans.emptyHint')} />}
        />
        <Pagination pageNumber={pageNumber} pageSize={pageSize} totalCount={data?.paging.totalCount} onChange={turn} />
      </Paper>
    </>
  )
}

function usePlanColumns(): readonly Column<KeptPlanSummary>[] {
  const { t } = useTranslation()
  const { variations } = useVariations()
  const titleOf = useKeptPlanTitle(variations ?? [])
  return useMemo(
    () => [
      {
        id: 'plan',
        header: t('content.keptPlans.plan'),
        cell: (plan) => (
          <>
            <MuiLink
              component={Link}
              to={`/content-plan/${plan.planId}`}
              color="textPrimary"
              underline="hover"
              sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}
            >
              {plan.asked.name ?? titleOf(plan)}
            </MuiLink>
            {plan.asked.name && (
              <Typography variant="caption" component="div" color="textSecondary">
                {titleOf(plan)}
              </Typography>
            )}
          </>
        ),
      },
      {
        id: 'state',
        header: t('content.keptPlans.state'),
        width: 190,
        cell: ({ state, blockedCount }) =>
          state === 'ready' && blockedCount > 0
            ? t('content.keptPlans.state.blocked', { count: blockedCount })
            : t(`content.keptPlans.state.${state}`),
      },
      {
        id: 'when',
        header: t('content.keptPlans.when'),
        width: 130,
        hideBelow: 'md',
        cell: ({ createdAt }) => <RelativeTime time={createdAt} />,
      },
      {
        id: 'who',
        header: t('content.keptPlans.who'),
        width: 170,
        hideBelow: 'lg',
        cell: ({ createdBy }) => <UserName userId={createdBy} />,
      },
    ],
    [t, titleOf],
  )
}
