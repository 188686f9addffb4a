import { useFeedback } from '@pim/shell'
import { ConfirmDialog } from '@pim/ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Order } from '../../orders.ts'
import { useCancelOrder } from './orders.api.ts'

/** Asks first, because an order that is cancelled stays so. */
export function CancelDialog({ order: { id, customer, product }, onClose }: { order: Order; onClose: () => void }) {
  const { t } = useTranslation()
  const feedback = useFeedback()
  const cancelOrder = useCancelOrder()
  const [isBusy, setBusy] = useState(false)
  const cancel = async () => {
    setBusy(true)
    try {
      await cancelOrder(id)
      feedback.success(t('orders.cancel.done', { id }))
    } catch {
      feedback.error(t('orders.cancel.failed', { id }))
    }
    onClose()
  }
  return (
    <ConfirmDialog
      open
      title={t('orders.cancel.title', { id })}
      confirmLabel={t('orders.cancel.confirm', { id })}
      isDestructive
      isBusy={isBusy}
      onConfirm={() => void cancel()}
      onCancel={onClose}
    >
      {t('orders.cancel.text', { customer, product })}
    </ConfirmDialog>
  )
}
