import { useApiMutation } from '@pim/api-client/react'
import { useProblemWords } from '@pim/content-kit/plan'
import { useFeedback } from '@pim/shell'
import { useTranslation } from 'react-i18next'
import type { ItemDraft } from './editing/item-draft.ts'

/** Goes back to what is live; what was typed and is not saved is no reason to save it first. */
export function useDiscard(draft: ItemDraft): () => Promise<void> {
  const { t } = useTranslation()
  const feedback = useFeedback()
  const problemText = useProblemWords()
  const { mutateAsync } = useApiMutation('contentVariation.discard', { failureGoesTo: 'screen' })
  return async () => {
    const { contentVariationId, version } = draft.summary().variation
    try {
      draft.follow(await mutateAsync({ params: { contentVariationId }, query: { baseVersion: version } }))
      feedback.success(t('content.step.discardDone'))
    } catch (failure) {
      feedback.error(problemText(failure))
    }
  }
}
