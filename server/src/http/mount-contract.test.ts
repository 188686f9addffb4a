import { idSchema } from '@pim/contract/core/primitives.ts'
import { type Role, roles } from '@pim/contract/core/roles.ts'
import { defineRoute } from '@pim/contract/core/route.ts'
import { afterEach, describe, expect, it } from '@rstest/core'
import { z } from 'zod'
import { goodKey, type SmallServer, type SmallServerOptions, startSmallServer } from '../../testing/small-server.ts'
import { personWith, type TestPerson } from '../../testing/test-server.ts'
import { Problem } from '../core/problem.ts'
import { HttpResponse, jsonResponse } from './http-response.ts'

const said = z.object({ said: z.string() })
const contract = {
  talk: {
    greet: defineRoute({ method: 'GET', path: '/api/greet', summary: '', access: 'public', response: said }),
    account: defineRoute({ method: 'GET', path: '/api/account', summary: '', access: 'user', response: said }),
    install: defineRoute({
      method: 'POST',
      path: '/api/install',
      summary: '',
      access: 'user',
      role: 'admin',
      response: said,
    }),
    read: defineRoute({ method: 'GET', path: '/api/thing', summary: '', access: 'tenant', response: said }),
    publish: defineRoute({
      method: 'POST',
      path: '/api/thing/{thingId}/publish',
      summary: '',
      access: 'tenant',
      role: 'publisher',
      params: z.strictObject({ thingId: idSchema }),
      response: said,
    }),
    write: defineRoute({
      method: 'PUT',
      path: '/api/thing',
      summary: '',
      access: 'tenant',
      role: 'editor',
      query: z.strictObject({ name: z.string().min(1) }),
      body: z.strictObject({ fields: z.array(z.strictObject({ value: z.number() })) }),
      response: said,
    }),
    remove: defineRoute({
      method: 'DELETE',
      path: '/api/thing',
      summary: '',
      access: 'tenant',
      response: z.void(),
      responseKind: 'none',
    }),
    deliver: defineRoute({ method: 'GET', path: '/api/deliver', summary: '', access: 'apiKey', response: said }),
    optional: defineRoute({
      method: 'POST',
      path: '/api/optional',
      summary: '',
      access: 'public',
      body: z.strictObject({ a: z.number() }),
      bodyOptional: true,
      response: said,
    }),
  },
} as const

let mode: 'right' | 'wrong shape' | 'extra key' | 'crash' | 'own answer' = 'right'
let server: SmallServer

const start = async (options: SmallServerOptions = {}) => {
  server = await startSmallServer(
    contract,
    {
      talk: {
        greet: () => {
          if (mode === 'wrong shape') return { said: 5 } as unknown as { said: string }
          if (mode === 'extra key') return { said: 'hi', passwordHash: 'x' } as { said: string }
          if (mode === 'crash') throw new Error('select * from secret_table')
          if (mode === 'own answer') return jsonResponse({ said: 'cached' }, { etag: '"1"' })
          return { said: 'hello' }
        },
        account: ({ context }) => ({ said: context.user.userId }),
        install: () => ({ said: 'done' }),
        read: ({ context }) => ({ said: `${context.tenant.externalId} ${context.tenant.role}` }),
        publish: ({ params }) => ({ said: params.thingId }),
        write: ({ query, body }) => ({ said: `${query.name} ${body.fields.length}` }),
        remove: () => {},
        deliver: ({ context }) => ({ said: context.apiKey.tenant.externalId }),
        optional: ({ body }) => ({ said: body === undefined ? 'none' : String(body.a) }),
      },
    },
    options,
  )
  return server
}

const bearer = async (person: TestPerson) => ({ authorization: `Bearer ${await server.identity.tokenFor(person)}` })
const memberWith = async (role: Role, tenant = 'acme') => ({
  ...(await bearer(personWith(role, tenant))),
  'x-tenant-id': tenant,
})

afterEach(async () => {
  mode = 'right'
  await server.close()
})

