import ArrowDropDownIcon from '@mui/icons-material/ArrowDropDown'
import { Button, ButtonGroup, Divider, Menu } from '@mui/material'
import { ApiError } from '@pim/api-client'
import { invalidateTopics, useApi } from '@pim/api-client/react'
import type { ContentItem, ContentVariation, FieldError } from '@pim/contract'
import { contentTopics } from '@pim/contract/core/topics.ts'
import { useFeedback, usePermission, useTenant } from '@pim/shell'
import { GuardedButton, GuardedMenuItem } from '@pim/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DeleteDialog } from './delete-dialog.tsx'
import type { DraftSummary, ItemDraft } from './editing/item-draft.ts'
import { type Step, useStep } from './use-steps.ts'

interface PublishButtonProps {
  item: ContentItem
  draft: ItemDraft
  summary: DraftSummary
  siblings: readonly ContentVariation[]
  /** Fields that stand in the way, as the browser sees them. */
  missing: number
  onRefused: (errors: readonly FieldError[]) => void
}

const otherSteps: readonly Step[] = ['unpublish', 'draft', 'discard', 'archive']

/** Publishing, and beside it every other step that the lifecycle allows from here. Says why it cannot. */
export function PublishButton({ item, draft, summary, siblings, missing, onRefused }: PublishButtonProps) {
  const { t } = useTranslation()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [isDeleting, setDeleting] = useState(false)
  const { may, reason } = usePermission('contentVariation.publish')
  const removal = usePermission('contentItem.deleteItem')
  const publish = useStep('publish', { draft, onRefused })
  const { variation } = summary
  const isLive = variation.status === 'published' && !variation.hasUnpublishedChanges && summary.state === 'saved'
  const why = !may
    ? reason
    : item.isDeleted
      ? t('content.publish.deleted')
      : isLive
        ? t('content.publish.isLive')
        : variation.status === 'archived'
          ? t('content.publish.archived')
          : undefined
  const close = () => setAnchor(null)
  const publishable = siblings.filter(
    (each) => each.allowedActions.includes('publish') && (each.status !== 'published' || each.hasUnpublishedChanges),
  )
  return (
    <>
      <ButtonGroup variant="contained">
        <GuardedButton
          permission={{ may: why === undefined, reason: why }}
          hint={missing > 0 ? t('content.publish.missing', { count: missing }) : ''}
          loading={publish.isPending}
          onClick={() => void publish.run()}
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
        <PublishAll draft={draft} variations={publishable} onDone={close} />
        {otherSteps.map((step) => (
          <StepItem key={step} step={step} draft={draft} variation={variation} onRefused={onRefused} onDone={close} />
        ))}
        <Divider />
        <GuardedMenuItem
          permission={{ may: removal.may && !item.isDeleted, reason: removal.reason }}
          label={t('content.delete.menu')}
          isDestructive
          onClick={() => {
            close()
            setDeleting(true)
          }}
        />
      </Menu>
      {isDeleting && <DeleteDialog item={item} count={siblings.length} onClose={() => setDeleting(false)} />}
    </>
  )
}

interface PublishAllProps {
  draft: ItemDraft
  variations: readonly ContentVariation[]
  onDone: () => void
}

function PublishAll({ draft, variations, onDone }: PublishAllProps) {
  const { t } = useTranslation()
  const api = useApi()
  const { externalId } = useTenant()
  const feedback = useFeedback()
  const queryClient = useQueryClient()
  const { may, reason } = usePermission('contentVariation.publish')
  const count = variations.length
  const publish = async () => {
    onDone()
    if (!(await draft.flush())) return feedback.error(t('content.step.unsaved'))
    const failed: string[] = []
    const note = (error: unknown) => {
      failed.push(error instanceof ApiError ? (error.problem?.message ?? '') : '')
    }
    for (const { contentVariationId } of variations) {
      await api.contentVariation.publish({ params: { contentVariationId } }, { tenantId: externalId }).catch(note)
    }
    // Once for all of them, and also where the last one failed: those before it are live.
    await invalidateTopics(queryClient, externalId, contentTopics)
    if (failed.length > 0) feedback.error(t('content.publish.someFailed', { count: failed.length, reason: failed[0] }))
    else feedback.success(t('content.publish.allDone', { count }))
  }
  return (
    <GuardedMenuItem
      permission={{ may: may && count > 0, reason }}
      label={t('content.publish.all', { count })}
      onClick={() => void publish()}
    />
  )
}

interface StepItemProps {
  step: Step
  draft: ItemDraft
  variation: ContentVariation
  onRefused: (errors: readonly FieldError[]) => void
  onDone: () => void
}

function StepItem({ step, draft, variation, onRefused, onDone }: StepItemProps) {
  const { t } = useTranslation()
  const permission = usePermission(`contentVariation.${step}`)
  const { run } = useStep(step, { draft, onRefused })
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
      onClick={() => {
        onDone()
        void run()
      }}
    />
  )
}
