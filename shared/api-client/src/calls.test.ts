import type { RouteLine } from '@pim/contract/core/route-line.ts'
import { expect, it } from '@rstest/core'
import { registerCall } from './calls.ts'
import { createApiClient } from './client.ts'
import type { Operation } from './operations.ts'

const line: RouteLine = { method: 'GET', path: '/api/stock', access: 'tenant', reads: [], changes: [] }

async function urlOf(operation: string): Promise<string> {
  let asked = ''
  const fetch = async (url: unknown) => {
    asked = String(url)
    return Response.json([])
  }
  await createApiClient({ fetch: fetch as typeof globalThis.fetch }).call(operation as Operation, {} as never)
  return asked
}

it('a call that the shell never heard of is made once a section has brought its line', async () => {
  await expect(urlOf('stock.getStock')).rejects.toThrow(/stock\.getStock/)
  registerCall('stock.getStock', line, '1.4.0')
  expect(await urlOf('stock.getStock')).toBe('/api/stock')
})

it('of two lines of one call the newer counts, whichever comes first', async () => {
  registerCall('stock.getOld', { ...line, path: '/api/new' }, '1.10.0')
  registerCall('stock.getOld', { ...line, path: '/api/old' }, '1.9.0')
  expect(await urlOf('stock.getOld')).toBe('/api/new')
  registerCall('stock.getOld', { ...line, path: '/api/newest' }, '2.0.0')
  expect(await urlOf('stock.getOld')).toBe('/api/newest')
})
