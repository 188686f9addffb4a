import { useApi } from '@pim/api-client/react'
import { useFeedback, useTenant } from '@pim/shell'
import { useNavigate } from 'react-router'
import { useProblemWords } from './problem-words.ts'

/** Has the undo of what a plan has published rehearsed, and goes to its screen, where it is looked at and done. */
export function useUndoPlan(pathOf: (bulkChangeId: string) => string) {
  const api = useApi()
  const { externalId: tenantId } = useTenant()
  const feedback = useFeedback()
  const navigate = useNavigate()
  const problemText = useProblemWords()
  return async (undoOf: string): Promise<void> => {
    try {
      const { bulkChangeId } = await api.bulkChange.createBulkChange({ body: { undoOf } }, { tenantId })
      await navigate(pathOf(bulkChangeId))
    } catch (failure) {
      feedback.error(problemText(failure))
    }
  }
}
