import { Alert, Button } from '@mui/material'
import { useApiMutation } from '@pim/api-client/react'
import type { ContentItem } from '@pim/contract'
import { useFeedback, usePermission } from '@pim/shell'
import { useTranslation } from 'react-i18next'

/** Says that the item is deleted, and brings it back. */
export function DeletedNotice({ item }: { item: ContentItem }) {
  const { t } = useTranslation()
  const feedback = useFeedback()
  const { may, reason } = usePermission('contentItem.restoreItem')
  const restore = useApiMutation('contentItem.restoreItem', {
    onError: (error) => feedback.error(error.problem?.message ?? t('content.step.failed')),
    onSuccess: () => feedback.success(t('content.delete.restored', { name: item.name })),
  })
  return (
    <Alert
      severity="warning"
      sx={{ mb: 2 }}
      action={
        <Button
          color="inherit"
          size="small"
          disabled={!may}
          loading={restore.isPending}
          onClick={() => restore.mutate({ params: { contentItemId: item.contentItemId } })}
        >
          {t('content.delete.restore')}
        </Button>
      }
    >
      {t('content.item.deleted')} {reason}
    </Alert>
  )
}
