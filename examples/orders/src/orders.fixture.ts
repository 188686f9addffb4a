import type { Order, OrderList } from './orders.ts'

/** An order of a test. */
export const order = (id: string, more: Partial<Order> = {}): Order => ({
  id,
  contentItemId: '0199b2a0-0000-7000-8000-000000000001',
  product: 'Tent',
  customer: 'Harbour Supply',
  quantity: 2,
  cents: 19_900,
  orderedAt: '2026-01-02T08:00:00.000Z',
  status: 'open',
  ...more,
})

export const listOf = (...orders: Order[]): OrderList => ({
  orders,
  count: orders.length,
  cents: orders.reduce((sum, { cents }) => sum + cents, 0),
})