describe('a mounted call', () => {
  it('lets anyone make a public call, and forbids caching of its response', async () => {
    await start()
    const answer = await server.send('/api/greet')
    expect(answer.status).toBe(200)
    expect(answer.json).toEqual({ said: 'hello' })
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.headers['x-content-type-options']).toBe('nosniff')
    expect(answer.headers['cross-origin-opener-policy']).toBe('noopener-allow-popups')
  })

  it('is never the script of a service worker, which would stand between all pages of this origin and the server', async () => {
    await start()
    const answer = await server.send('/api/greet', { headers: { 'service-worker': 'script' } })
    expect([answer.status, answer.json]).toMatchObject([400, { code: 'INVALID_REQUEST' }])
  })

  it('answers 401 with a challenge without a token, with a broken one and with one in another scheme', async () => {
    await start()
    for (const authorization of [undefined, 'Bearer nonsense', 'Basic YTpi', 'Bearer ', 'bearer a.b.c']) {
      const answer = await server.send('/api/account', {
        headers: authorization === undefined ? {} : { authorization },
      })
      expect(answer.status).toBe(401)
      expect(answer.json.code).toBe('UNAUTHENTICATED')
      expect(answer.headers['www-authenticate']).toBe('Bearer')
      expect(answer.headers['content-type']).toContain('application/problem+json')
    }
  })

  it('responds to a forged token as to no token', async () => {
    await start()
    const none = await server.send('/api/account')
    const forged = await server.send('/api/account', { headers: { authorization: 'Bearer e30.e30.e30' } })
    expect({ ...forged.json, traceId: '' }).toEqual({ ...none.json, traceId: '' })
  })

  it('refuses two authorization headers', async () => {
    await start()
    const { authorization } = await bearer(personWith('admin'))
    const answer = await server.raw(
      `GET /api/account HTTP/1.1\r\nhost: x\r\nauthorization: ${authorization}\r\nAuthorization: ${authorization}\r\nconnection: close\r\n\r\n`,
    )
    expect(answer).toContain('401')
  })

  it.each([
    ['absent', ''],
    ['empty', 'x-tenant-id: \r\n'],
    ['given twice', 'x-tenant-id: acme\r\nX-Tenant-Id: acme\r\n'],
    ['given twice, differing', 'x-tenant-id: acme\r\nx-tenant-id: nordic\r\n'],
  ])('answers 400 where the tenant header is %s', async (_how, header) => {
    await start()
    const { authorization } = await bearer({ userId: 'both', tenants: ['acme', 'nordic'], roles: ['admin'] })
    const answer = await server.raw(
      `GET /api/thing HTTP/1.1\r\nhost: x\r\nauthorization: ${authorization}\r\n${header}connection: close\r\n\r\n`,
    )
    expect(answer).toMatch(/^HTTP\/1\.1 400/)
    expect(answer).toContain('TENANT_REQUIRED')
  })

  it('refuses a tenant of others and a tenant that does not exist in the same words', async () => {
    await start()
    const mine = await bearer(personWith('admin', 'acme'))
    const ghost = await bearer({ userId: 'g', tenants: ['ghost'], roles: ['admin'] })
    const foreign = await server.send('/api/thing', { headers: { ...mine, 'x-tenant-id': 'nordic' } })
    const unknown = await server.send('/api/thing', { headers: { ...ghost, 'x-tenant-id': 'ghost' } })
    expect(foreign.status).toBe(403)
    expect({ ...unknown.json, traceId: '' }).toEqual({ ...foreign.json, traceId: '' })
  })

  it('allows each role its own calls and those of the roles below it', async () => {
    await start()
    for (const role of roles) {
      const headers = await memberWith(role)
      const id = '01900000-0000-7000-8000-000000000009'
      const publish = await server.send(`/api/thing/${id}/publish`, { method: 'POST', headers })
      expect([role, publish.status]).toEqual([role, role === 'publisher' || role === 'admin' ? 200 : 403])
      const install = await server.send('/api/install', { method: 'POST', headers })
      expect([role, install.status]).toEqual([role, role === 'admin' ? 200 : 403])
    }
  })

  it('gives a member without a known role the default role in the tenant, and none outside it', async () => {
    await start({ defaultRole: 'viewer' })
    const headers = {
      ...(await bearer({ userId: 'n', tenants: ['acme'], roles: ['offline_access'] })),
      'x-tenant-id': 'acme',
    }
    expect((await server.send('/api/thing', { headers })).json.said).toBe('acme viewer')
    const limited = await bearer({ userId: 'l', tenants: ['acme'], roles: ['acme:admin'] })
    expect((await server.send('/api/install', { method: 'POST', headers: limited })).status).toBe(403)
  })

  it('authenticates the caller before it validates the input', async () => {
    await start()
    const answer = await server.send('/api/thing?nonsense=1', {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: '{',
    })
    expect(answer.status).toBe(401)
  })

  it('names each invalid place', async () => {
    await start()
    const headers = { ...(await memberWith('editor')), 'content-type': 'application/json' }
    const places = async (path: string, body: unknown) => {
      const answer = await server.send(path, { method: 'PUT', headers, body: JSON.stringify(body) })
      expect(answer.status).toBe(400)
      const errors = z
        .array(z.object({ technicalFieldName: z.string(), code: z.string() }))
        .parse(answer.json.fieldErrors)
      return errors.map(({ technicalFieldName, code }) => `${technicalFieldName} ${code}`)
    }
    expect(await places('/api/thing', { fields: [] })).toEqual(['query.name REQUIRED'])
    expect(await places('/api/thing?name=a&x=1&y=2', {})).toEqual(['query.x UNKNOWN_KEY', 'query.y UNKNOWN_KEY'])
    expect(await places('/api/thing?name=a&name=b', { fields: [] })).toEqual(['query.name INVALID_TYPE'])
    expect(await places('/api/thing?name=a', { fields: [{ value: 1 }, { value: 'x' }] })).toEqual([
      'body.fields[1].value INVALID_TYPE',
    ])
    expect(await places('/api/thing?name=a', { fields: [{ value: 1, more: 2 }] })).toEqual([
      'body.fields[0].more UNKNOWN_KEY',
    ])
    expect(await places('/api/thing?name=a', {})).toEqual(['body.fields REQUIRED'])
  })

  it('names a path parameter that is no id', async () => {
    await start()
    const headers = await memberWith('admin')
    const answer = await server.send('/api/thing/42/publish', { method: 'POST', headers })
    expect(answer.status).toBe(400)
    expect(answer.text).toContain('params.thingId')
  })

  it('accepts no body or {} where a call has none, and refuses any other body', async () => {
    await start()
    const headers = { ...(await memberWith('viewer')), 'content-type': 'application/json' }
    const remove = (body: string) => server.send('/api/thing', { method: 'DELETE', headers, body })
    expect((await remove('')).status).toBe(204)
    expect((await remove('{}')).status).toBe(204)
    expect((await remove('{"a":1}')).status).toBe(400)
    const optional = (body: string) => server.send('/api/optional', { method: 'POST', headers, body })
    expect((await optional('')).json.said).toBe('none')
    expect((await optional('{"a":7}')).json.said).toBe('7')
  })

  it('reads the tenant from the API key alone', async () => {
    await start()
    const get = (headers: Record<string, string>) => server.send('/api/deliver', { headers })
    expect((await get({})).json.code).toBe('API_KEY_INVALID')
    expect((await get({ 'x-api-key': 'guess' })).status).toBe(401)
    expect((await get({ 'x-api-key': goodKey })).json.said).toBe('acme')
    expect((await get({ 'x-api-key': goodKey, 'x-tenant-id': 'acme' })).status).toBe(200)
    expect((await get({ 'x-api-key': goodKey, 'x-tenant-id': 'nordic' })).status).toBe(403)
    expect((await get({ 'x-api-key': goodKey, 'x-tenant-id': '' })).status).toBe(403)
  })

  it('sends prepared bytes as they are, and no body on HEAD', async () => {
    await start()
    mode = 'own answer'
    const answer = await server.send('/api/greet')
    expect(answer.headers.etag).toBe('"1"')
    expect(answer.json).toEqual({ said: 'cached' })
    const head = await server.send('/api/greet', { method: 'HEAD' })
    expect([head.status, head.text]).toEqual([200, ''])
  })

  it('turns a response that does not match its schema, or has more keys, into an error', async () => {
    await start()
    for (const wrong of ['wrong shape', 'extra key'] as const) {
      mode = wrong
      expect((await server.send('/api/greet')).status).toBe(500)
    }
    expect(server.log.join('')).toContain('passwordHash')
  })

  it('shows the caller of a failed call only the trace id, and logs the cause under it', async () => {
    await start()
    mode = 'crash'
    const traceId = '0af7651916cd43dd8448eb211c80319c'
    const answer = await server.send('/api/greet', { headers: { traceparent: `00-${traceId}-b7ad6b7169203331-01` } })
    expect(answer.status).toBe(500)
    expect(answer.json).toMatchObject({ code: 'INTERNAL', traceId })
    expect(answer.text).not.toContain('secret_table')
    const line = server.log.find((entry) => entry.includes('secret_table'))
    expect(line).toContain(traceId)
  })

  it('makes a new trace id where the caller sends none or an invalid one', async () => {
    await start()
    for (const traceparent of ['', '00-00000000000000000000000000000000-b7ad6b7169203331-01', 'x']) {
      const { json } = await server.send('/api/account', { headers: { traceparent } })
      expect(json.traceId).toMatch(/^[0-9a-f]{32}$/)
      expect(json.traceId).not.toMatch(/^0+$/)
    }
  })

  it('answers 404 for an unknown path, and 405 with Allow for an unknown method', async () => {
    await start()
    expect((await server.send('/api/nothing')).json.code).toBe('NOT_FOUND')
    const answer = await server.send('/api/greet', { method: 'POST' })
    expect(answer.json.code).toBe('METHOD_NOT_ALLOWED')
    expect(answer.headers.allow).toBe('GET')
  })
})

