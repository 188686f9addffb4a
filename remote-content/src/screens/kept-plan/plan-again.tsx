import { useKeepPlan } from '@pim/content-kit/plan'
import type { Plan } from '@pim/contract'
import { usePermission } from '@pim/shell'
import { GuardedButton } from '@pim/ui'
import { useTranslation } from 'react-i18next'

/** Has a new plan made of what this one was asked for, by default with the same choices. */
export function usePlanAgain({ planId, asked }: Plan) {
  const { keepPlan, isPending } = useKeepPlan({ replace: true })
  const { resolve, allowBrokenLinks } = asked ?? {}
  const planAgain = (ways: Pick<NonNullable<Plan['asked']>, 'resolve' | 'allowBrokenLinks'>) => {
    if (planId !== null) void keepPlan({ planId, skipBlocked: true, ...ways })
  }
  return {
    isPending,
    planAgain,
    planSameAgain: () => planAgain({ ...(resolve && { resolve }), ...(allowBrokenLinks && { allowBrokenLinks }) }),
  }
}

export function PlanAgain({ plan }: { plan: Plan }) {
  const { t } = useTranslation()
  const permission = usePermission('publishPlan.executePlan')
  const { planSameAgain, isPending } = usePlanAgain(plan)
  return (
    <GuardedButton size="small" color="inherit" permission={permission} loading={isPending} onClick={planSameAgain}>
      {t('content.keptPlan.again')}
    </GuardedButton>
  )
}
