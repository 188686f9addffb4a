import type { ClientConfiguration, Tenant } from '@pim/contract'
import { describe, expect, it } from '@rstest/core'
import { sectionAt, sectionsIn, sectionsOf, sectionsOfTenant } from './sections.ts'

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
