import { Box, Link as MuiLink, Typography } from '@mui/material'
import { usePermission } from '@pim/shell'
import { type Column, GuardedButton, RelativeTime } from '@pim/ui'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useEuros } from '../../euros.ts'
import { OrderStatus } from '../../order-status.tsx'
import type { Order } from '../../orders.ts'

/** The columns of the list. `onCancel` asks whether an order is to be cancelled. */
export function useOrderColumns(onCancel: (order: Order) => void): readonly Column<Order>[] {
  const { t, i18n } = useTranslation()
  const euros = useEuros()
  const permission = usePermission('orders:cancel')
  const number = new Intl.NumberFormat(i18n.language)
  return [
    { id: 'number', header: t('orders.column.number'), hideBelow: 'sm', width: 90, cell: ({ id }) => id },
    {
      id: 'product',
      header: t('orders.column.product'),
      minWidth: 120,
      cell: ({ contentItemId, product, customer }) => (
        <Box sx={{ py: 0.75 }}>
          <MuiLink component={Link} to={`/content-item/${contentItemId}`} color="textPrimary" underline="hover">
            {product}
          </MuiLink>
          <Typography variant="caption" color="textSecondary" sx={{ display: { md: 'none' } }} component="div" noWrap>
            {customer}
          </Typography>
        </Box>
      ),
    },
    { id: 'customer', header: t('orders.column.customer'), hideBelow: 'md', cell: ({ customer }) => customer },
    {
      id: 'ordered',
      header: t('orders.column.ordered'),
      hideBelow: 'md',
      width: 130,
      cell: ({ orderedAt }) => <RelativeTime time={orderedAt} />,
    },
    {
      id: 'quantity',
      header: t('orders.column.quantity'),
      hideBelow: 'lg',
      align: 'right',
      width: 100,
      cell: ({ quantity }) => number.format(quantity),
    },
    {
      id: 'amount',
      header: t('orders.column.amount'),
      hideBelow: 'sm',
      align: 'right',
      width: 130,
      cell: ({ cents }) => euros(cents),
    },
    {
      id: 'status',
      header: t('orders.column.status'),
      width: 120,
      cell: ({ status }) => <OrderStatus status={status} />,
    },
    {
      id: 'cancel',
      header: t('orders.cancel.button'),
      isHeaderVisuallyHidden: true,
      align: 'right',
      width: 110,
      cell: (order) =>
        order.status === 'open' && (
          <GuardedButton size="small" permission={permission} onClick={() => onCancel(order)}>
            {t('orders.cancel.button')}
          </GuardedButton>
        ),
    },
  ]
}
