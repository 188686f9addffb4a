import ArrowBackIcon from '@mui/icons-material/ArrowBack'
import { IconButton, Link as MuiLink, Tooltip, Typography } from '@mui/material'
import { useApiQuery } from '@pim/api-client/react'
import { PagedList, UserName, usePaging, useVariations } from '@pim/content-kit'
import type { KeptPlanSummary } from '@pim/contract'
import { type Column, EmptyState, RelativeTime } from '@pim/ui'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { useKeptPlanTitle } from '../../parts/plan/kept-plan-title.ts'

/** The plans that the server keeps: who has asked for what, and how far it is. */
export function KeptPlans() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const paging = usePaging()
  const { pageNumber, pageSize } = paging
  const page = useApiQuery(
    'publishPlan.getPlans',
    { query: { pageNumber, pageSize } },
    { failureGoesTo: 'screen', keepPrevious: true },
  )
  const columns = usePlanColumns()
  const before = (
    <Tooltip title={t('content.keptPlan.back')}>
      <IconButton component={Link} to="/content-items" aria-label={t('content.keptPlan.back')} edge="start">
        <ArrowBackIcon fontSize="small" />
      </IconButton>
    </Tooltip>
  )
  return (
    <PagedList<KeptPlanSummary>
      title={t('content.keptPlans.title')}
      before={before}
      paging={paging}
      page={page}
      columns={columns}
      rowId={({ planId }) => planId}
      rowLabel={({ planId }) => planId}
      onOpen={({ planId }) => void navigate(`/content-plan/${planId}`)}
      expectedRows={5}
      empty={<EmptyState title={t('content.keptPlans.empty')} description={t('content.keptPlans.emptyHint')} />}
      notRead={t('content.keptPlans.failed')}
    />
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
