import { Alert, Button } from '@mui/material'
import { useApiMutation } from '@pim/api-client/react'
import type { ContentItem } from '@pim/contract'
import { useFeedback, usePermission } from '@pim/shell'
import { GuardedButton } from '@pim/ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PurgeDialog } from './purge-dialog.tsx'

/** Says that the item is deleted; brings it back, or erases it. */
export function DeletedNotice({ item }: { item: ContentItem }) {
  const { t } = useTranslation()
  const feedback = useFeedback()
  const restoring = usePermission('contentItem.restoreItem')
  const purging = usePermission('contentItem.purgeItem')
  const [isPurging, setPurging] = useState(false)
  const restore = useApiMutation('contentItem.restoreItem', {
    onError: (error) => feedback.error(error.problem?.message ?? t('content.step.failed')),
    onSuccess: () => feedback.success(t('content.delete.restored', { name: item.name })),
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
            loading={restore.isPending}
            onClick={() => restore.mutate({ params: { contentItemId: item.contentItemId } })}
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
      {isPurging && <PurgeDialog item={item} onClose={() => setPurging(false)} />}
    </Alert>
  )
}
