import { Alert, Stack } from '@mui/material'
import { useApiMutation } from '@pim/api-client/react'
import { useItemErasure } from '@pim/content-kit'
import type { ContentItem } from '@pim/contract'
import { useFeedback, usePermission } from '@pim/shell'
import { EraseDialog, GuardedButton } from '@pim/ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

interface DeletedMediaProps {
  item: ContentItem
  /** The item is gone for good. */
  onErased: () => void
}

/** Actions for a deleted file: restore, or erase for good. */
export function DeletedMedia({ item, onErased }: DeletedMediaProps) {
  const { t } = useTranslation()
  const feedback = useFeedback()
  const restoring = usePermission('contentItem.restoreItem')
  const erasing = usePermission('contentItem.purgeItem')
  const [isAsking, setAsking] = useState(false)
  const restore = useApiMutation('contentItem.restoreItem', {
    onError: (error) => feedback.error(error.problem?.message ?? t('media.delete.failed')),
    onSuccess: () => feedback.success(t('media.delete.restored', { name: item.name })),
  })
  return (
    <>
      <Alert severity="warning">{t('media.detail.deleted')}</Alert>
      <Stack direction="row" useFlexGap sx={{ gap: 1, flexWrap: 'wrap' }}>
        <GuardedButton
          permission={restoring}
          size="small"
          variant="outlined"
          loading={restore.isPending}
          onClick={() => restore.mutate({ params: { contentItemId: item.contentItemId } })}
        >
          {t('media.delete.restore')}
        </GuardedButton>
        <GuardedButton permission={erasing} size="small" color="error" onClick={() => setAsking(true)}>
          {t('media.erase.menu')}
        </GuardedButton>
      </Stack>
      {isAsking && <EraseMedia item={item} onErased={onErased} onClose={() => setAsking(false)} />}
    </>
  )
}

function EraseMedia({ item, onErased, onClose }: DeletedMediaProps & { onClose: () => void }) {
  const { t } = useTranslation()
  const { erase, ...erasure } = useItemErasure(item)
  return (
    <EraseDialog
      {...erasure}
      title={t('media.erase.title', { name: item.name })}
      onConfirm={() => void erase()}
      onClose={() => (erasure.report ? onErased() : onClose())}
    >
      {t('media.erase.hint')}
    </EraseDialog>
  )
}
