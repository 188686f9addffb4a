import { Skeleton, Typography } from '@mui/material'
import type { ItemsColumnGiven } from '@pim/shell/slots'
import { useTranslation } from 'react-i18next'
import { useOpenOrders } from '../screens/orders/orders.api.ts'

/** A cell of the list of items: how many orders of the item are open. */
export function OpenOrdersCell({ contentItemId, contentItemIds }: ItemsColumnGiven) {
  const { t, i18n } = useTranslation()
  const { data, isError } = useOpenOrders(contentItemIds)
  if (isError)
    return (
      <Typography variant="inherit" color="textSecondary" title={t('orders.open.failed')}>
        ?
      </Typography>
    )
  if (data === undefined) return <Skeleton width={24} aria-busy />
  const count = data[contentItemId]
  return count === undefined ? null : new Intl.NumberFormat(i18n.language).format(count)
}
