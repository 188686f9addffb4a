/** Orders as the back end answers them and the section shows them. Amounts are in cents of a euro. */

export interface Order {
  readonly id: string
  /** The product, and what it was called when it was ordered. */
  readonly contentItemId: string
  readonly product: string
  readonly customer: string
  readonly quantity: number
  readonly cents: number
  /** ISO 8601, in UTC. */
  readonly orderedAt: string
  readonly status: 'open' | 'shipped' | 'cancelled'
}

export interface OrderList {
  /** The newest ones, as many as were asked for. */
  readonly orders: readonly Order[]
  /** Number of all orders, also those that are not in `orders`. */
  readonly count: number
  /** Sum of all orders but the cancelled ones, in cents. */
  readonly cents: number
}

/** How many orders of a product are open, by its `contentItemId`. A product without one is left out. */
export type OpenOrders = Readonly<Record<string, number>>
