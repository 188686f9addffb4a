import { useKeepPlan } from '@pim/content-kit/plan'
import type { Plan } from '@pim/contract'
import { usePermission } from '@pim/shell'
import { GuardedButton } from '@pim/ui'
import { useTranslation } from 'react-i18next'

type Ways = Pick<NonNullable<Plan['asked']>, 'resolve' | 'allowBrokenLinks' | 'withLinked'>

/** Has a new plan made of what this one was asked for. `same`: the choices of this one. */
export function usePlanAgain({ planId, asked }: Plan) {
  const { keepPlan, isPending } = useKeepPlan({ replace: true })
  const { resolve, allowBrokenLinks, withLinked } = asked ?? {}
  const same: Ways = {
    ...(resolve && { resolve }),
    ...(allowBrokenLinks && { allowBrokenLinks }),
    ...(withLinked && { withLinked }),
  }
  const planAgain = (ways: Ways) => {
    if (planId !== null) void keepPlan({ planId, skipBlocked: true, ...ways })
  }
  return { isPending, planAgain, same }
}

export function PlanAgain({ plan }: { plan: Plan }) {
  const { t } = useTranslation()
  const permission = usePermission('publishPlan.executePlan')
  const { planAgain, same, isPending } = usePlanAgain(plan)
  const again = () => planAgain(same)
  return (
    <GuardedButton size="small" color="inherit" permission={permission} loading={isPending} onClick={again}>
      {t('content.keptPlan.again')}
    </GuardedButton>
  )
}
