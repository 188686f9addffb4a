import { contract } from '@pim/contract'
import { problemSchema } from '@pim/contract/core/problem.ts'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import fc from 'fast-check'
import { z } from 'zod'
import { arbitraryOf, type Vocabulary } from '../../testing/arbitrary-of-schema.ts'
import { type Ids, idNames, makeThings } from '../../testing/every-call.ts'
import { rounds, seed } from '../../testing/random.ts'
import { startOwnServer, type TestServer } from '../../testing/test-server.ts'
import { openapiDocument } from './openapi.ts'

/*
 * Property test: random requests that the OpenAPI document allows, by an administrator in a tenant with content. None may
 * cause a server error or be refused for its shape, and each status is one that the document names. fuzz.test.ts sends what the document does not allow.
 */
const requests = rounds(8)

const parameter = z.looseObject({
  name: z.string(),
  in: z.enum(['path', 'query', 'header']),
  required: z.boolean(),
  schema: z.unknown(),
})
const described = z.looseObject({
  operationId: z.string(),
  parameters: z.array(parameter).default([]),
  requestBody: z
    .looseObject({
      required: z.boolean().default(false),
      content: z.record(z.string(), z.looseObject({ schema: z.unknown() })),
    })
    .optional(),
  responses: z.record(z.string(), z.unknown()),
})
const document = z
  .looseObject({
    paths: z.record(z.string(), z.record(z.string(), described)),
    components: z.looseObject({ schemas: z.record(z.string(), z.unknown()) }),
  })
  .parse(openapiDocument(contract))

/** These change what the other calls work on, so they come last. */
const last = [
  'tenants.changeTenant',
  'contentModel.seedContentTypes',
  'tenants.createVariation',
  'tenants.createTenant',
]
const calls = Object.entries(document.paths)
  .flatMap(([path, methods]) => Object.entries(methods).map(([method, call]) => ({ path, method, call })))
  .filter(({ call }) => call.requestBody?.content['multipart/form-data'] === undefined)
  .sort((a, b) => last.indexOf(a.call.operationId) - last.indexOf(b.call.operationId))

let server: TestServer
let key: string
let made = 0
let things: Ids | undefined
let writes = 0
let hasDeleted = false
const answered = new Map<number, number>()
beforeAll(async () => {
  // A server of its own: it changes what is one for all tenants.
  server = await startOwnServer()
  key = (await server.ok(contract.apiKeys.createApiKey, { as: 'admin', body: { name: 'Ours' } })).key
})
afterAll(async () => {
  console.info(`requests from the description with seed ${seed}, by status:`, Object.fromEntries(answered))
  await server.close()
})

/** Those that validation by a schema has. */
const codesOfShape = new Set(
  [
    'too_small',
    'too_big',
    'invalid_type',
    'invalid_format',
    'invalid_value',
    'invalid_union',
    'invalid_key',
    'not_multiple_of',
  ]
    .concat('invalid_element', 'unrecognized_keys', 'custom')
    .map((code) => code.toUpperCase()),
)

const methods = z.enum(['get', 'put', 'post', 'patch', 'delete'])

interface Request {
  readonly path: string
  readonly query: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

function requestsOf({ path, call }: (typeof calls)[number], vocabulary: Vocabulary & { readonly things: Ids }) {
  const place = (where: 'path' | 'query' | 'header') => {
    const there = call.parameters.filter((each) => each.in === where)
    const sentAs = (name: string, schema: unknown) => {
      const any = arbitraryOf(schema, vocabulary)
      const fitting = idNames.find((each) => each === name)
      return fitting === undefined
        ? any
        : fc.oneof({ weight: 4, arbitrary: fc.constant(vocabulary.things[fitting]) }, any)
    }
    return fc.record(Object.fromEntries(there.map(({ name, schema }) => [name, sentAs(name, schema)])), {
      requiredKeys: there.filter(({ required }) => required).map(({ name }) => name),
    })
  }
  const schema = call.requestBody?.content['application/json']?.schema
  const body = schema === undefined ? fc.constant(undefined) : arbitraryOf(schema, vocabulary)
  const isBodyRequired = call.requestBody?.required ?? true
  return fc.record({
    // Every client takes the segments `.` and `..` out of an address, escaped or not: no such request can be sent.
    path: place('path')
      .filter((values) => !Object.values(values).some((value) => value === '.' || value === '..'))
      .map((values) => path.replace(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(String(values[name])))),
    query: place('query').map(queryText),
    headers: place('header').map((values) =>
      Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)])),
    ),
    body: isBodyRequired ? body : fc.option(body, { nil: undefined }),
  })
}

/** `field` is the one parameter that is an object: `field.{name}=value`. */
function queryText(values: Readonly<Record<string, unknown>>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) {
    if (typeof value !== 'object' || value === null) search.append(name, String(value))
    else
      for (const [field, texts] of Object.entries(value))
        for (const text of texts) search.append(`field.${field}`, text)
  }
  return search.size === 0 ? '' : `?${search}`
}

function vocabularyFor(things: Ids): Vocabulary & { readonly things: Ids } {
  return {
    things,
    schemas: document.components.schemas,
    ids: [...Object.values(things), ...Object.values(server.acme.variations)],
    words: ['product', 'title', 'modifiedAt', 'fields.title', 'web', 'original', 'small', 'Own', 'acme-admin', 'de-DE'],
  }
}

describe('a request that the OpenAPI document allows', () => {
  it.each(calls.map((each) => [each.call.operationId, each] as const))(
    'causes no server error in %s',
    async (_id, each) => {
      // Things serve several calls, until one deletes them or a few have written to them, as they are no longer as they were made.
      if (things === undefined || hasDeleted || writes >= 4) {
        things = await makeThings(server, 'acme', `Own ${++made}`)
        writes = 0
      }
      hasDeleted = each.method === 'delete'
      writes += each.method === 'get' ? 0 : 1
      const ids = things
      const token = await server.identity.tokenFor({ userId: 'acme-admin', tenants: ['acme'], roles: ['admin'] })
      let sent = 0
      const send = async ({ path, query, headers, body }: Request) => {
        const response = await server.app.server.inject({
          method: methods.parse(each.method),
          url: `${path}${query}`,
          headers: {
            authorization: `Bearer ${token}`,
            'x-tenant-id': 'acme',
            'x-api-key': key,
            ...headers,
            ...(body !== undefined && { 'content-type': 'application/json' }),
          },
          ...(body !== undefined && { payload: JSON.stringify(body) }),
        })
        const { statusCode } = response
        answered.set(statusCode, (answered.get(statusCode) ?? 0) + 1)
        sent += 1
        if (statusCode >= 500 || !(statusCode in each.call.responses)) expect([statusCode, response.body]).toEqual([])
        if (statusCode < 400) return
        const { fieldErrors = [] } = problemSchema.parse(response.json())
        // What the document cannot know, such as which variations a tenant has, has other codes.
        if (statusCode === 400) expect(fieldErrors.filter(({ code }) => codesOfShape.has(code))).toEqual([])
      }
      await fc.assert(fc.asyncProperty(requestsOf(each, vocabularyFor(ids)), send), { numRuns: requests })
      expect(sent).toBeGreaterThanOrEqual(requests)
    },
  )
})
