import { Alert, Button } from '@mui/material'
import type { ContentItem, ContentType, FieldError, Variation } from '@pim/contract'
import { useFeedback, usePermission } from '@pim/shell'
import { GuardedButton } from '@pim/ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ItemDraft } from './editing/item-draft.ts'
import { PurgeDialog } from './purge-dialog.tsx'
import { useItemSteps } from './use-item-steps.tsx'

interface DeletedNoticeProps {
  item: ContentItem
  type: ContentType
  variations: readonly Variation[]
  draft: ItemDraft
  count: number
  onRefused: (errors: readonly FieldError[]) => void
}

/** Says that the item is deleted; brings it back, or erases it. */
export function DeletedNotice(props: DeletedNoticeProps) {
  const { item } = props
  const { t } = useTranslation()
  const feedback = useFeedback()
  const restoring = usePermission('contentItem.restoreItem')
  const purging = usePermission('contentItem.purgeItem')
  const [isPurging, setPurging] = useState(false)
  const { run, isPending, dialog } = useItemSteps({
    ...props,
    onDone: () => feedback.success(t('content.delete.restored', { name: item.name })),
  })
  return (
    <Alert
      severity="warning"
      sx={{ mb: 2, flexWrap: 'wrap', '& .MuiAlert-action': { gap: 1 } }}
      action={
        <>
          <GuardedButton
            permission={restoring}
            color="inherit"
            size="small"
            loading={isPending}
            onClick={() => void run('restore')}
          >
            {t('content.delete.restore')}
          </GuardedButton>
          {purging.may && (
            <Button color="error" size="small" onClick={() => setPurging(true)}>
              {t('content.purge.menu')}
            </Button>
          )}
        </>
      }
    >
      {t('content.item.deleted')}
      {dialog}
      {isPurging && <PurgeDialog item={item} onClose={() => setPurging(false)} />}
    </Alert>
  )
}
