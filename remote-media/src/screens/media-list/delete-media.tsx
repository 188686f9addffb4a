import { Typography } from '@mui/material'
import { useItemDeletion } from '@pim/content-kit'
import type { ContentItem } from '@pim/contract'
import { useFeedback, usePermission } from '@pim/shell'
import { ConfirmDialog, GuardedButton } from '@pim/ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

/** Deletes a media item: says who uses it before, and offers to bring it back after. */
export function DeleteMedia({ item, onDone }: { item: ContentItem; onDone: () => void }) {
  const { t } = useTranslation()
  const feedback = useFeedback()
  const permission = usePermission('contentItem.deleteItem')
  const [isAsking, setAsking] = useState(false)
  const { name } = item
  const undo = async () => {
    const problem = await deletion.restore()
    if (!problem) feedback.success(t('media.delete.restored', { name }))
    else feedback.error(problem === 'failed' ? t('media.delete.failed') : problem.message)
  }
  const deletion = useItemDeletion(item.contentItemId, () => {
    setAsking(false)
    onDone()
    feedback.success(t('media.delete.done', { name }), { label: t('media.delete.undo'), run: () => void undo() })
  })
  const { usedBy, failure } = deletion
  return (
    <>
      <GuardedButton permission={permission} size="small" color="error" onClick={() => setAsking(true)}>
        {t('media.delete.delete')}
      </GuardedButton>
      <ConfirmDialog
        open={isAsking}
        title={t('media.delete.title', { name })}
        confirmLabel={t(usedBy ? 'media.delete.anyway' : 'media.delete.confirm')}
        isDestructive
        isBusy={deletion.isBusy}
        onCancel={() => setAsking(false)}
        onConfirm={() => void deletion.remove()}
      >
        {usedBy
          ? t('media.delete.usedBy', {
              count: usedBy.length,
              names: usedBy
                .slice(0, 5)
                .map((user) => user.name)
                .join(', '),
            })
          : t('media.delete.hint')}
        {failure && (
          <Typography color="error">{failure === 'failed' ? t('media.delete.failed') : failure.message}</Typography>
        )}
      </ConfirmDialog>
    </>
  )
}
