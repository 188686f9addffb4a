import { Box, Button, List, ListItem, Skeleton, Stack, Typography } from '@mui/material'
import type { ItemPanelGiven } from '@pim/shell/slots'
import { RelativeTime } from '@pim/ui'
import { useTranslation } from 'react-i18next'
import { useDaysShown } from '../days-shown.ts'
import { useEuros } from '../euros.ts'
import { OrderStatus } from '../order-status.tsx'
import { useOrders } from '../screens/orders/orders.api.ts'

/** A part of the panel beside an item; nothing where the item is no product. */
export function ProductOrders({ contentItemId, contentTypeName }: ItemPanelGiven) {
  return contentTypeName === 'product' ? <LastOrders contentItemId={contentItemId} /> : null
}

/** The last five orders of a product, and what all of them come to. */
function LastOrders({ contentItemId }: { contentItemId: string }) {
  const { t } = useTranslation()
  const euros = useEuros()
  const days = useDaysShown()
  const { data, isError, refetch } = useOrders({ contentItemId, limit: 5 })
  if (isError)
    return (
      <Stack role="alert" sx={{ alignItems: 'flex-start', gap: 1 }}>
        <Typography variant="body2">{t('orders.failed')}</Typography>
        <Button size="small" variant="outlined" onClick={() => void refetch()}>
          {t('orders.again')}
        </Button>
      </Stack>
    )
  if (data === undefined) return <Skeleton variant="rounded" height={64} aria-busy />
  if (data.count === 0)
    return (
      <Typography variant="body2" color="textSecondary">
        {t('orders.product.none', { count: days })}
      </Typography>
    )
  return (
    <>
      <List dense disablePadding aria-label={t('orders.product.title')}>
        {data.orders.map(({ id, customer, quantity, cents, orderedAt, status }) => (
          <ListItem key={id} disableGutters sx={{ py: 0.25, gap: 1, justifyContent: 'space-between' }}>
            <Box sx={{ minWidth: 0 }}>
              <Typography variant="body2" noWrap>
                {customer}
              </Typography>
              <Typography variant="caption" color="textSecondary" component="div">
                {t('orders.product.pieces', { count: quantity })} · <RelativeTime time={orderedAt} />
              </Typography>
            </Box>
            <Stack sx={{ alignItems: 'flex-end', flex: 'none', fontVariantNumeric: 'tabular-nums' }}>
              <Typography variant="body2">{euros(cents)}</Typography>
              <Typography variant="caption" color="textSecondary">
                <OrderStatus status={status} />
              </Typography>
            </Stack>
          </ListItem>
        ))}
      </List>
      <Typography variant="body2" sx={{ mt: 1 }}>
        {t('orders.product.count', { count: data.count })}
        {' · '}
        {t('orders.product.sum', { count: days, sum: euros(data.cents) })}
      </Typography>
    </>
  )
}
