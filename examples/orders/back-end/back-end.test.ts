import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { type CryptoKey, createLocalJWKSet, exportJWK, generateKeyPair, SignJWT } from 'jose'
import type { Order, OrderList } from '../src/orders.ts'
import { createBackEnd } from './back-end.ts'
import { callerBy } from './caller.ts'
import { openOrderStore } from './order-store.ts'

const product = 'https://pim.example'
const own = await generateKeyPair('ES256')
const keys = createLocalJWKSet({ keys: [await exportJWK(own.publicKey)] })
const store = openOrderStore(':memory:')
const today = '2026-03-31T12:00:00.000Z'
const backEnd = createBackEnd({ callerOf: callerBy(product, keys), store, now: () => Date.parse(today) })

const order = (id: string, more: Partial<Order> = {}): Order => ({
  id,
  contentItemId: 'tent',
  product: 'Tent',
  customer: 'Harbour Supply',
  quantity: 2,
  cents: 19_900,
  orderedAt: today,
  status: 'open',
  ...more,
})

beforeAll(async () => {
  backEnd.listen(0, '127.0.0.1')
  await once(backEnd, 'listening')
})
afterAll(() => {
  backEnd.close()
  store.close()
})

interface Signed {
  readonly key?: CryptoKey
  readonly issuer?: string
  readonly audience?: string
  readonly expires?: string
}
const tokenOf = (
  claims: object,
  { key = own.privateKey, issuer = product, audience = 'orders', expires = '1m' }: Signed = {},
) =>
  new SignJWT({ tenant: 'acme', tenantId: 'a', permissions: [], settings: { 'orders:daysShown': 30 }, ...claims })
    .setProtectedHeader({ alg: 'ES256' })
    .setIssuer(issuer)
    .setAudience(audience)
    .setExpirationTime(expires)
    .sign(key)

async function call(path: string, token: string | undefined, method = 'GET') {
  const { port } = backEnd.address() as AddressInfo
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` }
  return fetch(`http://127.0.0.1:${port}${path}`, { method, headers })
}
const statusOf = async (...args: Parameters<typeof call>) => (await call(...args)).status
const listed = async (path: string, token: string) => (await (await call(path, token)).json()) as OrderList

describe('a call of the back end', () => {
  it('is refused without a token of the product for this section', async () => {
    const { privateKey: foreign } = await generateKeyPair('ES256')
    const [head = '', body = ''] = (await tokenOf({})).split('.')
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${body}.`
    const refused = {
      none: undefined,
      unsigned,
      'with another body': `${head}.${body.slice(0, -2)}AA.${(await tokenOf({})).split('.')[2]}`,
      'of another key': await tokenOf({}, { key: foreign }),
      'of another product': await tokenOf({}, { issuer: 'https://other.example' }),
      'for another section': await tokenOf({}, { audience: 'content' }),
      'without a tenant': await tokenOf({ tenantId: undefined }),
      'that has ended': await tokenOf({}, { expires: '-1s' }),
    }
    for (const [name, token] of Object.entries(refused))
      expect([name, await statusOf('/orders', token)]).toEqual([name, 401])
    expect(await statusOf('/orders', await tokenOf({}))).toBe(200)
  })

  it('sees and cancels orders of its own tenant alone', async () => {
    store.add('b', [order('1')])
    const [acme, other] = [await tokenOf({ permissions: ['orders:cancel'] }), await tokenOf({ tenantId: 'b' })]
    expect(await listed('/orders', acme)).toEqual({ orders: [], count: 0, cents: 0 })
    expect(await (await call('/orders/open?contentItemIds=tent', acme)).json()).toEqual({})
    expect(await statusOf('/orders/1/cancel', acme, 'POST')).toBe(404)
    expect((await listed('/orders', other)).orders).toEqual([order('1')])
  })

  it('cancels an open order, once, and only with the right to', async () => {
    store.add('c', [order('1'), order('2', { status: 'shipped' }), order('3', { contentItemId: 'rope', cents: 100 })])
    const [may, mayNot] = [
      await tokenOf({ tenantId: 'c', permissions: ['orders:cancel'] }),
      await tokenOf({ tenantId: 'c', permissions: ['orders:approve'] }),
    ]
    expect(await statusOf('/orders/1/cancel', mayNot, 'POST')).toBe(403)
    expect(await (await call('/orders/open?contentItemIds=tent,rope', mayNot)).json()).toEqual({ tent: 1, rope: 1 })
    expect(await statusOf('/orders/1/cancel', may, 'POST')).toBe(204)
    expect(await statusOf('/orders/1/cancel', may, 'POST')).toBe(409)
    expect(await statusOf('/orders/2/cancel', may, 'POST')).toBe(409)
    expect(await (await call('/orders/open?contentItemIds=tent,rope', mayNot)).json()).toEqual({ rope: 1 })
  })

  it('shows the newest orders with the sum of all that are not cancelled, of the days that are shown', async () => {
    const token = await tokenOf({ tenantId: 'd' })
    store.add('d', [
      order('1'),
      order('2', { orderedAt: '2026-03-30T12:00:00.000Z', status: 'cancelled' }),
      order('3', { orderedAt: '2026-03-29T12:00:00.000Z', contentItemId: 'rope' }),
      order('4', { orderedAt: '2026-03-02T12:00:00.000Z' }),
      order('5', { orderedAt: '2026-02-28T12:00:00.000Z' }),
    ])
    const ofTent = await listed('/orders?contentItemId=tent&limit=2', token)
    expect([ofTent.orders.map(({ id }) => id), ofTent.count, ofTent.cents]).toEqual([['1', '2'], 3, 39_800])
    expect((await listed('/orders', token)).orders.map(({ id }) => id)).toEqual(['1', '2', '3', '4'])
    const ofWeek = await tokenOf({ tenantId: 'd', settings: { 'orders:daysShown': 2 } })
    expect((await listed('/orders', ofWeek)).orders.map(({ id }) => id)).toEqual(['1', '2', '3'])
    const refused = await call('/orders?limit=many', token)
    expect([refused.status, await refused.json()]).toEqual([400, { field: 'limit', message: expect.any(String) }])
  })
})
