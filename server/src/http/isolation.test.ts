import { contract } from '@pim/contract'
import type { Route } from '@pim/contract/core/route.ts'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { z } from 'zod'
import { newId } from '../platform/database/new-id.ts'
import { operationsOf } from './operation.ts'
import { startTestServer, type TestServer } from './testing.ts'

/** Every call that takes an id is asked for one of another tenant, and must answer as if there were no such thing. */
const marker = 'NORDIC-SECRET'
const idNames = [
  'contentItemId',
  'contentVariationId',
  'variationId',
  'taxonomyId',
  'conceptId',
  'binaryId',
  'apiKeyId',
  'jobId',
] as const
type Ids = Record<(typeof idNames)[number], string>

interface Sent {
  readonly params?: Record<string, string>
  readonly query?: Record<string, string>
  readonly body?: unknown
}

/** What a call is sent beside the ids in its path. A call whose query or body takes an id has to stand here. */
const examples: Readonly<Record<string, (ids: Ids) => Sent>> = {
  'tenants.createVariation': (ids) => ({
    body: { friendlyName: 'X', languageCode: 'fr-FR', fallbackVariationId: ids.variationId },
  }),
  'tenants.changeVariation': () => ({ body: { friendlyName: 'X' } }),
  'contentItem.renameItem': (ids) => ({ query: { contentItemId: ids.contentItemId, name: 'Taken over' } }),
  'contentItem.getLinkedContent': (ids) => ({ query: { variationId: ids.variationId } }),
  'contentItem.getLinkedContentSummary': (ids) => ({ query: { variationId: ids.variationId } }),
  'contentVariation.updateVariation': (ids) => ({
    body: {
      contentVariationId: ids.contentVariationId,
      fields: [{ technicalFieldName: 'title', value: 'Taken over' }],
    },
  }),
  'contentVariation.checkUniqueness': (ids) => ({
    body: {
      contentTypeTechnicalName: 'product',
      technicalFieldName: 'title',
      value: marker,
      contentVariationId: ids.contentVariationId,
      variationId: ids.variationId,
    },
  }),
  'contentVariation.compareVersions': () => ({ query: { from: '1', to: '1' } }),
  'search.searchAll': (ids) => ({ body: { variationId: ids.variationId, filtering: { conceptIds: [ids.conceptId] } } }),
  'search.searchUserContent': (ids) => ({ body: { variationId: ids.variationId } }),
  'search.searchMediaContent': (ids) => ({ body: { filtering: { conceptIds: [ids.conceptId] } } }),
  'taxonomies.createConcept': (ids) => ({ query: { friendlyName: 'X', parentConceptId: ids.conceptId } }),
  'taxonomies.changeConcept': (ids) => ({ query: { friendlyName: 'X', parentConceptId: ids.conceptId } }),
  'taxonomies.changeTaxonomy': () => ({ query: { friendlyName: 'X' } }),
  'apiKeys.changeApiKey': () => ({ body: { name: 'X' } }),
  'delivery.filterVariations': (ids) => ({
    body: { contentTypeTechnicalName: 'product', variationId: ids.variationId, filters: [] },
  }),
  'delivery.getByItemIds': (ids) => ({ body: { contentItemIds: [ids.contentItemId], variationId: ids.variationId } }),
  'delivery.getItemVariations': (ids) => ({
    query: { contentItemId: ids.contentItemId, variationId: ids.variationId },
  }),
}

let server: TestServer
let foreign: Ids
const unknown = Object.fromEntries(idNames.map((name) => [name, newId()])) as Ids
let ownTaxonomy: string
let acmeKey: string

beforeAll(async () => {
  server = await startTestServer()
  const inNordic = { tenant: 'nordic', as: 'admin' } as const
  await server.ok(contract.tenants.changeTenant, { ...inNordic, body: { featureToggles: { taxonomyEnabled: true } } })
  for (const tenant of ['acme', 'nordic']) {
    await server.ok(contract.contentModel.seedContentTypes, { tenant, as: 'admin' })
  }
  const item = await server.ok(contract.contentItem.createItem, {
    ...inNordic,
    query: { name: marker, technicalContentTypeName: 'product' },
  })
  const taxonomy = await server.ok(contract.taxonomies.createTaxonomy, { ...inNordic, query: { friendlyName: marker } })
  const concept = await server.ok(contract.taxonomies.createConcept, {
    ...inNordic,
    params: { taxonomyId: taxonomy.taxonomyId },
    query: { friendlyName: marker },
  })
  const binary = await server.ok(contract.binary.uploadBinary, {
    ...inNordic,
    file: new Blob([`${marker}, as text`], { type: 'text/plain' }),
    fileName: `${marker}.txt`,
  })
  const key = await server.ok(contract.apiKeys.createApiKey, { ...inNordic, body: { name: marker } })
  const job = await server.ok(contract.tenants.resyncNewVariations, inNordic)
  foreign = {
    contentItemId: item.contentItemId,
    contentVariationId: item.contentVariationIds[0] ?? '',
    variationId: server.nordic.variations['nb-NO'] ?? '',
    taxonomyId: taxonomy.taxonomyId,
    conceptId: concept.conceptId,
    binaryId: binary.binaryId,
    apiKeyId: key.apiKeyId,
    jobId: job.jobId,
  }
  ownTaxonomy = (await server.ok(contract.taxonomies.createTaxonomy, { query: { friendlyName: 'Ours' } })).taxonomyId
  acmeKey = (await server.ok(contract.apiKeys.createApiKey, { as: 'admin', body: { name: 'Ours' } })).key
})
afterAll(() => server.close())

