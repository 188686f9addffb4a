import { ApiError } from '@pim/api-client'
import { useApiMutation } from '@pim/api-client/react'
import type { ContentVariation, FieldError, LifecycleAction } from '@pim/contract'
import { useFeedback } from '@pim/shell'
import { useTranslation } from 'react-i18next'
import type { ItemDraft } from './editing/item-draft.ts'

export type Step = LifecycleAction | 'discard'

interface StepOptions {
  draft: ItemDraft
  onRefused: (errors: readonly FieldError[]) => void
}

/**
 * A step of the lifecycle for the variation on the screen. What was typed is saved first: nobody means to publish the
 * text as it was a second ago.
 */
export function useStep(step: Step, { draft, onRefused }: StepOptions) {
  const { t } = useTranslation()
  const feedback = useFeedback()
  const { mutateAsync, isPending } = useApiMutation(`contentVariation.${step}`, { failureGoesTo: 'screen' })
  const run = async (): Promise<ContentVariation | undefined> => {
    if (step !== 'discard' && !(await draft.flush())) {
      feedback.error(t('content.step.unsaved'))
      return undefined
    }
    const { contentVariationId, version } = draft.summary().variation
    try {
      const variation = await mutateAsync({ params: { contentVariationId }, query: { baseVersion: version } })
      draft.follow(variation)
      onRefused([])
      feedback.success(t(`content.step.${step}Done`))
      return variation
    } catch (failure) {
      const problem = failure instanceof ApiError ? failure.problem : undefined
      if (problem?.fieldErrors?.length) onRefused(problem.fieldErrors)
      feedback.error(
        problem?.fieldErrors?.length
          ? t('content.step.fields', { count: problem.fieldErrors.length })
          : (problem?.message ?? t('content.step.failed')),
      )
      return undefined
    }
  }
  return { run, isPending }
}
