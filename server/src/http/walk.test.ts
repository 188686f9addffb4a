import { contract } from '@pim/contract'
import type { Role } from '@pim/contract/core/roles.ts'
import { roles } from '@pim/contract/core/roles.ts'
import type { Route } from '@pim/contract/core/route.ts'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import type { InjectOptions } from 'fastify'
import { z } from 'zod'
import { personWith, startOwnServer, type TestPerson, type TestServer } from '../../testing/test-server.ts'
import { createLogger } from '../platform/logging/index.ts'
import { createMetrics } from '../platform/metrics/index.ts'
import { operationsOf } from './operation.ts'
import { createServer } from './server.ts'

/** Access checks of every call, generated from the contract, so that a new call is covered as soon as it exists. */
let server: TestServer

beforeAll(async () => {
  // Its failures are more than an address is allowed.
  server = await startOwnServer({ variables: { PIM_FAILURE_LIMIT: '0' } })
})
afterAll(() => server.close())

const operations = operationsOf(contract)
const withAccess = (access: Route['access']) =>
  operations.filter(({ route }) => route.access === access).map((operation) => [operation.id, operation.route] as const)

const someId = '01900000-0000-7000-8000-0000000000ff'
const someHash = '0'.repeat(64)
/** The path of a route with valid parameters, or with `values` in their place. */
function pathOf(route: Route, ...values: string[]): string {
  return route.path.replace(/\{(\w+)\}/g, (_whole, name: string) => {
    const schema = route.params?.shape[name]
    const fitting = [someId, 'title', '1', someHash, 'item.panel'].find(
      (value) => schema instanceof z.ZodType && schema.safeParse(value).success,
    )
    return values[0] ?? fitting ?? ''
  })
}

async function ask(route: Route, headers: Record<string, string>, url = pathOf(route), payload?: string) {
  const options: InjectOptions = { method: route.method, url, headers: { ...headers } }
  if (payload !== undefined) {
    options.payload = payload
    options.headers = { 'content-type': 'application/json', ...headers }
  }
  const answer = await server.app.server.inject(options)
  const isProblem = String(answer.headers['content-type']).startsWith('application/problem+json')
  return { status: answer.statusCode, code: isProblem ? answer.json().code : undefined, text: answer.body }
}

const bearer = async (person: TestPerson) => ({ authorization: `Bearer ${await server.identity.tokenFor(person)}` })
const member = async (role: Role) => ({ ...(await bearer(personWith(role))), 'x-tenant-id': 'acme' })

describe('every call', () => {
  it('is mounted, and nothing else is', () => {
    const mounted = server.app.server
      .printRoutes({ commonPrefix: false, includeHooks: false })
      .split('\n')
      .filter((line) => line.includes('('))
    expect(mounted.length).toBeGreaterThan(0)
    for (const { route } of operations) {
      const url = route.path.replace(/\{(\w+)\}/g, ':$1')
      expect([url, server.app.server.hasRoute({ method: route.method, url })]).toEqual([url, true])
    }
  })

  it('needs a guard to be mounted at all', async () => {
    const { app: bare } = createServer({
      log: createLogger({ level: 'error', format: 'json' }),
      metrics: createMetrics(),
      publicUrl: undefined,
      trustProxy: false,
      hostNames: undefined,
      allowedMethods: () => [],
      maxConcurrent: 10,
      deadlineMs: 1_000,
      isLeaving: () => false,
    })
    const refusal = 'neither guarded nor on the list'
    expect(() => bare.get('/api/back-door', () => 'open')).toThrow(refusal)
    const unguarded = { config: { operation: operations[0] } as never }
    expect(() => bare.get('/api/back-door', unguarded, () => '')).toThrow(refusal)
    await bare.close()
  })

  it('has a path and method of its own', () => {
    const keys = operations.map(({ route }) => `${route.method} ${route.path.replace(/\{\w+\}/g, '{}')}`)
    expect(new Set(keys).size).toBe(keys.length)
  })
})

describe.each([...withAccess('tenant'), ...withAccess('user')])('%s', (_id, route) => {
  it('answers 401 without a token, with a broken one and with an API key', async () => {
    for (const headers of [{}, { authorization: 'Bearer a.b.c' }, { 'x-api-key': 'demo-delivery-key' }]) {
      expect(await ask(route, { ...headers, 'x-tenant-id': 'acme' })).toMatchObject({
        status: 401,
        code: 'UNAUTHENTICATED',
      })
    }
  })
})