const operations = operationsOf(contract)
const takesId = (schema: unknown): boolean =>
  schema instanceof z.ZodType &&
  JSON.stringify(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })).includes('"uuid"')
const paramsWithIds = (route: Route) => Object.keys(route.params?.shape ?? {}).filter((name) => name in unknown)

async function ask(id: string, route: Route, ids: Ids) {
  const sent = examples[id]?.(ids) ?? {}
  const path = route.path.replace(/\{(\w+)\}/g, (_whole, name: string) => {
    const given: Readonly<Record<string, string>> = {
      ...ids,
      version: '1',
      technicalFieldName: 'title',
      ...sent.params,
    }
    return given[name] ?? ''
  })
  const query = new URLSearchParams(sent.query).toString()
  const token = await server.identity.tokenFor({ userId: 'acme-admin', tenants: ['acme'], roles: ['admin'] })
  const response = await server.app.server.inject({
    method: route.method,
    url: query === '' ? path : `${path}?${query}`,
    headers: {
      ...(route.access === 'apiKey'
        ? { 'x-api-key': acmeKey }
        : { authorization: `Bearer ${token}`, 'x-tenant-id': 'acme' }),
      ...(sent.body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(sent.body !== undefined && { payload: JSON.stringify(sent.body) }),
  })
  // What differs in any two answers: the id that was asked for, and the one that finds the call in the log.
  const text = Object.values(ids).reduce((all, one) => all.replaceAll(one, '<id>'), response.body)
  return { status: response.statusCode, text: text.replace(/"traceId":"\w+"/, '') }
}

const withIds = operations.filter(
  ({ route }) =>
    route.access !== 'user' &&
    route.bodyKind !== 'multipart' &&
    (paramsWithIds(route).length > 0 || takesId(route.query) || takesId(route.body)),
)

describe('another tenant', () => {
  it('is asked about by every call that takes an id', () => {
    const missing = withIds
      .filter(({ route }) => takesId(route.query) || takesId(route.body))
      .filter(({ id }) => examples[id] === undefined)
    expect(missing.map(({ id }) => id)).toEqual([])
    expect(withIds.length).toBeGreaterThan(30)
  })

  it.each(withIds.map(({ id, route }) => [id, route] as const))('is nobody to %s', async (id, route) => {
    const asked = await ask(id, route, foreign)
    expect(asked).toEqual(await ask(id, route, unknown))
    expect(asked.text).not.toContain(marker)
    if (paramsWithIds(route).length > 0) expect(asked.status).toBe(404)
  })

  it('keeps its concepts to itself below a taxonomy of ours', async () => {
    for (const [id, route] of Object.entries(contract.taxonomies)) {
      if (!('params' in route) || !route.path.includes('{conceptId}')) continue
      const mixed = { ...foreign, taxonomyId: ownTaxonomy }
      const asked = await ask(`taxonomies.${id}`, route, mixed)
      expect([id, asked.status]).toEqual([id, 404])
    }
  })

  it('is not seen in any list', async () => {
    const lists = operations.filter(
      ({ route }) => route.access === 'tenant' && route.method === 'GET' && paramsWithIds(route).length === 0,
    )
    for (const { id, route } of lists)
      expect([id, (await ask(id, route, unknown)).text.includes(marker)]).toEqual([id, false])
  })

  it('has all of its own afterwards, as it was', async () => {
    const inNordic = { tenant: 'nordic', as: 'admin' } as const
    const item = await server.ok(contract.contentItem.getItem, {
      ...inNordic,
      params: { contentItemId: foreign.contentItemId },
      query: {},
    })
    expect(item).toMatchObject({ name: marker, isDeleted: false })
    const taxonomy = await server.ok(contract.taxonomies.getTaxonomy, {
      ...inNordic,
      params: { taxonomyId: foreign.taxonomyId },
    })
    expect(taxonomy).toMatchObject({ friendlyName: marker, concepts: [{ friendlyName: marker }] })
    const keys = await server.ok(contract.apiKeys.getApiKeys, inNordic)
    expect(keys).toMatchObject([{ name: marker, revokedAt: null }])
  })
})
