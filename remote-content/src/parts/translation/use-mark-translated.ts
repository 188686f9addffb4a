import { useApi, useRefreshed } from '@pim/api-client/react'
import { useProblemWords } from '@pim/content-kit/plan'
import { useFeedback, useTenant } from '@pim/shell'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

/** Says of variations that their texts are right as they are, although the sources have changed. */
export function useMarkTranslated() {
  const api = useApi()
  const { externalId: tenantId } = useTenant()
  const refreshed = useRefreshed()
  const feedback = useFeedback()
  const problemOf = useProblemWords()
  const { t } = useTranslation()
  const [isMarking, setMarking] = useState(false)
  const mark = async (contentVariationIds: readonly string[]): Promise<boolean> => {
    setMarking(true)
    try {
      const body = { contentVariationIds: [...contentVariationIds] }
      const { changedCount } = await api.contentVariation.markTranslated({ body }, { tenantId })
      await refreshed()
      feedback.success(t('content.translation.marked', { count: changedCount }))
      return true
    } catch (failure) {
      feedback.error(problemOf(failure))
      return false
    } finally {
      setMarking(false)
    }
  }
  return { mark, isMarking }
}
