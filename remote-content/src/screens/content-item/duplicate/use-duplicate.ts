import { usePartProblemWords, usePlanWords, useProblemWords } from '@pim/content-kit/plan'
import type { ContentItem, ContentType } from '@pim/contract'
import { useFeedback } from '@pim/shell'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import { useMakeItem } from '../../../parts/new-item/use-make-item.ts'
import { readWalkState } from '../../../parts/walk/walk-steps.ts'
import { useItemVariations } from '../content-item.api.ts'
import type { ItemDraft } from '../editing/item-draft.ts'
import { copiedItem } from './copied-item.ts'

const maxName = 500

/** Makes a second item like this one, opens it as a draft, and says what it could not have. */
export function useDuplicate(item: ContentItem, type: ContentType, draft: ItemDraft): () => Promise<void> {
  const { t, i18n } = useTranslation()
  const feedback = useFeedback()
  const navigate = useNavigate()
  const { state } = useLocation()
  const makeItem = useMakeItem()
  const { refetch } = useItemVariations(item.contentItemId)
  const words = usePlanWords({ types: [type], variations: [] })
  const problemText = useProblemWords(words, type.technicalName)
  const partText = usePartProblemWords(words, type.technicalName)
  const isMaking = useRef(false)
  const namesOf = (fields: readonly string[]) =>
    new Intl.ListFormat(i18n.language).format(
      fields.map((name) =>
        name === 'deliveryTargets' ? t('content.channels.label') : words.fieldName(type.technicalName, name),
      ),
    )
  const make = async () => {
    if (!(await draft.flush())) return feedback.error(t('content.step.unsaved'))
    const { data: variations = [] } = await refetch()
    const name = t('content.duplicate.name', { name: item.name }).slice(0, maxName)
    const { item: copy, unique } = copiedItem(type, name, variations)
    const made = await makeItem(copy)
    if (made.contentItemId === undefined) return feedback.error(partText(made.problem))
    const { variationId } = draft.summary().variation
    const walk = readWalkState(state)?.walk
    await navigate(`/content-item/${made.contentItemId}?variation=${variationId}`, { state: walk && { walk } })
    feedback.success(
      [
        t('content.duplicate.done', { name: item.name }),
        ...(unique.length > 0 ? [t('content.duplicate.unique', { fields: namesOf(unique) })] : []),
        ...(made.leftOut.length > 0 ? [t('content.duplicate.leftOut', { fields: namesOf(made.leftOut) })] : []),
      ].join(' '),
    )
  }
  return async () => {
    if (isMaking.current) return
    isMaking.current = true
    await make().catch((failure: unknown) => feedback.error(problemText(failure)))
    isMaking.current = false
  }
}
