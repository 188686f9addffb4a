import { type DotLook, StateDot } from '@pim/ui'
import { useTranslation } from 'react-i18next'
import type { Order } from './orders.ts'

const looks: Record<Order['status'], DotLook> = {
  open: { color: 'warning.main', fill: 'ring' },
  shipped: { color: 'success.main', fill: 'full' },
  cancelled: { color: 'text.secondary', fill: 'ring' },
}

export function OrderStatus({ status }: { status: Order['status'] }) {
  const { t } = useTranslation()
  return <StateDot look={looks[status]} label={t(`orders.status.${status}`)} />
}
