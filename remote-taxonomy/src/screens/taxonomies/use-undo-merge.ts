import { useApiMutation } from '@pim/api-client/react'
import { useFeedback } from '@pim/shell'
import { useTranslation } from 'react-i18next'
import { problemOf } from './taxonomies.api.ts'

/** Takes the merge of a concept back, and says what came of it. */
export function useUndoMerge(taxonomyId: string) {
  const { t, i18n } = useTranslation()
  const feedback = useFeedback()
  const { mutateAsync, isPending } = useApiMutation('taxonomies.undoConceptMerge', { failureGoesTo: 'screen' })
  const number = new Intl.NumberFormat(i18n.language)
  const undo = async (conceptId: string, name: string) => {
    try {
      const undone = await mutateAsync({ params: { taxonomyId, conceptId } })
      const left = undone.itemsLeftCount + undone.childrenLeftCount
      feedback.success(
        [
          undone.itemCount === 0
            ? t('taxonomy.merge.undoneAlone', { name })
            : t('taxonomy.merge.undone', { name, count: undone.itemCount, amount: number.format(undone.itemCount) }),
          undone.followsByJob ? t('taxonomy.merge.undoneLater') : '',
          left > 0 ? t('taxonomy.merge.undoneBut', { count: left, amount: number.format(left) }) : '',
        ]
          .filter((sentence) => sentence !== '')
          .join(' '),
      )
    } catch (refusal) {
      const code = problemOf(refusal)?.code
      if (code === 'NOT_FOUND') feedback.error(t('taxonomy.merge.notUndone.gone', { name }))
      else if (code === 'NAME_CONFLICT') feedback.error(t('taxonomy.merge.notUndone.nameTaken', { name }))
      else
        feedback.error(
          t('taxonomy.merge.failed', { reason: problemOf(refusal)?.message ?? t('taxonomy.form.noReason') }),
        )
    }
  }
  return { undo, isPending }
}
