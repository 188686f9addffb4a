import { Paper, Typography } from '@mui/material'
import { DataTable, EmptyState, ErrorState, PageHeader } from '@pim/ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDaysShown } from '../../days-shown.ts'
import type { Order } from '../../orders.ts'
import { CancelDialog } from './cancel-dialog.tsx'
import { useOrderColumns } from './order-columns.tsx'
import { useOrders } from './orders.api.ts'

/** The orders of the tenant, newest first; who may, cancels one. */
export function Orders() {
  const { t } = useTranslation()
  const days = useDaysShown()
  const { data, isError, refetch } = useOrders()
  const [cancelled, setCancelled] = useState<Order>()
  const columns = useOrderColumns(setCancelled)
  return (
    <>
      <PageHeader title={t('orders.section.title')} count={data?.count} />
      {isError && data === undefined ? (
        <ErrorState title={t('orders.failed')} onRetry={() => void refetch()} />
      ) : (
        <>
          <Typography color="textSecondary" sx={{ mb: 1.5, flex: 'none' }}>
            {data !== undefined && data.orders.length < data.count
              ? t('orders.list.newest', { shown: data.orders.length, count: days })
              : t('orders.list.about', { count: days })}
          </Typography>
          <Paper variant="outlined" sx={{ display: 'flex', minHeight: 0, mb: 2, overflow: 'hidden' }}>
            <DataTable<Order>
              label={t('orders.section.title')}
              columns={columns}
              rows={data?.orders}
              rowId={({ id }) => id}
              rowLabel={({ id }) => id}
              empty={<EmptyState title={t('orders.list.empty')} description={t('orders.list.emptyText')} />}
            />
          </Paper>
        </>
      )}
      {cancelled && <CancelDialog order={cancelled} onClose={() => setCancelled(undefined)} />}
    </>
  )
}
