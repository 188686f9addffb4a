import { contract } from '@pim/contract'
import { problemSchema } from '@pim/contract/core/problem.ts'
import type { Route } from '@pim/contract/core/route.ts'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import fc from 'fast-check'
import { rounds } from '../../testing/random.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { operationsOf } from './operation.ts'

/**
 * Fuzzing: whatever is sent, the response is one of the contract and never a 5xx (the database stops a statement that
 * runs too long, which would be one). Ids of existing things and names of columns are among the words, so that requests
 * get past the first check.
 */
let server: TestServer
let words: string[]
let key: string

beforeAll(async () => {
  server = await startTestServer()
  await server.ok(contract.contentModel.seedContentTypes, { as: 'admin' })
  const item = await server.ok(contract.contentItem.createItem, {
    query: { name: 'Lamp', technicalContentTypeName: 'product' },
  })
  key = (await server.ok(contract.apiKeys.createApiKey, { as: 'admin', body: { name: 'Fuzz' } })).key
  words = [
    item.contentItemId,
    ...item.contentVariationIds,
    ...Object.values(server.acme.variations),
    'product',
    'title',
    'modifiedAt',
    'published',
    'contains',
  ]
})
afterAll(() => server.close())

const hostile = [
  "' or 1=1 --",
  "'; drop table tenant; --",
  '%',
  '_',
  '\\',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  '{{7*7}}',
  '-1',
  '0',
  'NaN',
  'Infinity',
  '9223372036854775808',
  '1e309',
  'null',
  'true',
  '[]',
  '{}',
  '',
  ' ',
  '\u202e',
  '\ufeff',
  'ﷺ'.repeat(100),
  'a'.repeat(5_000),
  '2026-02-30T00:00:00Z',
  'x, desc; select pg_sleep(5)',
]

const word = () =>
  fc.oneof(fc.constantFrom(...words), fc.constantFrom(...hostile), fc.string({ unit: 'binary', maxLength: 30 }))
const scalar = () => fc.oneof(word(), fc.integer(), fc.double(), fc.boolean(), fc.constant(null))
const anything = () =>
  fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      scalar(),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(word(), tie('value'), { maxKeys: 4 }),
    ),
  })).value

/** Bodies with the keys that the schema has, and arbitrary values under them. */
const bodyFor = (route: Route) => {
  const shape = route.body !== undefined && 'shape' in route.body ? Object.keys(Object(route.body.shape)) : []
  if (shape.length === 0) return anything()
  return fc.oneof(
    anything(),
    fc.record(Object.fromEntries(shape.map((name) => [name, fc.oneof(scalar(), anything())])), { requiredKeys: [] }),
  )
}

async function send(route: Route, values: readonly string[], query: Record<string, unknown>, body: unknown) {
  let next = 0
  const path = route.path.replace(/\{\w+\}/g, () => encodeURIComponent(values[next++ % values.length] ?? 'x') || 'x')
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]) => [name, String(value)] as [string, string]),
  ).toString()
  const token = await server.identity.tokenFor({ userId: 'fuzz', tenants: ['acme'], roles: ['admin'] })
  return server.app.server.inject({
    method: route.method,
    url: search === '' ? path : `${path}?${search}`,
    headers: {
      authorization: `Bearer ${token}`,
      'x-tenant-id': 'acme',
      'x-api-key': key,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { payload: JSON.stringify(body) }),
  })
}

const calls = operationsOf(contract).filter(({ route }) => route.bodyKind !== 'multipart')

describe('a random request', () => {
  it.each(calls.map(({ id, route }) => [id, route] as const))('causes no server error in %s', async (_id, route) => {
    const names = Object.keys(route.query?.shape ?? {})
    const query = fc.oneof(
      fc.record(Object.fromEntries(names.map((name) => [name, scalar()])), { requiredKeys: [] }),
      fc.dictionary(fc.oneof(word(), fc.constant('field.title'), fc.constantFrom(...names, 'x')), scalar(), {
        maxKeys: 4,
      }),
    )
    const body = route.body === undefined ? fc.constant(undefined) : bodyFor(route)
    await fc.assert(
      fc.asyncProperty(fc.array(word(), { minLength: 2, maxLength: 2 }), query, body, async (values, asked, sent) => {
        const response = await send(route, values, asked, sent)
        expect([response.statusCode, response.body].slice(0, response.statusCode >= 500 ? 2 : 1)).toEqual([
          response.statusCode < 500 ? response.statusCode : 'no server error',
        ])
        if (response.statusCode >= 400) problemSchema.parse(response.json())
      }),
      { numRuns: rounds(8) },
    )
  })
})
