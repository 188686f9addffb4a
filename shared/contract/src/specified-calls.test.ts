import { describe, expect, it } from '@rstest/core'
import { type Access, contract, type Route } from './index.ts'

/**
 * The calls that the product was ordered with: method, path, and the query or `body` that they take. The API has more
 * calls, and these may take more; without anything more they are to work as they were ordered.
 */
const ordered = `
POST /api/binary body
GET /api/binary/{binaryId}
GET /api/binary/content/{binaryId} imageSize
PUT /api/content-item name technicalContentTypeName
PATCH /api/content-item contentItemId name
GET /api/content-item/{contentItemId} includeDeleted
DELETE /api/content-item/{contentItemId}
GET /api/content-item/{contentItemId}/content-variations
GET /api/content-item/{contentItemId}/linked-content variationId
GET /api/content-item/{contentItemId}/linked-content-summary variationId
POST /api/content-model/seed-content-types
GET /api/content-model/all-types
GET /api/content-model/all-user-types
GET /api/content-model/all-media-types
GET /api/content-model/name technicalName
POST /api/content-variation body
GET /api/content-variation/{contentVariationId}
POST /api/content-variation/{contentVariationId}/publish
POST /api/content-variation/{contentVariationId}/unpublish
POST /api/content-variation/{contentVariationId}/draft
POST /api/content-variation/{contentVariationId}/archive
POST /api/content-variation/{contentVariationId}/reset-to-fallback/{technicalFieldName}
POST /api/content-variation/check-field-value-uniqueness body
GET /api/delivery-api/tenant-variations
POST /api/delivery-api/content-variations-with-field-value-filter body
POST /api/delivery-api/content-variations-by-content-item-id body
GET /api/delivery-api/content-item-variations pageNumber pageSize deliveryTarget contentTypeTechnicalName contentItemId variationId field
GET /api/delivery-api/binary-content/{binaryId}
GET /api/resources/all
POST /api/search-content-documents body
POST /api/search-content-documents/user-content body
POST /api/search-content-documents/media-content body
GET /api/settings
GET /api/tenants/all
GET /api/tenants/current/variations
POST /api/tenants/current/resync-data-new-variations
GET /api/user-profile/my-profile
PUT /api/user-profile/my-profile
GET /api/user-profile userId
POST /api/taxonomies friendlyName description
GET /api/taxonomies
PATCH /api/taxonomies/{taxonomyId}
DELETE /api/taxonomies/{taxonomyId}
GET /api/taxonomies/{taxonomyId}
POST /api/taxonomies/{taxonomyId}/concept friendlyName description parentConceptId
PATCH /api/taxonomies/{taxonomyId}/concept/{conceptId}
DELETE /api/taxonomies/{taxonomyId}/concept/{conceptId}
GET /api/taxonomies/{taxonomyId}/concept/{conceptId}
`
  .trim()
  .split('\n')
  .map((line) => {
    const [method = '', path = '', ...takes] = line.split(' ')
    return { line, method, path, takes }
  })

const routes: readonly Route[] = Object.values(contract).flatMap((domain) => Object.values<Route>(domain))
const routeOf = ({ method, path }: { method: string; path: string }) =>
  routes.find((route) => route.method === method && route.path === path)

describe('the calls that were ordered', () => {
  it.each(ordered)('$line', (call) => {
    const route = routeOf(call)
    expect(route).toBeDefined()
    const query = route?.query?.shape ?? {}
    expect(call.takes.filter((name) => !(name === 'body' ? route?.body || route?.bodyKind : name in query))).toEqual([])
    // A value that nobody was told of cannot be asked for.
    const required = Object.keys(query).filter((name) => !query[name]?.safeParse(undefined).success)
    expect(required.filter((name) => !call.takes.includes(name))).toEqual([])
    if (route?.body && !route.bodyOptional) expect(call.takes).toContain('body')
  })

  it('ask for a token, but for the settings and the strings; delivery asks for an API key', () => {
    const accessOf = ({ path }: { path: string }): Access[] => {
      if (path === '/api/settings' || path === '/api/resources/all') return ['public']
      return path.startsWith('/api/delivery-api/') ? ['apiKey'] : ['user', 'tenant']
    }
    expect(ordered.filter((call) => !accessOf(call).includes(routeOf(call)?.access ?? 'public'))).toEqual([])
  })

  it('name the tenant, but for those about the person and the tenants there are', () => {
    const withoutTenant = ordered.filter((call) => routeOf(call)?.access === 'user').map(({ line }) => line)
    expect(withoutTenant.sort()).toEqual([
      'GET /api/tenants/all',
      'GET /api/user-profile userId',
      'GET /api/user-profile/my-profile',
      'PUT /api/user-profile/my-profile',
    ])
  })
})

describe('a change of content', () => {
  it.each(['contentItem', 'contentVariation'] as const)(
    'by a call of %s makes searches, the item and its links stale',
    (domain) => {
      const changing = Object.values<Route>(contract[domain]).filter(({ changes }) => changes !== undefined)
      expect(changing.length).toBeGreaterThan(3)
      for (const { path, changes } of changing) {
        expect([path, changes]).toEqual([
          path,
          expect.arrayContaining(['search', 'contentItem', 'contentVariation', 'linkedContent']),
        ])
      }
    },
  )
})

describe('a change of taxonomies', () => {
  it('makes the list of taxonomies stale', () => {
    expect(routeOf({ method: 'GET', path: '/api/taxonomies' })?.reads).toContain('taxonomies')
    // A POST that makes nothing is a question with a body.
    const changing = Object.values<Route>(contract.taxonomies).filter(
      ({ method, creates }) => method === 'PATCH' || method === 'DELETE' || creates,
    )
    expect(changing.length).toBeGreaterThan(5)
    expect(changing.filter(({ changes }) => !changes?.includes('taxonomies')).map(({ path }) => path)).toEqual([])
  })
})
