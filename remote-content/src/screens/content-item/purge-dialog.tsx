import { Typography } from '@mui/material'
import { invalidateTopics, useApi } from '@pim/api-client/react'
import type { ContentItem } from '@pim/contract'
import { contentTopics } from '@pim/contract/core/topics.ts'
import { useFeedback, useTenant } from '@pim/shell'
import { ConfirmDialog } from '@pim/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'

interface PurgeDialogProps {
  item: ContentItem
  count: number
  onClose: () => void
}

/** The one step that nothing takes back: says what goes before it goes. */
export function PurgeDialog({ item, count, onClose }: PurgeDialogProps) {
  const { t } = useTranslation()
  const api = useApi()
  const { externalId: tenantId } = useTenant()
  const queryClient = useQueryClient()
  const feedback = useFeedback()
  const navigate = useNavigate()
  const [isBusy, setBusy] = useState(false)
  const { contentItemId, name } = item
  const purge = async () => {
    setBusy(true)
    try {
      await api.contentItem.purgeItem({ params: { contentItemId } }, { tenantId })
    } catch {
      setBusy(false)
      return feedback.error(t('content.step.failed'))
    }
    // Away first: asking again for what is on this screen would find nothing.
    void navigate('/content-items?deleted=only')
    feedback.success(t('content.purge.done', { name }))
    await invalidateTopics(queryClient, tenantId, contentTopics, 'whenShown')
    await invalidateTopics(queryClient, tenantId, ['search'])
  }
  return (
    <ConfirmDialog
      open
      title={t('content.purge.title', { name })}
      confirmLabel={t('content.purge.confirm', { count })}
      isDestructive
      isBusy={isBusy}
      onConfirm={() => void purge()}
      onCancel={onClose}
    >
      <Typography>{t('content.purge.hint', { count })}</Typography>
    </ConfirmDialog>
  )
}
