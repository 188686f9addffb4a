import { createBackEnd } from './back-end.ts'
import { callerBy, keysOf } from './caller.ts'
import { openOrderStore } from './order-store.ts'
import { sampleOrders } from './sample-orders.ts'

const {
  /** The address that people open, which tokens name as theirs. */
  PIM_URL = 'http://localhost:3000',
  HOST = '127.0.0.1',
  PORT = '4000',
  ORDERS_FILE = 'orders.sqlite',
  /** Tenants that get sample orders, each with a key of its delivery API: `acme=key,nordic=key`. */
  SAMPLE_ORDERS = '',
} = process.env

const deliveryKeys = new Map(
  SAMPLE_ORDERS.split(',').map((each): [string, string] => {
    const [tenant = '', key = ''] = each.split('=')
    return [tenant, key]
  }),
)
const store = openOrderStore(ORDERS_FILE)
createBackEnd({
  callerOf: callerBy(PIM_URL, keysOf(PIM_URL)),
  store,
  prepare: sampleOrders(PIM_URL, deliveryKeys, store),
}).listen(Number(PORT), HOST, () => console.log(`Orders are answered at http://${HOST}:${PORT}.`))
