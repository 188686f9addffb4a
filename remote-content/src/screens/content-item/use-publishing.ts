import type { ContentItem, ContentType, ContentVariation, FieldError, Variation } from '@pim/contract'
import { useCommands, useFeedback, usePermission } from '@pim/shell'
import { commandKey } from '@pim/ui'
import { useTranslation } from 'react-i18next'
import type { DraftSummary, ItemDraft } from './editing/item-draft.ts'
import { useItemSteps } from './use-item-steps.tsx'
import type { useListWalk } from './walk/use-list-walk.ts'

interface PublishingOptions {
  item: ContentItem
  type: ContentType
  variations: readonly Variation[]
  draft: ItemDraft
  summary: DraftSummary
  siblings: readonly ContentVariation[]
  walk: ReturnType<typeof useListWalk>
  onRefused: (errors: readonly FieldError[]) => void
}

export const publishKeys = [commandKey, 'Shift', 'S']
const publishNextKeys = [commandKey, 'Alt', 'Enter']

/** Publishing the variation on the screen: by its button, by key and by the palette, also on the way to the next item of the list. */
export function usePublishing({
  item,
  type,
  variations,
  draft,
  summary,
  siblings,
  walk,
  onRefused,
}: PublishingOptions) {
  const { t } = useTranslation()
  const feedback = useFeedback()
  const { may, reason } = usePermission('contentVariation.publish')
  const steps = useItemSteps({ item, type, variations, draft, count: siblings.length, onRefused })
  const { variation } = summary
  const isLive = variation.status === 'published' && !variation.hasUnpublishedChanges && summary.state === 'saved'
  /** Undefined where it can be published. */
  const why = !may
    ? reason
    : item.isDeleted
      ? t('content.publish.deleted')
      : isLive
        ? t('content.publish.isLive')
        : variation.status === 'archived'
          ? t('content.publish.archived')
          : undefined
  const publish = (then?: () => void) => {
    if (steps.isPending) return
    if (why !== undefined) return feedback.info(why)
    void steps.run('publish', undefined, then)
  }
  const goOn = walk && (() => void walk.go('next'))
  // A variation that is live already counts as published.
  const publishAndGoOn = goOn && (() => (may && isLive ? goOn() : publish(goOn)))
  useCommands([
    ...(why === undefined
      ? [{ id: 'content.publish', label: t('content.publish.publish'), shortcut: publishKeys, run: () => publish() }]
      : []),
    ...(publishAndGoOn && may && !item.isDeleted
      ? [
          {
            id: 'content.publishNext',
            label: t('content.publish.andNext'),
            shortcut: publishNextKeys,
            run: publishAndGoOn,
          },
        ]
      : []),
  ])
  return { steps, why, may, reason, publish, publishAndGoOn }
}
export type Publishing = ReturnType<typeof usePublishing>
