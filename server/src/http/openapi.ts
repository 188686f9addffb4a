import { type ProblemCode, problemCatalogue, problemSchema } from '@pim/contract/core/problem.ts'
import type { Access, Route } from '@pim/contract/core/route.ts'
import { inOneGo, type Steps } from '@pim/field-types/steps'
import { z } from 'zod'
import type { Domain } from './handlers.ts'
import { Components, type Json } from './openapi-components.ts'
import { type Operation, operationsOf } from './operation.ts'

/** The problems that a guard can send, by the access of a call. */
const guardProblems: Readonly<Record<Access, readonly ProblemCode[]>> = {
  public: [],
  user: ['UNAUTHENTICATED'],
  tenant: ['UNAUTHENTICATED', 'TENANT_REQUIRED', 'FORBIDDEN', 'TENANT_PAUSED', 'CALL_QUOTA_REACHED'],
  apiKey: ['API_KEY_INVALID', 'FORBIDDEN', 'TENANT_PAUSED', 'CALL_QUOTA_REACHED'],
}
const everywhere: readonly ProblemCode[] = ['INVALID_REQUEST', 'RATE_LIMITED', 'INTERNAL', 'UNAVAILABLE']
/** A call that changes something can lose the answer to its commit. */
const ofChange: readonly ProblemCode[] = ['OUTCOME_UNKNOWN']
const withBody: readonly ProblemCode[] = ['INVALID_JSON', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE']

const security: Readonly<Record<Access, Json[]>> = {
  public: [],
  user: [{ accessToken: [] }],
  tenant: [{ accessToken: [], tenant: [] }],
  apiKey: [{ apiKey: [] }],
}

/** The OpenAPI 3.1 document, from the same contract that the routes are mounted from. */
export const openapiDocument = (contract: Readonly<Record<string, Domain>>): Json => inOneGo(openapiSteps(contract))

/** The same in steps: a server makes it beside the calls of others. */
export function* openapiSteps(contract: Readonly<Record<string, Domain>>): Steps<Json> {
  const schemas = new Components()
  const operations = operationsOf(contract)
  const paths: Record<string, Json> = {}
  for (const operation of operations) {
    const { path, method } = operation.route
    paths[path] = { ...paths[path], [method.toLowerCase()]: describe(operation, schemas) }
    yield
  }
  return schemas.resolveNames({
    openapi: '3.1.1',
    info: {
      title: 'Product Information Manager',
      version: '1.0.0',
      description: [
        'Content items with language and market variations, media, content types and taxonomies of several tenants.',
        'Every failure is `application/problem+json` of one shape; its `code` is one of these:',
        '',
        ...Object.entries(problemCatalogue).map(([code, [status, meaning]]) => `- \`${code}\` (${status}): ${meaning}`),
      ].join('\n'),
    },
    servers: [{ url: '/' }],
    tags: Object.keys(contract).map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        accessToken: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'An access token of the identity provider, with the scopes openid, profile, email and tenant.',
        },
        tenant: {
          type: 'apiKey',
          in: 'header',
          name: 'x-tenant-id',
          description: "The external id of one of the tenants in the token's `tenants` claim.",
        },
        apiKey: {
          type: 'apiKey',
          in: 'header',
          name: 'x-api-key',
          description: 'A key of the delivery API; it alone names the tenant.',
        },
      },
    },
  })
}

