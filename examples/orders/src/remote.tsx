import type { RemoteDefinition } from '@pim/shell'
import strings from '../locales/en-US.json'
import type staticHalf from '../remote.json'
import { Orders } from './screens/orders/orders.tsx'

/** The only module that the shell loads: this section's screen, what it adds to screens of others, and its strings. */
export const remote: RemoteDefinition<typeof staticHalf> = {
  strings: { 'en-US': strings },
  screens: { '/orders': <Orders /> },
  fills: {
    'item.panel': { ofProduct: async () => (await import('./fills/product-orders.tsx')).ProductOrders },
    'items.column': { openOrders: async () => (await import('./fills/open-orders.tsx')).OpenOrdersCell },
  },
}
