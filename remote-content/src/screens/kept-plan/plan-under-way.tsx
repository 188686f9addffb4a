import { Alert } from '@mui/material'
import { PausedJobNotice, RunningJob, shareOfJob } from '@pim/content-kit'
import type { Job, Plan } from '@pim/contract'
import { useTranslation } from 'react-i18next'
import { PlanAgain } from './plan-again.tsx'

/** A plan that is being made or executed: how far its job is, and that one may leave. */
export function PlanUnderWay({ plan, job }: { plan: Plan; job: Job | undefined }) {
  const { t, i18n } = useTranslation()
  const isPlanning = plan.state === 'planning'
  if (job?.paused) return <PausedJobNotice job={job} paused={job.paused} />
  if (job?.status === 'failed') {
    const text = t(isPlanning ? 'content.keptPlan.makeFailed' : 'content.keptPlan.executeFailed')
    return (
      <Alert severity="error" action={<PlanAgain plan={plan} />}>
        {text}
      </Alert>
    )
  }
  const { doneCount = 0, totalCount = null } = job ?? {}
  const share = shareOfJob(job)
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
    <RunningJob
      title={t(isPlanning ? 'content.keptPlan.planning' : 'content.keptPlan.executing')}
      job={job}
      figures={figures()}
      hint={t('content.keptPlan.goesOn')}
    />
  )
}
