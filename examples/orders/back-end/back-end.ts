import { createServer, type IncomingMessage, type Server } from 'node:http'
import { type Caller, type CallerOf, daysShown } from './caller.ts'
import type { OrderStore } from './order-store.ts'

interface BackEndParts {
  readonly callerOf: CallerOf
  readonly store: OrderStore
  /** Is waited for before each answer to the tenant, as to make sample orders when it calls first. */
  readonly prepare?: (caller: Caller) => Promise<void>
  /** Milliseconds since 1970. */
  readonly now?: () => number
}

const day = 24 * 60 * 60 * 1_000
const mostOrders = 200

/**
 * `GET /orders?contentItemId=…&limit=…`: the newest orders, of all products or of one, with the sums of all.
 * `GET /orders/open?contentItemIds=…,…`: how many orders of each product are open.
 * `POST /orders/{id}/cancel`: cancels an open order; 403 without the right, 404 where there is none, 409 where it is not open.
 */
export function createBackEnd({
  callerOf,
  store,
  prepare = async () => undefined,
  now = Date.now,
}: BackEndParts): Server {
  async function answer({ method, url = '', headers }: IncomingMessage): Promise<[number, object?]> {
    const caller = await callerOf(headers.authorization)
    if (caller === undefined) return [401, { message: 'The product has made no such token for this section.' }]
    const { pathname, searchParams } = new URL(`http://back-end${url}`)
    await prepare(caller)
    const { tenantId } = caller
    const since = new Date(now() - daysShown(caller) * day).toISOString()

    if (method === 'GET' && pathname === '/orders') {
      const limit = Number(searchParams.get('limit') ?? mostOrders)
      if (!Number.isInteger(limit) || limit < 1 || limit > mostOrders)
        return [400, { field: 'limit', message: `It is a whole number from 1 to ${mostOrders}.` }]
      const contentItemId = searchParams.get('contentItemId') ?? undefined
      return [200, store.list(tenantId, { since, contentItemId, limit })]
    }
    if (method === 'GET' && pathname === '/orders/open') {
      const contentItemIds = searchParams.get('contentItemIds')?.split(',')
      if (contentItemIds === undefined) return [400, { field: 'contentItemIds', message: 'It names the products.' }]
      return [200, store.countOpen(tenantId, since, contentItemIds)]
    }
    const [, id] = /^\/orders\/([\w-]+)\/cancel$/.exec(pathname) ?? []
    if (method === 'POST' && id !== undefined) {
      if (!caller.permissions.includes('orders:cancel')) return [403, { message: 'It takes the right orders:cancel.' }]
      const before = store.cancel(tenantId, id)
      if (before === undefined) return [404, { message: 'There is no such order.' }]
      return before === 'open' ? [204] : [409, { message: `The order is ${before}.` }]
    }
    return [404, { message: 'There is no such call.' }]
  }

  return createServer(async (request, response) => {
    const [status, body] = await answer(request).catch((failure): [number] => {
      console.error(failure)
      return [500]
    })
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(body && JSON.stringify(body))
  })
}
