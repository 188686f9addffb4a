import type { SearchContentDocument, SearchInput } from '@pim/contract'
import { usePermission } from '@pim/shell'
import { GuardedButton } from '@pim/ui'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { operationOf, type RowStep, rowSteps, rowsFor, selectionFor } from './row-steps.ts'
import { useKeepPlan } from './use-keep-plan.ts'

interface StepButtonsProps {
  rows: readonly SearchContentDocument[]
  /** `fitting`: the rows that the step is for. */
  onAsk: (step: RowStep, fitting: readonly SearchContentDocument[]) => void
}

/** A button for each step that is for any of the selected rows, with how many of them it is for. */
export function StepButtons({ rows, onAsk }: StepButtonsProps) {
  return rowSteps.map((step) => {
    const fitting = rowsFor(step, rows)
    if (fitting.length === 0) return null
    const some = fitting.length < rows.length ? fitting.length : undefined
    return <RowStepButton key={step} step={step} some={some} onClick={() => onAsk(step, fitting)} />
  })
}

/** A button for each step that is for what a list finds. It keeps a plan on the server and opens the screen of that plan. */
export function MatchingStepButtons({ input }: { input: SearchInput }) {
  const permission = usePermission('publishPlan.executePlan')
  const { keepPlan, isPending } = useKeepPlan()
  return rowSteps.map((step) => {
    const selection = selectionFor(step, input)
    if (selection === undefined) return null
    const keep = () => void keepPlan({ selection, step, keep: true, skipBlocked: true })
    return <StepButton key={step} step={step} permission={permission} loading={isPending} onClick={keep} />
  })
}

interface StepButtonProps {
  step: RowStep
  permission: ComponentProps<typeof GuardedButton>['permission']
  /** For how many of the rows, where it is not for all of them. */
  some?: number | undefined
  loading?: boolean
  onClick: () => void
}

function StepButton({ step, permission, some, loading = false, onClick }: StepButtonProps) {
  const { t } = useTranslation()
  const name = t(`kit.steps.${step}`)
  const color = step === 'delete' ? 'error' : 'primary'
  return (
    <GuardedButton {...{ permission, color, loading, onClick }} size="small">
      {some === undefined ? name : t('kit.steps.some', { step: name, count: some })}
    </GuardedButton>
  )
}

function RowStepButton(props: Omit<StepButtonProps, 'permission'>) {
  return <StepButton {...props} permission={usePermission(operationOf[props.step])} />
}
