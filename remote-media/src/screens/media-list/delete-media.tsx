import { Button, Tooltip, Typography } from '@mui/material'
import { useApiMutation } from '@pim/api-client/react'
import type { ContentItem } from '@pim/contract'
import { useFeedback, usePermission } from '@pim/shell'
import { ConfirmDialog } from '@pim/ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

/** Deletes a media item: says who uses it before, and offers to bring it back after. */
export function DeleteMedia({ item, onDone }: { item: ContentItem; onDone: () => void }) {
  const { t } = useTranslation()
  const feedback = useFeedback()
  const { may, reason } = usePermission('contentItem.deleteItem')
  const [isAsking, setAsking] = useState(false)
  const params = { contentItemId: item.contentItemId }
  const restore = useApiMutation('contentItem.restoreItem', {
    onError: (error) => feedback.error(error.problem?.message ?? t('media.delete.failed')),
    onSuccess: () => feedback.success(t('media.delete.restored', { name: item.name })),
  })
  const remove = useApiMutation('contentItem.deleteItem', {
    failureGoesTo: 'screen',
    onSuccess: () => {
      feedback.success(t('media.delete.done', { name: item.name }), {
        label: t('media.delete.undo'),
        run: () => restore.mutate({ params }),
      })
      setAsking(false)
      onDone()
    },
  })
  const usedBy = remove.error?.problem?.usedBy
  return (
    <>
      <Tooltip title={reason ?? ''}>
        <span>
          <Button size="small" color="error" disabled={!may} onClick={() => setAsking(true)}>
            {t('media.delete.delete')}
          </Button>
        </span>
      </Tooltip>
      <ConfirmDialog
        open={isAsking}
        title={t('media.delete.title', { name: item.name })}
        confirmLabel={t(usedBy ? 'media.delete.anyway' : 'media.delete.confirm')}
        isDestructive
        isBusy={remove.isPending}
        onCancel={() => setAsking(false)}
        onConfirm={() => remove.mutate({ params, query: { allowBrokenLinks: usedBy !== undefined } })}
      >
        {usedBy
          ? t('media.delete.usedBy', {
              count: usedBy.length,
              names: usedBy
                .slice(0, 5)
                .map(({ name }) => name)
                .join(', '),
            })
          : t('media.delete.hint')}
        {remove.error && !usedBy && (
          <Typography color="error">{remove.error.problem?.message ?? t('media.delete.failed')}</Typography>
        )}
      </ConfirmDialog>
    </>
  )
}