function describe({ id, route }: Operation, schemas: Components): Json {
  const [domain = ''] = id.split('.')
  const roleNote = route.access === 'tenant' ? `Takes the role ${route.role ?? 'viewer'}.` : undefined
  const parameters = [
    ...parametersIn('path', route.params, schemas),
    ...queryParameters(route, schemas),
    ...(route.creates === true ? [idempotencyKey] : []),
    ...(route.versioned === 'change' ? [ifMatchParameter] : []),
  ]
  return {
    operationId: id,
    tags: [domain],
    summary: route.summary,
    ...(roleNote !== undefined && { description: roleNote }),
    security: [
      ...security[route.access],
      ...(route.takesImportKeys === true || route.takesDeployKeys !== undefined ? security.apiKey : []),
    ],
    ...(parameters.length > 0 && { parameters }),
    ...(route.body !== undefined && {
      requestBody: {
        required: route.bodyOptional !== true,
        content: {
          [route.bodyKind === 'multipart' ? 'multipart/form-data' : 'application/json']: {
            schema: schemas.schemaOf(route.body, 'input'),
          },
        },
      },
    }),
    responses: responses(route, schemas),
  }
}

const idempotencyKey: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'A value of your own for this one request. A repeat with the same key within a day makes nothing and gets the first answer, with `Idempotency-Replayed: true`.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' },
}

const ifMatchParameter: Json = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description: 'The `ETag` of the version that the caller saw: the version in quotes. Refused where it has moved on.',
  schema: { type: 'string', pattern: '^(\\*|(W/)?"[!#-~]*"(, ?(W/)?"[!#-~]*")*)$' },
}

const etagHeader: Json = {
  ETag: { description: 'The version in quotes; to be sent back as `If-Match`.', schema: { type: 'string' } },
}

function parametersIn(place: 'path' | 'query', schema: z.ZodObject | undefined, schemas: Components): Json[] {
  if (schema === undefined) return []
  return Object.entries(schema.shape).map(([name, field]) => {
    const isOptional = place === 'query' && field instanceof z.ZodType && field.safeParse(undefined).success
    return { name, in: place, required: !isOptional, schema: schemas.schemaOf(field as z.ZodType, 'input') }
  })
}

function queryParameters(route: Route, schemas: Components): Json[] {
  const parameters = parametersIn('query', route.query, schemas)
  const { queryPrefix } = route
  if (queryPrefix === undefined) return parameters
  const gathered = queryPrefix.slice(0, -1)
  return parameters.map((parameter) =>
    parameter.name === gathered
      ? {
          ...parameter,
          description: `Any number of \`${queryPrefix}{name}=value\`; one name repeated means any of its values.`,
          style: 'form',
          explode: true,
        }
      : parameter,
  )
}

function responses(route: Route, schemas: Components): Json {
  const status = route.successStatus ?? (route.responseKind === 'none' ? 204 : 200)
  const codes = new Set<ProblemCode>([
    ...guardProblems[route.access],
    ...everywhere,
    ...(route.creates === true || route.changes !== undefined ? ofChange : []),
    ...(route.body === undefined ? [] : withBody),
    ...(route.versioned === 'change' ? (['PRECONDITION_FAILED'] as const) : []),
    ...(route.errors ?? []),
    ...(route.creates === true ? (['IDEMPOTENCY_KEY_REUSED'] as const) : []),
  ])
  const byStatus = new Map<number, ProblemCode[]>()
  for (const code of codes) {
    const [of] = problemCatalogue[code]
    byStatus.set(of, [...(byStatus.get(of) ?? []), code])
  }
  const failures = [...byStatus].sort(([a], [b]) => a - b)
  return {
    [status]: success(route, schemas),
    ...Object.fromEntries(
      failures.map(([failure, names]) => [
        failure,
        {
          description: names.map((name) => `\`${name}\`: ${problemCatalogue[name][1]}`).join('\n\n'),
          content: { 'application/problem+json': { schema: schemas.schemaOf(problemSchema, 'output') } },
        },
      ]),
    ),
  }
}

function success(route: Route, schemas: Components): Json {
  if (route.responseKind === 'none') return { description: 'Done; nothing to say.' }
  if (route.responseKind === 'bytes') {
    return { description: 'The bytes.', content: { 'application/octet-stream': { schema: {} } } }
  }
  return {
    description: route.summary,
    ...(route.versioned !== undefined && { headers: etagHeader }),
    content: { 'application/json': { schema: schemas.schemaOf(route.response, 'output') } },
  }
}
