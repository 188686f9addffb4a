import ArrowDropDownIcon from '@mui/icons-material/ArrowDropDown'
import { Button, ButtonGroup, Divider, Menu } from '@mui/material'
import { useItemDeletion } from '@pim/content-kit'
import type { ContentItem, ContentType, ContentVariation, FieldError, LifecycleAction, Variation } from '@pim/contract'
import { useCommands, useFeedback, usePermission } from '@pim/shell'
import { GuardedButton, GuardedMenuItem } from '@pim/ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useDuplicate } from './duplicate/use-duplicate.ts'
import type { DraftSummary, ItemDraft } from './editing/item-draft.ts'
import { useDiscard } from './use-discard.ts'
import { useItemSteps } from './use-item-steps.tsx'
import type { Publishing } from './use-publishing.ts'
import { useWayBack } from './walk/use-way-back.ts'

interface PublishButtonProps {
  item: ContentItem
  type: ContentType
  variations: readonly Variation[]
  draft: ItemDraft
  summary: DraftSummary
  siblings: readonly ContentVariation[]
  publishing: Publishing
  /** Fields that stand in the way, as the browser sees them. */
  missing: number
  onRefused: (errors: readonly FieldError[]) => void
}

type Step = Exclude<LifecycleAction, 'publish'> | 'discard'
const callOf = {
  unpublish: 'contentVariation.unpublish',
  draft: 'contentVariation.draft',
  discard: 'contentVariation.discard',
  archive: 'contentVariation.archive',
} as const satisfies Record<Step, string>
const otherSteps: readonly Step[] = ['unpublish', 'draft', 'discard', 'archive']

/** Publishing, and beside it every other step that the lifecycle allows from here. Says why it cannot. */
export function PublishButton({
  item,
  type,
  variations,
  draft,
  summary,
  siblings,
  publishing,
  missing,
  onRefused,
}: PublishButtonProps) {
  const { t } = useTranslation()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const { steps, why, may, reason } = publishing
  const removal = usePermission('contentItem.deleteItem')
  const sayDeleted = useSayDeleted(item)
  const count = siblings.length
  const deletion = useItemSteps({ item, type, variations, draft, count, onRefused, onDone: sayDeleted })
  const discard = useDiscard(draft)
  const duplicate = useDuplicate(item, type, draft)
  const making = usePermission('contentItem.createItem')
  const { variation } = summary
  const close = () => setAnchor(null)
  const publishable = siblings.filter(
    (each) => each.allowedActions.includes('publish') && (each.status !== 'published' || each.hasUnpublishedChanges),
  )
  useCommands([
    ...(making.may
      ? [{ id: 'content.duplicate', label: t('content.duplicate.menu'), run: () => void duplicate() }]
      : []),
  ])
  return (
    <>
      <ButtonGroup variant="contained">
        <GuardedButton
          permission={{ may: why === undefined, reason: why }}
          hint={missing > 0 ? t('content.publish.missing', { count: missing }) : ''}
          loading={steps.isPending}
          aria-keyshortcuts="Control+Shift+S"
          onClick={() => publishing.publish()}
        >
          {t('content.publish.publish')}
        </GuardedButton>
        <Button
          size="small"
          sx={{ px: 0.5, minWidth: '32px !important' }}
          aria-label={t('content.publish.more')}
          aria-haspopup="menu"
          aria-expanded={Boolean(anchor)}
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          <ArrowDropDownIcon />
        </Button>
      </ButtonGroup>
      <Menu
        anchorEl={anchor}
        open={Boolean(anchor)}
        onClose={close}
        slotProps={{ list: { disabledItemsFocusable: true } }}
      >
        <GuardedMenuItem
          permission={{
            may: may && publishable.length > 0,
            reason: !may ? reason : publishable.length === 0 ? t('content.publish.nothing') : undefined,
          }}
          label={
            publishable.length === 0
              ? t('content.publish.everything')
              : t('content.publish.all', { count: publishable.length })
          }
          onClick={() => {
            close()
            void steps.run(
              'publish',
              publishable.map(({ contentVariationId }) => ({ contentVariationId, step: 'publish' })),
            )
          }}
        />
        {otherSteps.map((step) => (
          <StepItem
            key={step}
            step={step}
            variation={variation}
            onChoose={() => {
              close()
              void (step === 'discard' ? discard() : steps.run(step))
            }}
          />
        ))}
        <Divider />
        <GuardedMenuItem
          permission={making}
          label={t('content.duplicate.menu')}
          hint={t('content.duplicate.hint')}
          onClick={() => {
            close()
            void duplicate()
          }}
        />
        <GuardedMenuItem
          permission={{ may: removal.may && !item.isDeleted, reason: removal.reason }}
          label={t('content.delete.menu')}
          isDestructive
          onClick={() => {
            close()
            void deletion.run('delete')
          }}
        />
      </Menu>
      {steps.dialog}
      {deletion.dialog}
    </>
  )
}

/** Leaves the item that is gone for the list, and offers to bring it back. */
function useSayDeleted({ contentItemId, name }: ContentItem): () => void {
  const { t } = useTranslation()
  const feedback = useFeedback()
  const navigate = useNavigate()
  const back = useWayBack(contentItemId)
  const { restore } = useItemDeletion(contentItemId, () => undefined)
  const undo = async () => {
    if (await restore()) feedback.error(t('content.step.failed'))
    else feedback.success(t('content.delete.restored', { name }))
  }
  return () => {
    void navigate(back)
    feedback.success(t('content.delete.done', { name }), { label: t('content.delete.undo'), run: () => void undo() })
  }
}

interface StepItemProps {
  step: Step
  variation: ContentVariation
  onChoose: () => void
}

function StepItem({ step, variation, onChoose }: StepItemProps) {
  const { t } = useTranslation()
  const permission = usePermission(callOf[step])
  const isAllowed =
    step === 'discard'
      ? variation.publishedVersion !== null && variation.hasUnpublishedChanges
      : variation.allowedActions.includes(step) && variation.status !== step
  // What the lifecycle does not know from here is left out; what the role does not reach is shown with the reason.
  if (!isAllowed) return null
  return (
    <GuardedMenuItem
      permission={permission}
      label={t(`content.step.${step}`)}
      hint={t(`content.step.${step}Hint`)}
      onClick={onChoose}
    />
  )
}
