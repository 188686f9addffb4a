import type { SearchInput } from '@pim/contract'
import { usePermission } from '@pim/shell'
import { BulkBar, GuardedButton } from '@pim/ui'
import { useTranslation } from 'react-i18next'
import { useKeepPlan } from '../../../parts/plan/use-keep-plan.ts'
import type { Found } from './bulk-actions.tsx'
import { bulkSteps, selectionFor } from './bulk-step.ts'

interface MatchingActionsProps {
  input: SearchInput
  found: Found
  onClear: () => void
}

/** The steps for all rows that a list finds. Each makes a plan on the server and opens the screen of that plan. */
export function MatchingActions({ input, found: { count, isCapped }, onClear }: MatchingActionsProps) {
  const { t } = useTranslation()
  const permission = usePermission('publishPlan.executePlan')
  const { keepPlan, isPending } = useKeepPlan()
  return (
    <BulkBar
      count={count}
      label={t(isCapped ? 'content.bulk.moreSelected' : 'content.bulk.allSelected', { count })}
      onClear={onClear}
    >
      {bulkSteps.map((step) => {
        const selection = step === 'purge' ? undefined : selectionFor(step, input)
        return (
          step !== 'purge' &&
          selection && (
            <GuardedButton
              key={step}
              permission={permission}
              size="small"
              color={step === 'delete' ? 'error' : 'primary'}
              loading={isPending}
              onClick={() => void keepPlan({ selection, step, keep: true, skipBlocked: true })}
            >
              {t(`content.bulk.${step}`)}
            </GuardedButton>
          )
        )
      })}
    </BulkBar>
  )
}
