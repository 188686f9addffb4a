import { useBackEnd, useBackEndQuery } from '@pim/api-client/react'
import type { OpenOrders, OrderList } from '../../orders.ts'

/** The newest orders, with the sums of all: of a product, or of all products. */
export const useOrders = (query: { contentItemId?: string; limit?: number } = {}) =>
  useBackEndQuery<OrderList>('orders', '/orders', { query })

/** Asked once for all rows in sight, because each cell asks with the same list. */
export const useOpenOrders = (contentItemIds: readonly string[]) =>
  useBackEndQuery<OpenOrders>('orders', '/orders/open', { query: { contentItemIds: contentItemIds.join() } })

/** Lists that show orders are read again by themselves, as after each call that is no `GET`. */
export function useCancelOrder(): (id: string) => Promise<unknown> {
  const callBackEnd = useBackEnd('orders')
  return (id) => callBackEnd(`/orders/${id}/cancel`, { method: 'POST' })
}