describe('mounting', () => {
  it('fails where a handler is missing', async () => {
    const handlers = { talk: {} } as unknown as Parameters<typeof startSmallServer<typeof contract>>[1]
    await expect(startSmallServer(contract, handlers)).rejects.toThrow('talk.greet has no handler')
    await start()
  })

  it('sends the problem that a handler throws', async () => {
    server = await startSmallServer(
      { talk: { greet: contract.talk.greet } },
      {
        talk: {
          greet: () => {
            throw new Problem('INVALID_TRANSITION', { allowedActions: ['publish'], retryAfter: 3 })
          },
        },
      },
    )
    const answer = await server.send('/api/greet')
    expect(answer.status).toBe(409)
    expect(answer.json).toMatchObject({ status: 409, code: 'INVALID_TRANSITION', allowedActions: ['publish'] })
    expect(answer.headers['retry-after']).toBe('3')
    expect(Object.keys(answer.json)).toEqual(['status', 'code', 'message', 'traceId', 'allowedActions'])
  })

  it('answers 503 where the database is away', async () => {
    class DatabaseUnavailable extends Error {
      override readonly name = 'DatabaseUnavailable'
    }
    server = await startSmallServer(
      { talk: { greet: contract.talk.greet } },
      {
        talk: {
          greet: async () => {
            throw new DatabaseUnavailable('not reachable')
          },
        },
      },
    )
    const answer = await server.send('/api/greet')
    expect(answer.status).toBe(503)
    expect(answer.headers['retry-after']).toBe('2')
  })

  it('answers 304 without a body', async () => {
    server = await startSmallServer(
      { talk: { greet: contract.talk.greet } },
      { talk: { greet: () => new HttpResponse(304, { etag: '"1"' }) } },
    )
    const answer = await server.send('/api/greet')
    expect([answer.status, answer.text]).toEqual([304, ''])
  })
})
