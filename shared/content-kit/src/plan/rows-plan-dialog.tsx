import { Typography } from '@mui/material'
import type { ContentType, SearchContentDocument } from '@pim/contract'
import { FieldServicesProvider } from '@pim/field-types/react'
import { useFeedback } from '@pim/shell'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFieldServices } from '../fields/index.ts'
import { useVariations } from '../variations.ts'
import { PlanDialog } from './plan-dialog.tsx'
import { type RowStep, stepBack } from './row-steps.ts'
import { type TakenBack, useTakeBack } from './use-take-back.ts'
import { useUndoPlan } from './use-undo-plan.ts'

interface RowsPlanDialogProps {
  step: RowStep
  /** Those of the selected rows that the step is for. */
  rows: readonly SearchContentDocument[]
  /** Content types of the rows. */
  types: readonly ContentType[]
  selectedCount: number
  variationName: string
  /** The screen of a bulk change: there what was published is taken back. */
  pathOf: (bulkChangeId: string) => string
  onClose: () => void
  onDone: () => void
}

const nothing = () => undefined

/** Shows what a step does to all of the rows before it does it, as one: what is blocked can be left out. */
export function RowsPlanDialog({
  step,
  rows,
  types,
  selectedCount,
  variationName,
  pathOf,
  onClose,
  onDone,
}: RowsPlanDialogProps) {
  const { t } = useTranslation()
  const feedback = useFeedback()
  const takeBackAll = useTakeBack()
  const undoPlan = useUndoPlan(pathOf)
  const { variations = [] } = useVariations()
  // The rows are fixed when the dialog opens, because the list below may change meanwhile.
  const [targets] = useState<readonly SearchContentDocument[]>(rows)
  const [unfit] = useState(selectedCount - rows.length)
  const services = useFieldServices(targets[0]?.variationId ?? '', nothing)
  const back = stepBack[step]
  const takeBack = async (done: readonly TakenBack[]) => {
    if (!back) return
    const { failedCount } = await takeBackAll(back, done)
    if (failedCount > 0) feedback.error(t('kit.steps.failed', { count: failedCount }))
    else feedback.success(t(`kit.steps.${back}Done`, { count: done.length }))
  }
  return (
    <FieldServicesProvider value={services}>
      <PlanDialog
        types={types}
        variations={variations}
        steps={targets.map(({ contentVariationId }) => ({ contentVariationId, step }))}
        title={(count) => t(`kit.steps.${step}Ask`, { count, variation: variationName })}
        confirmLabel={(count) => t(`kit.steps.${step}Confirm`, { count })}
        isDestructive={step === 'delete'}
        onClose={onClose}
        onDone={({ bulkChangeId, variations: changed }, steps) => {
          const taken = new Set(steps.map(({ contentVariationId }) => contentVariationId))
          const done = targets.filter(({ contentVariationId }) => taken.has(contentVariationId))
          const asked = new Set(targets.map(({ contentItemId }) => contentItemId))
          const linked = new Set(changed.flatMap(({ contentItemId: id }) => (asked.has(id) ? [] : [id])))
          const undo = back ? () => void takeBack(done) : bulkChangeId && (() => void undoPlan(bulkChangeId))
          feedback.success(
            [
              t(`kit.steps.${step}Done`, { count: done.length }),
              ...(linked.size > 0 ? [t('kit.steps.withLinked', { count: linked.size })] : []),
            ].join(', '),
            undo ? { label: t('kit.steps.undo'), run: undo } : undefined,
          )
          onClose()
          onDone()
        }}
      >
        <Typography variant="body2">
          {t(`kit.steps.${step}Hint`)}
          {unfit > 0 && ` ${t('kit.steps.leftOut', { count: unfit })}`}
        </Typography>
      </PlanDialog>
    </FieldServicesProvider>
  )
}
