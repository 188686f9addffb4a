import type { Caller } from './caller.ts'
import type { OrderStore } from './order-store.ts'

interface DeliveredProduct {
  readonly contentItemId: string
  readonly name: string
  readonly fields: { readonly price?: readonly { readonly amount: string; readonly currency: string }[] }
}

/**
 * So that there is something to see: when a tenant with a key in `deliveryKeys` calls first, orders of its products are made up. An order
 * system of a real shop has its orders, and learns the products by the same delivery API.
 */
export function sampleOrders(product: string, deliveryKeys: ReadonlyMap<string, string>, store: OrderStore) {
  return async ({ tenant, tenantId }: Caller): Promise<void> => {
    const key = deliveryKeys.get(tenant)
    if (key === undefined || store.hasAny(tenantId)) return
    const address = '/api/delivery-api/content-item-variations?contentTypeTechnicalName=product&pageSize=200'
    const response = await fetch(new URL(address, product), { headers: { 'x-api-key': key } })
    if (!response.ok) throw new Error(`The delivery API has answered ${response.status}.`)
    const { items } = (await response.json()) as { items: DeliveredProduct[] }
    // A product is there once in each language.
    const products = new Map(items.map((item) => [item.contentItemId, item]))
    const orders = [...products.values()].flatMap(ordersOf).toSorted((one, other) => one.hoursAgo - other.hoursAgo)
    store.add(
      tenantId,
      orders.map(({ hoursAgo, ...order }, at) => ({
        ...order,
        id: String(1000 + orders.length - at),
        orderedAt: new Date(Date.now() - hoursAgo * hour).toISOString(),
      })),
    )
  }
}

const customers = ['Fjäll & Forst', 'Kaufhaus Lindner', 'Sund Outdoor', 'Maison Aubert', 'Harbour Supply', 'Nordby AS']
const hour = 60 * 60 * 1_000

/** From none to seven orders of a product, of the last forty days; the same for the same place in the list. */
function ordersOf({ contentItemId, name, fields }: DeliveredProduct, place: number) {
  const price = fields.price?.find(({ currency }) => currency === 'EUR')?.amount ?? '20'
  return Array.from({ length: (place * 5) % 8 }, (_, index) => {
    const mix = place * 3 + index * 7
    const hoursAgo = 1 + ((mix * 31) % 960)
    const quantity = 1 + (mix % 6) * 4
    const isOpen = hoursAgo < 14 * 24 && mix % 4 !== 0
    return {
      contentItemId,
      product: name,
      customer: customers[mix % customers.length] ?? '',
      quantity,
      cents: quantity * Math.round(Number(price) * 100),
      hoursAgo,
      status: isOpen ? ('open' as const) : mix % 9 === 5 ? ('cancelled' as const) : ('shipped' as const),
    }
  })
}
