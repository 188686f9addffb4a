import { contract } from '@pim/contract'
import type { Route } from '@pim/contract/core/route.ts'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { z } from 'zod'
import { ask as askCall, examples, type Ids, idNames, makeThings } from '../../testing/every-call.ts'
import { startOwnServer, type TestServer } from '../../testing/test-server.ts'
import { takePoliciesOut } from '../../testing/without-policies.ts'
import { newId } from '../platform/database/new-id.ts'
import { operationsOf } from './operation.ts'

/** Sends ids of another tenant to every call that takes one; the response must be the same as for an unknown id. */
const marker = 'NORDIC-SECRET'
let server: TestServer
let foreign: Ids
const unknown = Object.fromEntries(idNames.map((name) => [name, newId()])) as Ids
let ownTaxonomy: string
let acmeKey: string

beforeAll(async () => {
  // A server of its own: row-level security is taken out of its database.
  server = await startOwnServer()
  foreign = await makeThings(server, 'nordic', marker)
  await server.ok(contract.contentModel.seedContentTypes, { as: 'admin' })
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
  const { status, text } = await askCall(server, id, route, ids, acmeKey)
  // Removes what differs between any two responses: the requested id, the trace id, and what a saved choice is given. The ids
  // in a choice are kept as they are sent, and lead to nothing.
  const plain = Object.values(ids).reduce((all, one) => all.replaceAll(one, '<id>'), text)
  return { status, text: plain.replace(/"(traceId|savedChoiceId|changedAt)":"[^"]+"/g, '') }
}

const withIds = operations.filter(
  ({ route }) =>
    route.access !== 'user' &&
    route.bodyKind !== 'multipart' &&
    (paramsWithIds(route).length > 0 || takesId(route.query) || takesId(route.body)),
)

describe('an id of another tenant', () => {
  it('is sent to every call that takes an id', () => {
    const missing = withIds
      .filter(({ route }) => takesId(route.query) || takesId(route.body))
      .filter(({ id }) => examples[id] === undefined)
    expect(missing.map(({ id }) => id)).toEqual([])
    expect(withIds.length).toBeGreaterThan(30)
  })

  it.each(withIds.map(({ id, route }) => [id, route] as const))(
    'is the same as an unknown id to %s',
    async (id, route) => {
      const asked = await ask(id, route, foreign)
      expect(asked).toEqual(await ask(id, route, unknown))
      expect(asked.text).not.toContain(marker)
      if (paramsWithIds(route).length > 0) expect(asked.status).toBe(404)
    },
  )

  it('is unknown below a taxonomy of the caller as well', async () => {
    for (const [id, route] of Object.entries(contract.taxonomies)) {
      if (!('params' in route) || !route.path.includes('{conceptId}')) continue
      const mixed = { ...foreign, taxonomyId: ownTaxonomy }
      const asked = await ask(`taxonomies.${id}`, route, mixed)
      expect([id, asked.status]).toEqual([id, 404])
    }
  })

  it('is in no list', async () => {
    const lists = operations.filter(
      ({ route }) => route.access === 'tenant' && route.method === 'GET' && paramsWithIds(route).length === 0,
    )
    for (const { id, route } of lists)
      expect([id, (await ask(id, route, unknown)).text.includes(marker)]).toEqual([id, false])
  })

  it('still names an unchanged thing in its own tenant afterwards', async () => {
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

describe('an id of another tenant, where the database hides none of its rows', () => {
  beforeAll(() => takePoliciesOut(server.rows))

  it.each(withIds.map(({ id, route }) => [id, route] as const))(
    'is by the statements alone the same as an unknown id to %s',
    async (id, route) => {
      const asked = await ask(id, route, foreign)
      expect(asked).toEqual(await ask(id, route, unknown))
      expect(asked.text).not.toContain(marker)
    },
  )
})
