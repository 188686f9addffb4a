import type { AuthoredStaticHalf } from '@pim/contract'
import { authoredStaticHalfSchema } from '@pim/contract'
import { describe, expect, it } from '@rstest/core'
import { completed } from './static-half.ts'

const half: AuthoredStaticHalf = {
  name: 'orders',
  titleKey: 'orders.title',
  position: 5,
  screens: {
    '/orders': { titleKey: 'orders.title' },
    '/orders/all': { titleKey: 'orders.all', isForOperators: true },
    '/orders/keys': { titleKey: 'orders.keys', permission: 'apiKeys.getApiKeys' },
  },
  commands: [{ titleKey: 'orders.new', keywordsKey: 'orders.words', path: '/orders', role: 'editor' }],
}
const texts = { 'orders.title': 'Orders', 'orders.all': 'All', 'orders.keys': 'Keys', 'orders.new': 'New', other: 'x' }
const strings = { 'en-US': { ...texts, 'orders.words': 'add' }, 'sv-SE': { 'orders.title': 'Ordrar' } }

describe('the remote.json of a build', () => {
  it('has the texts that it uses in every language, and the paths as earlier shells read them', () => {
    const built = completed(half, strings)
    const { other: _other, ...used } = strings['en-US']
    expect(built.strings).toEqual({ 'en-US': used, 'sv-SE': { 'orders.title': 'Ordrar' } })
    expect(built.paths).toEqual(['/orders', '/orders/all', '/orders/keys'])
    expect(built.operatorPaths).toEqual(['/orders/all'])
  })

  it('has the role that a call takes in place of the call', () => {
    expect(completed(half, strings).screens?.['/orders/keys']).toEqual({ titleKey: 'orders.keys', role: 'admin' })
  })

  it.each([
    [{ commands: [{ titleKey: 'orders.new', path: '/elsewhere' }] }, /\/elsewhere/],
    [{ titleKey: 'orders.unsaid' }, /orders\.unsaid/],
    [{ screens: { '/orders': { titleKey: 'orders.title', role: 'owner' } }, commands: [] }, /owner/],
    [{ screens: { '/orders': { titleKey: 'orders.title', permission: 'orders.get' } }, commands: [] }, /orders\.get/],
  ])('is not made of %j', (change, message) => {
    expect(() => completed({ ...half, ...change }, strings)).toThrow(message)
  })

  it('is not made of a condition that nobody knows', () => {
    const screens = { '/orders': { titleKey: 'a', plan: 'large' } }
    expect(authoredStaticHalfSchema.safeParse({ ...half, screens }).success).toBe(false)
    expect(authoredStaticHalfSchema.safeParse(half).success).toBe(true)
  })
})
