import type { ClientConfiguration, Tenant } from '@pim/contract'
import { describe, expect, it } from '@rstest/core'
import {
  asOperated,
  leadsOffered,
  type Section,
  screenAt,
  sectionAt,
  sectionsIn,
  sectionsOf,
  sectionsOffered,
  sectionsOfTenant,
} from './sections.ts'

const configuration: ClientConfiguration = {
  keycloak: { clientId: '', realm: '', keycloakUrl: '' },
  remotes: {
    taxonomy: { manifestUrl: '/t.json', paths: ['/taxonomies'], position: 3, featureToggle: 'taxonomyEnabled' },
    content: { manifestUrl: '/c.json', paths: ['/content-items', '/', '/content-item/:contentItemId'], position: 1 },
    pricing: { manifestUrl: '/p.json' },
    rules: { manifestUrl: '/r.json', position: 4, placement: 'menu' },
  },
}
const tenant = (taxonomyEnabled: boolean, remotes?: Tenant['remotes']): Tenant => ({
  externalId: 'acme',
  friendlyName: 'Acme',
  featureToggles: { taxonomyEnabled },
  ...(remotes ? { remotes } : {}),
})

describe('the sections', () => {
  const sections = sectionsOf(configuration)

  it('are those of the configuration in their positions, one without a position last', () => {
    expect(sections.map(({ name }) => name)).toEqual(['content', 'taxonomy', 'rules', 'pricing'])
  })

  it('open at the first of their paths', () => {
    expect(sections.map(({ home }) => home)).toEqual(['/content-items', '/taxonomies', '/rules', '/pricing'])
  })

  it('of a tenant leave out those that its feature toggles turn off', () => {
    expect(sectionsOfTenant(sections, tenant(false)).map(({ name }) => name)).toEqual(['content', 'rules', 'pricing'])
    expect(sectionsOfTenant(sections, tenant(true)).map(({ name }) => name)).toContain('taxonomy')
  })

  it('are in the switcher by default, and in the menu where they say so', () => {
    expect(sectionsIn(sections, 'switcher').map(({ name }) => name)).toEqual(['content', 'taxonomy', 'pricing'])
    expect(sectionsIn(sections, 'menu').map(({ name }) => name)).toEqual(['rules'])
  })

  it('of a tenant have the manifest URLs of the tenant', () => {
    const own = sectionsOfTenant(sections, tenant(true, { content: { manifestUrl: '/canary/c.json' } }))
    expect(own[0]).toMatchObject({ manifestUrl: '/canary/c.json', isOverridden: true })
    const canary = { content: { manifestUrl: '/canary/c.json', release: 'r2', paths: ['/new'] } }
    expect(sectionsOfTenant(sections, tenant(true, canary))[0]).toMatchObject({ release: 'r2', home: '/new' })
    expect(own[1]).toMatchObject({ manifestUrl: '/t.json', isOverridden: false })
  })
})

describe('an address', () => {
  const sections = sectionsOf(configuration)
  it.each([
    ['/', 'content'],
    ['/content-items', 'content'],
    ['/content-item/42', 'content'],
    ['/taxonomies', 'taxonomy'],
    ['/nowhere', undefined],
    ['/content-items/42', undefined],
  ])('%s belongs to %s', (pathname, name) => {
    expect(sectionAt(sections, pathname)?.name).toBe(name)
  })
})

describe('the static half of a section', () => {
  const titleKey = 'orders.title'
  const sections = sectionsOf({
    ...configuration,
    remotes: {
      orders: {
        manifestUrl: '/o.json',
        // As a store may give them back: the order of the keys is not that of the section.
        screens: {
          '/': { titleKey },
          '/orders': { titleKey, role: 'editor' },
          '/orders/:orderId': { titleKey: 'orders.one' },
          '/orders/all': { titleKey: 'orders.all', isForOperators: true },
          '/orders/plans': { titleKey: 'orders.plans', featureToggle: 'plansEnabled' },
        },
        paths: ['/orders', '/', '/orders/:orderId', '/orders/all', '/orders/plans'],
        commands: [
          { titleKey: 'orders.new', path: '/orders' },
          { titleKey: 'orders.plans', path: '/orders/plans' },
          { titleKey: 'orders.odd', path: '/', role: 'owner' },
        ],
        menu: [{ titleKey: 'orders.all', path: '/orders/all', isForOperators: true }],
      },
    },
  })
  const situation = (change: object = {}) => ({
    role: 'editor' as const,
    featureToggles: tenant(true).featureToggles,
    isOpen: true,
    mayOperate: false,
    ...change,
  })
  const inTenant = (toggles: object = {}) =>
    sectionsOfTenant(sections, { ...tenant(true), featureToggles: { taxonomyEnabled: true, ...toggles } })
  const commands = (own: readonly Section[], change: object = {}) =>
    leadsOffered(own, 'commands', situation(change)).map(({ lead }) => lead.titleKey)

  it('opens at the first of its paths, whatever the order of its screens is', () => {
    expect(sections[0]?.home).toBe('/orders')
  })

  it('is offered to those who may see what opens first', () => {
    expect(sectionsOffered(inTenant(), situation())).toHaveLength(1)
    expect(sectionsOffered(inTenant(), situation({ role: 'viewer' }))).toHaveLength(0)
  })

  it('has a title for each address, the exact path before one with parameters', () => {
    const [section] = sections
    expect(section && screenAt(section, '/orders/all')?.titleKey).toBe('orders.all')
    expect(section && screenAt(section, '/orders/7')?.titleKey).toBe('orders.one')
  })

  it('offers its lines by role and toggle, and one with an unknown role to nobody', () => {
    expect(commands(inTenant())).toEqual(['orders.new'])
    expect(commands(inTenant(), { role: 'viewer' })).toEqual([])
    expect(
      commands(inTenant({ plansEnabled: true }), { featureToggles: { plansEnabled: true }, role: 'admin' }),
    ).toEqual(['orders.new', 'orders.plans'])
  })

  it('leaves out screens that a toggle turns off', () => {
    expect(sectionAt(inTenant({ plansEnabled: true }), '/orders/plans')?.name).toBe('orders')
    expect(screenAt(inTenant()[0] ?? (sections[0] as Section), '/orders/plans')?.titleKey).toBe('orders.one')
  })

  it('has lines and screens for those who run the installation', () => {
    const menu = (change: object) => leadsOffered(inTenant(), 'menu', situation(change))
    expect(menu({})).toEqual([])
    expect(menu({ mayOperate: true })).toHaveLength(1)
    expect(sections.flatMap(asOperated)).toMatchObject([{ home: '/orders/all' }])
  })

  it('is that of the tenant’s own build, and nothing of the build of all, where that is known', () => {
    const remotes = { orders: { manifestUrl: '/old.json', paths: ['/orders'], titleKey } }
    const [own] = sectionsOfTenant(sections, { ...tenant(true), remotes })
    expect(own).toMatchObject({ commands: [], menu: [], isOverridden: true })
    expect([...(own?.screens ?? [])]).toEqual([['/orders', { titleKey }]])
    const [ofAddress] = sectionsOfTenant(sections, { ...tenant(true), remotes: { orders: { manifestUrl: '/x.json' } } })
    expect(ofAddress?.commands).toHaveLength(3)
    expect(ofAddress?.manifestUrl).toBe('/x.json')
  })
})
