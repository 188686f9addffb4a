import { useVariations } from '@pim/content-kit'
import { usePartProblemWords, usePlanWords, useProblemWords } from '@pim/content-kit/plan'
import type { ContentItem, ContentType } from '@pim/contract'
import { useFeedback } from '@pim/shell'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import { type LeftOutValue, useMakeItem } from '../../../parts/new-item/use-make-item.ts'
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
  const { variations: all = [] } = useVariations()
  const words = usePlanWords({ types: [type], variations: all })
  const problemText = useProblemWords(words, type.technicalName)
  const partText = usePartProblemWords(words, type.technicalName)
  const isMaking = useRef(false)
  const list = new Intl.ListFormat(i18n.language)
  const nameOf = (name: string) =>
    name === 'deliveryTargets' ? t('content.channels.label') : words.fieldName(type.technicalName, name)
  /** By field, with the variations that it is left out in. */
  const namesOf = (values: readonly LeftOutValue[]) =>
    list.format(
      [...Map.groupBy(values, ({ technicalFieldName }) => technicalFieldName)].map(([name, places]) => {
        const where = places.flatMap(({ variationId }) => variationId ?? [])
        if (where.length === 0 || all.length < 2) return nameOf(name)
        return t('content.duplicate.place', {
          field: nameOf(name),
          variations: list.format(where.map(words.variationName)),
        })
      }),
    )
  const make = async () => {
    if (!(await draft.flush())) return feedback.error(t('content.step.unsaved'))
    const { data: variations = [] } = await refetch()
    const name = t('content.duplicate.name', { name: item.name }).slice(0, maxName)
    const { item: copy, unique } = copiedItem(item, type, name, variations)
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
