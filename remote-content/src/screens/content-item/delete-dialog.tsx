import { Typography } from '@mui/material'
import type { ContentItem } from '@pim/contract'
import { useFeedback, useItemDeletion } from '@pim/shell'
import { ConfirmDialog } from '@pim/ui'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'

interface DeleteDialogProps {
  item: ContentItem
  /** In how many variations it goes. */
  count: number
  onClose: () => void
}

/** Says what goes and who would miss it; afterwards offers to bring it back. */
export function DeleteDialog({ item, count, onClose }: DeleteDialogProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const feedback = useFeedback()
  const { name } = item
  const undo = async () => {
    const problem = await deletion.restore()
    if (!problem) feedback.success(t('content.delete.restored', { name }))
    else feedback.error(problem === 'failed' ? t('content.step.failed') : problem.message)
  }
  const deletion = useItemDeletion(item.contentItemId, () => {
    void navigate('/content-items')
    feedback.success(t('content.delete.done', { name }), { label: t('content.delete.undo'), run: () => void undo() })
  })
  const { usedBy, failure } = deletion
  return (
    <ConfirmDialog
      open
      title={t('content.delete.title', { name })}
      confirmLabel={t(usedBy ? 'content.delete.confirmAnyway' : 'content.delete.confirm', { count })}
      isDestructive
      isBusy={deletion.isBusy}
      onConfirm={() => void deletion.remove()}
      onCancel={onClose}
    >
      <Typography>{t('content.delete.hint', { count })}</Typography>
      {usedBy && (
        <Typography color="error" sx={{ mt: 1 }}>
          {t('content.delete.usedBy', { count: usedBy.length, names: firstNames(usedBy) })}
        </Typography>
      )}
      {failure && (
        <Typography color="error" sx={{ mt: 1 }}>
          {failure === 'failed' ? t('content.step.failed') : failure.message}
        </Typography>
      )}
    </ConfirmDialog>
  )
}

const firstNames = (list: readonly { name: string }[]): string =>
  list
    .slice(0, 5)
    .map(({ name }) => name)
    .join(', ')
