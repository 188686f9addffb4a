import { Typography } from '@mui/material'
import { useVariations } from '@pim/content-kit'
import { useFieldServices } from '@pim/content-kit/fields'
import type { PlanStep, SearchContentDocument } from '@pim/contract'
import { FieldServicesProvider } from '@pim/field-types/react'
import { useFeedback } from '@pim/shell'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PlanDialog } from '../../../parts/plan/plan-dialog.tsx'
import { useUserTypes } from '../content-list.api.ts'
import { stepBack } from './bulk-step.ts'
import { type BulkTarget, useTakeBack } from './use-take-back.ts'

interface BulkPlanDialogProps {
  step: PlanStep
  rows: readonly SearchContentDocument[]
  selectedCount: number
  variationName: string
  onClose: () => void
  onDone: () => void
}

const nothing = () => undefined

/** Shows what a step does to all of the rows before it does it, as one: what is blocked can be left out. */
export function BulkPlanDialog({ step, rows, selectedCount, variationName, onClose, onDone }: BulkPlanDialogProps) {
  const { t } = useTranslation()
  const feedback = useFeedback()
  const takeBackAll = useTakeBack()
  const { data: types = [] } = useUserTypes()
  const { variations = [] } = useVariations()
  // The rows are fixed when the dialog opens, because the list below may change meanwhile.
  const [targets] = useState<readonly SearchContentDocument[]>(rows)
  const [unfit] = useState(selectedCount - rows.length)
  const services = useFieldServices(targets[0]?.variationId ?? '', nothing)
  const back = stepBack[step]
  const takeBack = async (done: readonly BulkTarget[]) => {
    if (!back) return
    const { failedCount } = await takeBackAll(back, done)
    if (failedCount > 0) feedback.error(t('content.bulk.failed', { count: failedCount }))
    else feedback.success(t(`content.bulk.${back}Done`, { count: done.length }))
  }
  return (
    <FieldServicesProvider value={services}>
      <PlanDialog
        types={types}
        variations={variations}
        steps={targets.map(({ contentVariationId }) => ({ contentVariationId, step }))}
        title={(count) => t(`content.bulk.${step}Ask`, { count, variation: variationName })}
        confirmLabel={(count) => t(`content.bulk.${step}Confirm`, { count })}
        isDestructive={step === 'delete'}
        onClose={onClose}
        onDone={(_, steps) => {
          const taken = new Set(steps.map(({ contentVariationId }) => contentVariationId))
          const done = targets.filter(({ contentVariationId }) => taken.has(contentVariationId))
          feedback.success(
            t(`content.bulk.${step}Done`, { count: done.length }),
            back && { label: t('content.delete.undo'), run: () => void takeBack(done) },
          )
          onClose()
          onDone()
        }}
      >
        <Typography variant="body2">
          {t(`content.bulk.${step}Hint`)}
          {unfit > 0 && ` ${t('content.bulk.leftOut', { count: unfit })}`}
        </Typography>
      </PlanDialog>
    </FieldServicesProvider>
  )
}
