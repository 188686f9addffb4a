import type { AuthoredStaticHalf } from '@pim/contract'
import { authoredStaticHalfSchema } from '@pim/contract'
import { slotVersions } from '@pim/contract/core/contract-versions.ts'
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

  it('keeps a right of the section that an offer takes, with the texts of its rights', () => {
    const permissions = { approve: { titleKey: 'orders.keys', helpKey: 'orders.new', role: 'publisher' } }
    const menu = [{ titleKey: 'orders.title', path: '/orders', permission: 'orders:approve' }]
    const { commands: _commands, ...rest } = half
    const built = completed({ ...rest, permissions, menu }, strings)
    expect(built.menu).toEqual(menu)
    expect(built.permissions).toEqual(permissions)
    expect(built.strings?.['en-US']).toHaveProperty('orders.new')
    expect(() => completed({ ...rest, permissions: {}, menu }, strings)).toThrow('orders:approve')
    const ofOther = [{ titleKey: 'orders.title', path: '/orders', permission: 'media:approve' }]
    expect(() => completed({ ...rest, permissions, menu: ofOther }, strings)).toThrow('media:approve')
    const unknownRole = { approve: { titleKey: 'orders.keys', role: 'owner' } }
    expect(() => completed({ ...rest, permissions: unknownRole }, strings)).toThrow('owner')
  })

  it('has the texts of the settings that the section declares, those of their options too', () => {
    const options = [{ value: 'a', titleKey: 'orders.all' }]
    const sorting = { scope: 'person', kind: 'choice', default: 'a', titleKey: 'orders.keys', options } as const
    const { commands: _commands, screens: _screens, ...rest } = half
    const screens = { '/orders': { titleKey: 'orders.title' } }
    const built = completed({ ...rest, screens, settings: { sorting } }, strings)
    expect(built.settings).toEqual({ sorting })
    expect(Object.keys(built.strings?.['en-US'] ?? {})).toEqual(['orders.title', 'orders.all', 'orders.keys'])
    const unsaid = { sorting: { ...sorting, options: [{ value: 'a', titleKey: 'orders.unsaid' }] } }
    expect(() => completed({ ...rest, screens, settings: unsaid }, strings)).toThrow('orders.unsaid')
  })

  it.each([
    [{ commands: [{ titleKey: 'orders.new', path: '/elsewhere' }] }, /\/elsewhere/],
    [{ titleKey: 'orders.unsaid' }, /orders\.unsaid/],
    [{ screens: { '/orders': { titleKey: 'orders.title', role: 'owner' } }, commands: [] }, /owner/],
    [{ firstStrings: { '/elsewhere': ['orders'] } }, /\/elsewhere/],
    [{ screens: { '/orders': { titleKey: 'orders.title', permission: 'orders.get' } }, commands: [] }, /orders\.get/],
  ])('is not made of %j', (change, message) => {
    expect(() => completed({ ...half, ...change }, strings)).toThrow(message)
  })

  it('says which version of its slot each fill needs', () => {
    const fills = {
      'item.panel': {
        open: { titleKey: 'orders.all', permission: 'contentItem.createItem', position: 5 },
        old: { titleKey: 'orders.all', version: '1.0.0' },
      },
    }
    const built = completed({ ...half, fills }, strings)
    expect(built.fills?.['item.panel']).toEqual({
      open: { titleKey: 'orders.all', role: 'editor', position: 5, version: `^${slotVersions['item.panel']}` },
      old: { titleKey: 'orders.all', version: '1.0.0' },
    })
    const filling = (slot: string, version?: string) => () =>
      completed({ ...half, fills: { [slot]: { open: { titleKey: 'orders.all', version } } } }, strings)
    expect(filling('item.roof')).toThrow(/item\.roof.*item\.panel/)
    expect(filling('item.panel', '^9.0.0')).toThrow(/item\.panel \^9\.0\.0/)
  })

  it('offers slots by names of its own, and fills those of other sections in a version that it names', () => {
    const slots = { 'orders.orderPanel': { titleKey: 'orders.all', version: '2.1.0' } }
    const fill = { titleKey: 'orders.all' }
    const fills = { 'orders.orderPanel': { own: fill }, 'shelf.panel': { theirs: { ...fill, version: '^1.2.0' } } }
    const built = completed({ ...half, slots, fills }, strings)
    expect(built.slots).toEqual(slots)
    expect(built.strings?.['en-US']).toHaveProperty('orders.all')
    expect(built.fills).toEqual({
      'orders.orderPanel': { own: { ...fill, version: '^2.1.0' } },
      'shelf.panel': { theirs: { ...fill, version: '^1.2.0' } },
    })
    const offering = (name: string) => () =>
      completed({ ...half, slots: { [name]: slots['orders.orderPanel'] } }, strings)
    expect(offering('shelf.panel')).toThrow('shelf.panel is to begin with the name of its section: orders.')
    expect(() => completed({ ...half, fills: { 'shelf.panel': { theirs: fill } } }, strings)).toThrow(
      /shelf\.panel.*version/,
    )
    expect(() => completed({ ...half, fills: { 'orders.gone': { own: fill } } }, strings)).toThrow('orders.gone')
    const untitled = { 'orders.orderPanel': { titleKey: 'orders.unsaid', version: '1.0.0' } }
    expect(() => completed({ ...half, slots: untitled }, strings)).toThrow('orders.unsaid')
  })

  it('is not made of a condition that nobody knows', () => {
    const screens = { '/orders': { titleKey: 'a', plan: 'large' } }
    expect(authoredStaticHalfSchema.safeParse({ ...half, screens }).success).toBe(false)
    expect(authoredStaticHalfSchema.safeParse(half).success).toBe(true)
  })
})
