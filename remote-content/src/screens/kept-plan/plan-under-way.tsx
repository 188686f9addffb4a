import { Alert, LinearProgress, Stack, Typography } from '@mui/material'
import type { Job, Plan } from '@pim/contract'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { PlanAgain } from './plan-again.tsx'

/** A plan that is being made or executed: how far its job is, and that one may leave. */
export function PlanUnderWay({ plan, job }: { plan: Plan; job: Job | undefined }) {
  const { t, i18n } = useTranslation()
  const titleId = useId()
  const isPlanning = plan.state === 'planning'
  if (job?.status === 'failed') {
    const text = t(isPlanning ? 'content.keptPlan.makeFailed' : 'content.keptPlan.executeFailed')
    return (
      <Alert severity="error" action={<PlanAgain plan={plan} />}>
        {text}
      </Alert>
    )
  }
  const { doneCount = 0, totalCount = null } = job ?? {}
  const share = totalCount ? Math.min(1, doneCount / totalCount) : undefined
  const figures = () => {
    if (share === undefined || totalCount === null) return t('content.keptPlan.waiting')
    const number = new Intl.NumberFormat(i18n.language)
    // A plan that leaves out what is blocked looks at each item twice: its counts would name more items than there are.
    return isPlanning
      ? t('content.keptPlan.share', {
          share: new Intl.NumberFormat(i18n.language, { style: 'percent' }).format(share),
        })
      : t('content.bulk.progress', { done: number.format(doneCount), count: number.format(totalCount) })
  }
  return (
    <Stack sx={{ gap: 1 }}>
      <Typography id={titleId} role="status" sx={{ fontWeight: 600 }}>
        {t(isPlanning ? 'content.keptPlan.planning' : 'content.keptPlan.executing')}
      </Typography>
      <LinearProgress
        aria-labelledby={titleId}
        variant={share === undefined ? 'indeterminate' : 'determinate'}
        value={Math.round((share ?? 0) * 100)}
        sx={{ height: 6, borderRadius: 3 }}
      />
      <Typography variant="body2" color="textSecondary" sx={{ fontVariantNumeric: 'tabular-nums' }}>
        {figures()}
      </Typography>
      <Typography variant="body2" color="textSecondary">
        {t('content.keptPlan.goesOn')}
      </Typography>
    </Stack>
  )
}
