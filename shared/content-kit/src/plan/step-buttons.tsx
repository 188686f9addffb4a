import type { SearchContentDocument } from '@pim/contract'
import { usePermission } from '@pim/shell'
import { GuardedButton } from '@pim/ui'
import { useTranslation } from 'react-i18next'
import { operationOf, type RowStep, rowSteps, rowsFor } from './row-steps.ts'

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
    return <StepButton key={step} step={step} some={some} onClick={() => onAsk(step, fitting)} />
  })
}

interface StepButtonProps {
  step: RowStep
  some: number | undefined
  onClick: () => void
}

function StepButton({ step, some, onClick }: StepButtonProps) {
  const { t } = useTranslation()
  const permission = usePermission(operationOf[step])
  const name = t(`kit.steps.${step}`)
  return (
    <GuardedButton
      permission={permission}
      size="small"
      color={step === 'delete' ? 'error' : 'primary'}
      onClick={onClick}
    >
      {some === undefined ? name : t('kit.steps.some', { step: name, count: some })}
    </GuardedButton>
  )
}
