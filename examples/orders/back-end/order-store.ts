import { DatabaseSync } from 'node:sqlite'
import type { OpenOrders, Order, OrderList } from '../src/orders.ts'

export interface Wanted {
  /** Those since then, ISO 8601. */
  readonly since: string
  /** Of this product alone. */
  readonly contentItemId: string | undefined
  /** The most orders of the answer; its sums are of all. */
  readonly limit: number
}

export type OrderStore = ReturnType<typeof openOrderStore>

/** The orders of all tenants in a file, or in `:memory:`. Each function takes the tenant first, and each statement names it. */
export function openOrderStore(file: string) {
  const database = new DatabaseSync(file)
  database.exec(`
    create table if not exists orders (
      tenant_id text not null,
      id text not null,
      contentItemId text not null,
      product text not null,
      customer text not null,
      quantity integer not null,
      cents integer not null,
      orderedAt text not null,
      status text not null,
      primary key (tenant_id, id)
    ) strict;
    create index if not exists newest on orders (tenant_id, orderedAt);
    create index if not exists ofProduct on orders (tenant_id, contentItemId, orderedAt)`)
  const columns = 'id, contentItemId, product, customer, quantity, cents, orderedAt, status'

  return {
    /** Leaves alone the orders that are there already. */
    add(tenantId: string, orders: readonly Order[]): void {
      const insert = database.prepare(`
        insert or ignore into orders (tenant_id, ${columns})
        values (:tenantId, :id, :contentItemId, :product, :customer, :quantity, :cents, :orderedAt, :status)`)
      for (const order of orders) insert.run({ tenantId, ...order })
    },

    hasAny: (tenantId: string): boolean =>
      database.prepare('select 1 from orders where tenant_id = :tenantId limit 1').get({ tenantId }) !== undefined,

    list(tenantId: string, { since, contentItemId, limit }: Wanted): OrderList {
      const ofProduct = contentItemId === undefined ? '' : 'and contentItemId = :contentItemId'
      const rows = `from orders where tenant_id = :tenantId and orderedAt >= :since ${ofProduct}`
      const values = { tenantId, since, ...(contentItemId !== undefined && { contentItemId }) }
      const sums = database
        .prepare(
          `select count(*) as count, coalesce(sum(cents) filter (where status <> 'cancelled'), 0) as cents ${rows}`,
        )
        .get(values) as Pick<OrderList, 'count' | 'cents'>
      const orders: unknown = database
        .prepare(`select ${columns} ${rows} order by orderedAt desc, id desc limit :limit`)
        .all({ ...values, limit })
      return { ...sums, orders: orders as Order[] }
    },

    countOpen(tenantId: string, since: string, contentItemIds: readonly string[]): OpenOrders {
      const counts = database
        .prepare(`
          select contentItemId, count(*) as count from orders
          where tenant_id = :tenantId and orderedAt >= :since and status = 'open'
            and contentItemId in (select value from json_each(:ids))
          group by contentItemId`)
        .all({ tenantId, since, ids: JSON.stringify(contentItemIds) }) as { contentItemId: string; count: number }[]
      return Object.fromEntries(counts.map(({ contentItemId, count }) => [contentItemId, count]))
    },

    /** Cancels an order that is open, and answers its status from before; undefined where the tenant has no such order. */
    cancel(tenantId: string, id: string): Order['status'] | undefined {
      const of = { tenantId, id }
      const order = database.prepare('select status from orders where tenant_id = :tenantId and id = :id').get(of)
      database
        .prepare(`update orders set status = 'cancelled' where tenant_id = :tenantId and id = :id and status = 'open'`)
        .run(of)
      return order?.status as Order['status'] | undefined
    },

    close: () => database.close(),
  }
}