describe.each(withAccess('tenant'))('%s', (_id, route) => {
  it('answers 400 where no tenant is named', async () => {
    const headers = await bearer(personWith('admin'))
    expect(await ask(route, headers)).toMatchObject({ status: 400, code: 'TENANT_REQUIRED' })
    expect(await ask(route, { ...headers, 'x-tenant-id': '' })).toMatchObject({ status: 400, code: 'TENANT_REQUIRED' })
  })

  it('answers 403 for a tenant of others, and for one that does not exist', async () => {
    const headers = await bearer(personWith('admin', 'acme'))
    const ghost = await bearer({ userId: 'ghost', tenants: ['ghost'], roles: ['admin'] })
    for (const [who, tenant] of [
      [headers, 'nordic'],
      [headers, 'nobody'],
      [headers, 'ACME'],
      [headers, 'acme,nordic'],
      [headers, server.acme.tenantId],
      [ghost, 'ghost'],
    ] as const) {
      expect(await ask(route, { ...who, 'x-tenant-id': tenant })).toMatchObject({ status: 403, code: 'FORBIDDEN' })
    }
  })

  it('answers 403 to every role below its own', async () => {
    const needed = roles.indexOf(route.role ?? 'viewer')
    for (const [index, role] of roles.entries()) {
      const { status, code } = await ask(route, await member(role), `${pathOf(route)}?walk=unknown`)
      if (index < needed) expect([role, status, code]).toEqual([role, 403, 'FORBIDDEN'])
      else expect([role, status]).toEqual([role, 400])
    }
  })

  it('ignores a role that is limited to another tenant', async () => {
    if (roles.indexOf(route.role ?? 'viewer') <= roles.indexOf('editor')) return
    const limited = await bearer({ userId: 'limited', tenants: ['acme', 'nordic'], roles: ['nordic:admin'] })
    expect(await ask(route, { ...limited, 'x-tenant-id': 'acme' })).toMatchObject({ status: 403 })
  })
})

describe.each(withAccess('user').filter(([, route]) => route.role !== undefined))('%s', (_id, route) => {
  it('answers 403 to a person who has the role in one tenant only', async () => {
    const limited = await bearer({ userId: 'limited', tenants: ['acme'], roles: ['acme:admin'] })
    expect(await ask(route, limited)).toMatchObject({ status: 403, code: 'FORBIDDEN' })
  })
})

describe.each(withAccess('apiKey'))('%s', (_id, route) => {
  it('answers 401 without a key, with a guessed one and with a token', async () => {
    const token = await member('admin')
    for (const headers of [{}, { 'x-api-key': 'guess' }, { 'x-api-key': '' }, token]) {
      expect(await ask(route, headers)).toMatchObject({ status: 401, code: 'API_KEY_INVALID' })
    }
  })
})

describe.each(withAccess('public'))('%s', (_id, route) => {
  it('gives everyone the same response', async () => {
    const anonymous = await ask(route, {})
    expect(anonymous.status).toBe(200)
    expect(await ask(route, await member('admin'))).toEqual(anonymous)
    expect(await ask(route, { authorization: 'Bearer broken', 'x-api-key': 'broken' })).toEqual(anonymous)
  })
})

describe.each(operations.filter(({ route }) => route.access === 'tenant').map(({ id, route }) => [id, route] as const))(
  '%s',
  (_id, route) => {
    it('answers 400 to what the contract does not know, and names its place', async () => {
      const headers = await member('admin')
      expect((await ask(route, headers, `${pathOf(route)}?walk=1`)).text).toContain('query.walk')
      if (route.params !== undefined) {
        expect((await ask(route, headers, pathOf(route, '~'))).text).toContain(
          `params.${Object.keys(route.params.shape)[0]}`,
        )
      }
      if (route.body !== undefined && route.bodyKind !== 'multipart') {
        expect((await ask(route, headers, pathOf(route), '{"walk":1}')).status).toBe(400)
        expect((await ask(route, headers, pathOf(route), '{')).status).toBe(400)
        expect((await ask(route, headers, pathOf(route), '[]')).status).toBe(400)
      }
    })
  },
)
