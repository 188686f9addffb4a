import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, request as httpRequest, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, createServer as createTcpServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { contract } from '@pim/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@rstest/core'
import { createLocalJWKSet, decodeJwt, type JSONWebKeySet, jwtVerify } from 'jose'
import {
  personWith,
  startOwnServer,
  type TestNode,
  type TestPerson,
  type TestServer,
} from '../../../testing/test-server.ts'
import { most } from './open-calls.ts'

interface Asked {
  readonly method: string
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

const maxBytes = 200_000
/** The calls that reached the back end. */
let asked: Asked[]
/** Answers of calls that hang. */
const hanging = new Set<ServerResponse>()
const closers: (() => Promise<unknown>)[] = []

const backEnd = createServer((request, response) => {
  const { method = '', url = '', headers } = request
  const [path = ''] = url.replace(/^\/base/, '').split('?')
  if (path === '/deaf') return void hanging.add(response)
  if (path === '/early') return void response.writeHead(413).end('{}')
  let body = ''
  request.on('data', (chunk) => {
    body += chunk
  })
  request.on('error', () => undefined)
  request.on('end', () => {
    asked.push({ method, url, headers, body })
    const json = { 'content-type': 'application/json' }
    if (path === '/page')
      return response
        .writeHead(200, {
          'content-type': 'text/html',
          'set-cookie': 'session=theirs',
          'content-security-policy': 'script-src *',
          'access-control-allow-origin': '*',
          'clear-site-data': '"*"',
          'content-disposition': 'inline',
          'x-content-type-options': 'any',
          'service-worker-allowed': '/',
          refresh: '0;url=https://evil.example',
          etag: '"1"',
        })
        .end('<script>alert(1)</script>')
    if (path === '/svg') return response.writeHead(200, { 'content-type': 'image/svg+xml' }).end('<svg/>')
    if (path === '/theirs')
      return response.writeHead(422, { 'content-type': 'application/problem+json' }).end('{"code":"FORBIDDEN"}')
    if (path === '/moved') return response.writeHead(302, { location: 'http://169.254.169.254/' }).end()
    if (path === '/unknown-token') return response.writeHead(401).end()
    if (path === '/packed') return response.writeHead(200, { ...json, 'content-encoding': 'gzip' }).end('x')
    if (path === '/nothing') return response.writeHead(204).end()
    if (path === '/announced') {
      response.writeHead(200, { ...json, 'content-length': maxBytes + 1 })
      return response.flushHeaders()
    }
    if (path === '/endless') {
      response.writeHead(200, { 'content-type': 'text/plain' })
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(10_000)));
      }
      response.on('drain', more)
      return more()
    }
    if (path === '/resets') return response.socket?.destroy()
    if (path === '/breaks') {
      response.writeHead(200, { ...json, 'content-length': 100 })
      return response.write('{', () => response.socket?.destroy())
    }
    if (path === '/stops') {
      response.writeHead(200, json)
      return response.write('{')
    }
    if (path === '/hangs') return hanging.add(response)
    response.writeHead(200, json).end(JSON.stringify({ url }))
  })
})
/** Answers by bytes that no HTTP server would send. */
const raw = createTcpServer((socket) => {
  socket.on('error', () => undefined)
  socket.once('data', (head) => {
    const path = head.toString('latin1').split(' ')[1]
    const answers: Record<string, string> = {
      '/two-lengths': 'HTTP/1.1 200 OK\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
      '/huge-header': `HTTP/1.1 200 OK\r\nx-a: ${'a'.repeat(100_000)}\r\n\r\n`,
      '/websocket': 'HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n',
      '/no-http': 'SSH-2.0-x\r\n',
    }
    socket.end(answers[path ?? ''] ?? '')
  })
})

const portOf = (server: Pick<Server, 'address'>): number => (server.address() as AddressInfo).port
async function listen(server: Server, port = 0): Promise<number> {
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return portOf(server)
}

const orders = {
  name: 'orders',
  featureToggle: 'ordersEnabled',
  screens: { '/orders': { titleKey: 'orders.title' } },
  permissions: {
    approve: { titleKey: 'orders.approve', role: 'publisher' },
    refund: { titleKey: 'orders.refund', role: 'admin' },
  },
  settings: {
    limit: { scope: 'tenant', kind: 'number', default: 100, min: 1, max: 5000, titleKey: 'orders.limit', position: 2 },
    currency: {
      scope: 'tenant',
      kind: 'choice',
      default: 'EUR',
      options: ['EUR', 'SEK'].map((value) => ({ value, titleKey: `orders.currency.${value}` })),
      titleKey: 'orders.currency',
      position: 1,
    },
    signature: { scope: 'person', kind: 'text', default: '', maxLength: 20, titleKey: 'orders.signature' },
    isDense: { scope: 'person', kind: 'boolean', default: false, titleKey: 'orders.isDense' },
  },
}
const { changeTenant, getAllTenants } = contract.tenants
const { changeMySettings, getMySettings, getTenantSections } = contract.sections
let builds: string
let server: TestServer
let port: number
let origin: string
const variables = () => ({
  PIM_PUBLIC_URL: origin,
  PIM_SECTION_BACKENDS: [
    `orders=http://127.0.0.1:${portOf(backEnd)}/base/`,
    `bytes=http://127.0.0.1:${portOf(raw)}`,
    `example=http://127.0.0.1:${examplePort}`,
    'cloud=http://169.254.169.254',
    'plain=http://public.example',
    'closed=http://127.0.0.1:1',
    'gone=https://nowhere.invalid',
  ].join(', '),
  PIM_SECTION_BACKEND_NETWORKS: '127.0.0.0/8, ::1',
  PIM_SECTION_BACKEND_MAX_BYTES: String(maxBytes),
})
let examplePort: number

beforeAll(async () => {
  await Promise.all([listen(backEnd), listen(raw)])
  const free = [createTcpServer(), createTcpServer()]
  ;[port = 0, examplePort = 0] = await Promise.all(free.map((each) => listen(each)))
  await Promise.all(free.map((each) => new Promise((resolve) => each.close(resolve))))
  origin = `http://127.0.0.1:${port}`
  const resolve = async (host: string) =>
    host === 'public.example' ? ['8.8.8.8'] : host === 'nowhere.invalid' ? [] : [host]
  // A server of its own: its settings name the back ends, and its folder of builds has a section with rights.
  builds = await mkdtemp(join(tmpdir(), 'pim-back-ends-'))
  await mkdir(join(builds, 'remote-orders/dist'), { recursive: true })
  await writeFile(join(builds, 'remote-orders/dist/remote.json'), JSON.stringify(orders))
  server = await startOwnServer({ variables: variables(), outside: { resolve }, builds })
  await server.app.server.listen({ port, host: '127.0.0.1' })
  for (const tenant of ['acme', 'nordic'])
    await server.ok(changeTenant, { tenant, body: { featureToggles: { ordersEnabled: true } } })
})
afterAll(async () => {
  for (const close of closers) await close()
  for (const each of [backEnd, raw]) each.close()
  backEnd.closeAllConnections()
  await server.close()
  await rm(builds, { recursive: true })
})
beforeEach(() => {
  asked = []
  for (const response of hanging) response.destroy()
  hanging.clear()
})

interface Sent {
  readonly as?: TestPerson | 'nobody'
  readonly tenant?: string
  readonly method?: string
  readonly headers?: Record<string, string>
  readonly body?: string
  readonly at?: number
}
interface Received {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
  readonly code: string | undefined
}

/** Uses `http.request`, which sends paths as they are. */
async function send(path: string, sent: Sent = {}): Promise<Received> {
  const { as = personWith('editor'), tenant = 'acme', method = 'GET', headers = {}, body, at = port } = sent
  const authorization = as === 'nobody' ? {} : { authorization: `Bearer ${await server.identity.tokenFor(as)}` }
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(
      {
        port: at,
        host: '127.0.0.1',
        path,
        method,
        agent: false,
        headers: { 'x-tenant-id': tenant, ...authorization, ...headers },
      },
      (incoming) => {
        let text = ''
        incoming.on('data', (chunk) => {
          text += chunk
        })
        incoming.on('error', reject)
        incoming.on('end', () => {
          const isProblem = incoming.headers['content-type']?.startsWith('application/problem+json')
          const code = isProblem && text !== '' ? JSON.parse(text).code : undefined
          resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text, code })
        })
      },
    )
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}
const refusal = async (path: string, sent?: Sent) => (await send(path, sent)).code
const openCalls = async ({ dependencies }: TestNode = server) =>
  Number(/pim_back_end_calls_open (\d+)/.exec(await dependencies.metrics.text())?.[1])
const published = async () => JSON.parse((await send('/.well-known/jwks.json', { as: 'nobody' })).text) as JSONWebKeySet

describe('a call of the back end of a section', () => {
  it('reaches it in the name of the person, by a token of this call that it checks with the published keys', async () => {
    const editor = { ...personWith('editor'), firstName: 'Ada', lastName: 'Ek' }
    const answer = await send('/api/x/orders/orders/5?with=lines&a=%20b', { as: editor })
    expect([answer.status, JSON.parse(answer.text)]).toEqual([200, { url: '/base/orders/5?with=lines&a=%20b' }])
    const [authorization = ''] = asked.map(({ headers }) => headers.authorization)
    const token = authorization.replace('Bearer ', '')
    const { payload } = await jwtVerify(token, createLocalJWKSet(await published()), {
      issuer: origin,
      audience: 'orders',
    })
    expect(payload).toMatchObject({
      sub: editor.userId,
      name: 'Ada Ek',
      tenant: 'acme',
      tenantId: server.acme.tenantId,
      roles: ['viewer', 'editor'],
      section: 'orders',
    })
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(60)
    // It opens nothing of ours, and the back end of another section does not take it.
    const bearer = { authorization }
    expect((await send('/api/tenants/all', { as: 'nobody', headers: bearer })).status).toBe(401)
    expect((await send('/api/x/orders/5', { as: 'nobody', headers: bearer })).status).toBe(401)
    const ofOther = jwtVerify(token, createLocalJWKSet(await published()), { audience: 'bytes' })
    await expect(ofOther).rejects.toThrow('aud')
    await send('/api/x/orders')
    expect(asked.at(-1)?.url).toBe('/base')
    expect(decodeJwt(asked.at(-1)?.headers.authorization?.slice(7) ?? '').jti).not.toBe(payload.jti)
  })

  it('takes along what it is about, and nothing that is for this server', async () => {
    await send('/api/x/orders/5', {
      method: 'PUT',
      body: '{"a":1}',
      headers: {
        'content-type': 'application/json',
        'if-match': '"3"',
        cookie: 'session=mine',
        'x-api-key': 'mine',
        'x-forwarded-for': '10.0.0.1',
        forwarded: 'for=10.0.0.1',
        'proxy-authorization': 'Basic x',
        connection: 'keep-alive, if-none-match',
        te: 'trailers',
        'x-http-method-override': 'DELETE',
        expect: '100-continue',
        'content-length': '7',
      },
    })
    expect(asked).toMatchObject([{ method: 'PUT', url: '/base/5', body: '{"a":1}' }])
    const { authorization, host, ...headers } = asked[0]?.headers ?? {}
    expect(authorization).not.toContain(await server.identity.tokenFor(personWith('editor')))
    expect(host).toBe(`127.0.0.1:${portOf(backEnd)}`)
    expect(headers).toEqual({
      'content-type': 'application/json',
      'if-match': '"3"',
      'content-length': '7',
      'accept-encoding': 'identity',
      'user-agent': 'pim-section',
      connection: 'close',
    })
  })

  it('is for members of the tenant alone, of a section that has one', async () => {
    expect((await send('/api/x/orders/5', { as: 'nobody' })).status).toBe(401)
    expect(await refusal('/api/x/orders/5', { tenant: 'nordic' })).toBe('FORBIDDEN')
    expect(await refusal('/api/x/orders/5', { headers: { 'x-tenant-id': '' } })).toBe('TENANT_REQUIRED')
    for (const section of ['media', 'constructor', '__proto__', 'Orders', 'toString'])
      expect([section, (await send(`/api/x/${section}/5`)).status]).toEqual([section, 404])
    expect(await refusal('/api/x/media/5')).toBe('BACK_END_NOT_SET')
    for (const method of ['HEAD', 'OPTIONS', 'TRACE', 'PROPFIND'])
      expect([method, (await send('/api/x/orders/5', { method })).status]).toEqual([method, 405])
    expect(asked).toEqual([])
  })

  const trail = async () =>
    (await server.ok(contract.audit.getAuditEntries, { query: { pageSize: 200 }, as: 'admin' })).items
      .filter(({ entityKind }) => entityKind === 'section')
      .map(({ action, entityId, details }): Record<string, unknown> => ({ action, entityId, ...details }))

  it('that changes something is in the audit trail before it is made; one that reads is not', async () => {
    const before = (await trail()).length
    await send('/api/x/orders/5')
    const changing = send('/api/x/orders/hangs?secret=1', { method: 'POST' }).catch(() => undefined)
    await expect.poll(() => hanging.size).toBe(1)
    expect((await trail()).slice(0, -before || undefined)).toEqual([
      { action: 'section.call', entityId: 'orders', callId: expect.any(String), method: 'POST', path: '/hangs' },
    ])
    for (const response of hanging) response.end()
    await changing
  })

  it.each<[string, object]>([
    ['orders/nothing', { status: 204 }],
    ['orders/theirs', { status: 422 }],
    ['closed/a', { failure: 'BACK_END_NOT_REACHED' }],
    ['orders/moved', { failure: 'BACK_END_ANSWER_REFUSED' }],
  ])('is in the audit trail with what became of it: %s', async (path, outcome) => {
    const before = (await trail()).length
    await send(`/api/x/${path}`, { method: 'POST' })
    const [entityId = '', ...rest] = path.split('/')
    const same = { entityId, callId: expect.any(String), method: 'POST', path: `/${rest.join('/')}` }
    await expect.poll(async () => (await trail()).length).toBe(before + 2)
    const [answer, call] = await trail()
    expect([answer, call]).toEqual([
      { action: 'section.answer', ...same, ...outcome },
      { action: 'section.call', ...same },
    ])
    expect(answer?.callId).toBe(call?.callId)
  })

  it('whose caller leaves is in the audit trail as such', async () => {
    const token = await server.identity.tokenFor(personWith('editor'))
    const headers = { authorization: `Bearer ${token}`, 'x-tenant-id': 'acme' }
    const leaving = httpRequest({
      port,
      host: '127.0.0.1',
      path: '/api/x/orders/hangs',
      method: 'POST',
      agent: false,
      headers,
    })
    leaving.on('error', () => undefined)
    leaving.end()
    await expect.poll(() => hanging.size).toBe(1)
    leaving.destroy()
    await expect
      .poll(async () => (await trail())[0])
      .toMatchObject({ action: 'section.answer', failure: 'CALLER_LEFT' })
  })
})

describe('a right of a section', () => {
  const publisher = personWith('publisher')
  const inToken = async (as: TestPerson) => {
    await send('/api/x/orders/a', { as, tenant: as.tenants[0] ?? '' })
    return decodeJwt(asked.at(-1)?.headers.authorization?.slice(7) ?? '').permissions
  }
  const known = async (tenant = 'acme') =>
    (await server.ok(getAllTenants, { as: personWith('viewer', tenant) }))[0]?.permissionRoles

  it('belongs to the role that the section proposes, or to that which the tenant has chosen, here and in the token', async () => {
    expect(await known()).toEqual({ 'orders:approve': 'publisher', 'orders:refund': 'admin' })
    expect(await inToken(personWith('editor'))).toEqual([])
    expect(await inToken(publisher)).toEqual(['orders:approve'])
    const chosen = { 'orders:approve': 'admin', 'orders:refund': 'editor' } as const
    await server.refused(changeTenant, 'FORBIDDEN', { as: publisher, body: { permissionRoles: chosen } })
    const changed = await server.ok(changeTenant, { body: { permissionRoles: chosen } })
    expect(changed.permissionRoles).toEqual(chosen)
    await expect.poll(() => inToken(publisher)).toEqual(['orders:refund'])
    expect(await inToken(personWith('publisher', 'nordic'))).toEqual(['orders:approve'])
    expect(await known('nordic')).toEqual({ 'orders:approve': 'publisher', 'orders:refund': 'admin' })
    const [listed] = await server.ok(contract.sections.getTenantSections, {})
    expect(listed?.permissions).toMatchObject([
      { permission: 'orders:approve', proposedRole: 'publisher', role: 'admin' },
      { permission: 'orders:refund', proposedRole: 'admin', role: 'editor' },
    ])
    // One is given back; the other stays.
    await server.ok(changeTenant, { body: { permissionRoles: { 'orders:refund': null } } })
    expect(await known()).toEqual({ 'orders:approve': 'admin', 'orders:refund': 'admin' })
  })

  it('is refused by name where it is none', async () => {
    const wrong = (permissionRoles: Record<string, unknown>) =>
      server.refused(changeTenant, 'INVALID_REQUEST', { body: JSON.parse(JSON.stringify({ permissionRoles })) })
    const { fieldErrors } = await wrong({ 'orders:approve': 'owner' })
    expect(fieldErrors?.[0]?.technicalFieldName).toContain('permissionRoles')
    await wrong({ approve: 'admin' })
    await wrong(Object.fromEntries(Array.from({ length: 201 }, (_, at) => [`orders:r${at}`, 'admin'])))
  })

  it('of a section that is switched off for a tenant opens nothing there', async () => {
    await server.ok(changeTenant, { tenant: 'nordic', body: { featureToggles: { ordersEnabled: false } } })
    const nordic = { as: personWith('admin', 'nordic'), tenant: 'nordic' }
    await expect.poll(() => refusal('/api/x/orders/a', nordic)).toBe('FEATURE_DISABLED')
    await server.ok(changeTenant, { tenant: 'nordic', body: { featureToggles: { ordersEnabled: true } } })
    await expect.poll(() => refusal('/api/x/orders/a', nordic)).toBeUndefined()
  })
})

describe('a setting of a section', () => {
  const ada = personWith('viewer')
  const declared = { 'orders:limit': 100, 'orders:currency': 'EUR', 'orders:signature': '', 'orders:isDense': false }
  const inToken = async (as: TestPerson) => {
    await send('/api/x/orders/a', { as, tenant: as.tenants[0] ?? '' })
    return decodeJwt(asked.at(-1)?.headers.authorization?.slice(7) ?? '').settings
  }
  const known = async (as: TestPerson) => (await server.ok(getAllTenants, { as }))[0]?.settings
  const places = (problem: { fieldErrors?: { technicalFieldName: string; code: string }[] | undefined }) =>
    problem.fieldErrors?.map(({ technicalFieldName, code }) => [technicalFieldName, code])
  /** Also what no typed caller sends. */
  const untyped = (settings: unknown) => JSON.parse(JSON.stringify({ settings }))

  it('is as its section declares until the tenant or the person sets it, in the token with its default', async () => {
    expect(await known(ada)).toBeUndefined()
    expect(await inToken(ada)).toEqual(declared)
    await server.ok(changeTenant, { body: { settings: { 'orders:currency': 'SEK' } } })
    const mine = { 'orders:signature': 'Ada', 'orders:isDense': true }
    await server.ok(changeMySettings, { as: ada, body: { settings: mine } })
    expect(await known(ada)).toEqual({ 'orders:currency': 'SEK', ...mine })
    await expect.poll(() => inToken(ada)).toEqual({ ...declared, 'orders:currency': 'SEK', ...mine })
    // Others of the tenant have what is the tenant's; another tenant has nothing of it, the same person there neither.
    expect(await known(personWith('editor'))).toEqual({ 'orders:currency': 'SEK' })
    const elsewhere = { ...ada, tenants: ['nordic'] }
    expect(await known(elsewhere)).toBeUndefined()
    expect(await inToken(elsewhere)).toEqual(declared)
    const [entry] = (await server.ok(contract.audit.getAuditEntries, { query: { entityKind: 'tenant' } })).items
    expect(entry).toMatchObject({ action: 'tenant.change', details: { settings: ['orders:currency'] } })
    // One is given back; what the person has stays.
    await server.ok(changeTenant, { body: { settings: { 'orders:currency': null } } })
    expect(await known(ada)).toEqual(mine)
  })

  it('stands in the form of its tenant or of the person by its position, with the value that holds', async () => {
    await server.ok(changeTenant, { body: { settings: { 'orders:limit': 7 } } })
    const [listed] = await server.ok(getTenantSections, {})
    expect(listed?.settings).toMatchObject([
      { setting: 'orders:currency', declared: { kind: 'choice' }, value: 'EUR' },
      { setting: 'orders:limit', declared: { max: 5000 }, value: 7 },
    ])
    const bo = { ...personWith('viewer'), userId: 'bo' }
    const before = await server.ok(getMySettings, { as: bo })
    expect(before).toMatchObject({
      sections: [
        {
          section: 'orders',
          settings: [
            { setting: 'orders:isDense', value: false },
            { setting: 'orders:signature', value: '' },
          ],
        },
      ],
      version: 0,
    })
    const changed = await server.ok(changeMySettings, {
      as: bo,
      body: { settings: { 'orders:isDense': true } },
      ifMatch: before.version,
    })
    expect([changed.version, changed.sections[0]?.settings[0]?.value]).toEqual([1, true])
    // A second page of the same person saves what it has read before.
    const stale = { as: bo, body: { settings: { 'orders:isDense': false } }, ifMatch: before.version }
    expect((await server.refused(changeMySettings, 'PRECONDITION_FAILED', stale)).currentVersion).toBe(1)
    await server.refused(changeTenant, 'PRECONDITION_FAILED', { body: { settings: { 'orders:limit': 8 } }, ifMatch: 1 })
  })

  it('is refused by name where the section does not take it', async () => {
    const refusedIn = async (settings: unknown) =>
      places(await server.refused(changeTenant, 'INVALID_REQUEST', { body: untyped(settings) }))
    expect(await refusedIn({ 'orders:limit': 0, 'orders:currency': 'USD', 'orders:other': 1 })).toEqual([
      ['body.settings.orders:limit', 'TOO_SMALL'],
      ['body.settings.orders:currency', 'UNKNOWN_OPTION'],
      ['body.settings.orders:other', 'UNKNOWN_KEY'],
    ])
    // Administrators set nothing that is a person's, and a person nothing that is the tenant's.
    expect(await refusedIn({ 'orders:isDense': true })).toEqual([['body.settings.orders:isDense', 'UNKNOWN_KEY']])
    for (const wrong of [{ limit: 1 }, { 'orders:limit': {} }, { 'orders:limit': 'x'.repeat(501) }, []])
      expect(JSON.stringify(await refusedIn(wrong))).toContain('body.settings')
    const ofPerson = { as: ada, body: untyped({ 'orders:limit': 5, 'orders:signature': 'x'.repeat(21) }) }
    expect(places(await server.refused(changeMySettings, 'INVALID_REQUEST', ofPerson))).toEqual([
      ['body.settings.orders:limit', 'UNKNOWN_KEY'],
      ['body.settings.orders:signature', 'TOO_LONG'],
    ])
    await server.refused(changeTenant, 'FORBIDDEN', { as: ada, body: { settings: { 'orders:limit': 5 } } })
    // What a release before has left is given back, and read by nobody.
    await server.rows.look(
      `update tenant set section_settings = '{"orders:gone": "x", "orders:limit": "many", "orders:isDense": true}' where external_id = 'nordic'`,
    )
    const boss = personWith('admin', 'nordic')
    expect(await known(boss)).toBeUndefined()
    await server.ok(changeTenant, { tenant: 'nordic', as: boss, body: { settings: { 'orders:gone': null } } })
  })

  it('is kept in bounds, for a tenant and for a person', async () => {
    const many = JSON.stringify(Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`old:s${at}`, true])))
    const long = JSON.stringify(
      Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`old:s${at}`, 'x'.repeat(310)])),
    )
    const full = async (settings: string, code: string) => {
      await server.rows.look(
        `insert into person_setting (tenant_id, user_id, settings) values ('${server.acme.tenantId}', 'cy', '${settings}')
         on conflict (tenant_id, user_id) do update set settings = excluded.settings`,
      )
      const cy = { ...personWith('viewer'), userId: 'cy' }
      const refused = { as: cy, body: { settings: { 'orders:signature': 'x'.repeat(20) } } }
      expect(places(await server.refused(changeMySettings, 'INVALID_REQUEST', refused))).toEqual([
        ['body.settings', code],
      ])
    }
    await full(many, 'TOO_MANY')
    await full(long, 'TOO_LARGE')
  })

  it('of a person who is erased goes', async () => {
    const eve = { ...personWith('viewer'), userId: 'eve', firstName: 'Eve', lastName: 'X' }
    await server.ok(contract.userProfile.syncMyProfile, { as: eve })
    await server.ok(changeMySettings, { as: eve, body: { settings: { 'orders:signature': 'Eve' } } })
    const operator = { userId: 'operator', tenants: ['acme'], roles: ['admin'] }
    const report = await server.ok(contract.userProfile.erasePerson, { as: operator, query: { userId: 'eve' } })
    expect(report.removed).toEqual({ profiles: 1, settings: 1 })
    expect(await server.rows.look(`select from person_setting where user_id = 'eve'`)).toEqual([])
  })
})

describe('an address behind a section', () => {
  it.each([
    '/api/x/orders/../../tenants/all',
    '/api/x/orders/..%2fsecret',
    '/api/x/orders/%2e%2e/secret',
    '/api/x/orders/%252e%252e/secret',
    '/api/x/orders/..;/secret',
    '/api/x/orders//evil.example/secret',
    '/api/x/orders/.;a=b/secret',
    '/api/x/orders/a%5c..%5cb',
    '/api/x/orders/a%255cb',
    '/api/x/orders/a%252fb',
    '/api/x/orders/a\\b',
    '/api/x/orders/a%00b',
    '/api/x/orders/a%0d%0ax-evil:1',
    '/api/x/orders/a%250d%250ab',
    '/api/x/orders/%zz',
    '/api/x/orders/a#b',
    '/api/x/orders@evil.example/a',
    '/api/x/orders.evil.example/a',
    '/api/x/orders%40evil/a',
    '/api/x/%6frders/a',
    '/api/x//orders/a',
  ])('is not asked for as %s', async (path) => {
    const { status } = await send(path)
    expect([400, 404]).toContain(status)
    expect(asked).toEqual([])
  })

  it.each([
    ['/api/x/orders/@evil.example', '/base/@evil.example'],
    ['/api/x/orders/http://evil.example/', '/base/http://evil.example/'],
    ['/api/x/orders/a.b/c..d/...', '/base/a.b/c..d/...'],
    ['/api/x/orders/?next=../../x', '/base/?next=../../x'],
  ])('stays below the address of its back end as %s', async (path, url) => {
    expect((await send(path)).status).toBe(200)
    expect(asked.map((each) => each.url)).toEqual([url])
  })

  it('is one call, whatever the bytes of a request say', async () => {
    const token = await server.identity.tokenFor(personWith('editor'))
    const own = `host: 127.0.0.1:${port}\r\nauthorization: Bearer ${token}\r\nx-tenant-id: acme\r\n`
    const bytes = (head: string, body = '') =>
      new Promise<string>((resolve) => {
        const socket: Socket = connect(port, '127.0.0.1')
        let received = ''
        socket.on('data', (chunk) => {
          received += chunk.toString('latin1')
        })
        socket.on('error', () => undefined)
        socket.on('close', () => resolve(received))
        socket.write(`${head}\r\n${own}connection: close\r\n\r\n${body}`)
      })
    const smuggled = 'GET /base/smuggled HTTP/1.1\r\nhost: x\r\n\r\n'
    const statusOf = async (head: string, body?: string) => (await bytes(head, body)).slice(9, 12)
    expect(
      await statusOf('POST /api/x/orders/a HTTP/1.1\r\ncontent-length: 5\r\ntransfer-encoding: chunked', smuggled),
    ).toBe('400')
    expect(await statusOf('POST /api/x/orders/a HTTP/1.1\r\ncontent-length: 5\r\ncontent-length: 6', smuggled)).toBe(
      '400',
    )
    expect(await statusOf('POST /api/x/orders/a HTTP/1.1\r\ntransfer-encoding: xchunked', smuggled)).toBe('400')
    expect(await statusOf(`GET http://169.254.169.254/api/x/orders/a HTTP/1.1`)).toMatch(/^40/)
    expect(asked).toEqual([])
    // A wish for another protocol is not handed on.
    const upgrade =
      'GET /api/x/orders/a HTTP/1.1\r\nupgrade: websocket\r\nsec-websocket-key: a\r\nsec-websocket-version: 13'
    await bytes(upgrade)
    // The body of a call that reads stays here.
    await bytes(`GET /api/x/orders/b HTTP/1.1\r\ncontent-length: ${smuggled.length}`, smuggled)
    for (const { headers, url, body } of asked) {
      expect(url).toMatch(/^\/base\/[ab]$/)
      expect([headers.upgrade, headers['sec-websocket-key'], body]).toEqual([undefined, undefined, ''])
    }
  })
})

describe('where a back end may be', () => {
  it('is the public internet by TLS, and the networks that are set', async () => {
    for (const section of ['cloud', 'plain', 'closed', 'gone'])
      expect([section, await refusal(`/api/x/${section}/a`)]).toEqual([section, 'BACK_END_NOT_REACHED'])
  })

  it('is where its name led when it was judged: it is looked up once', async () => {
    let lookUps = 0
    const resolve = async () => {
      lookUps += 1
      return [lookUps === 1 ? '127.0.0.1' : '169.254.169.254']
    }
    const PIM_SECTION_BACKENDS = `orders=http://orders.example:${portOf(backEnd)}`
    const node = await server.anotherNode({ variables: { ...variables(), PIM_SECTION_BACKENDS }, outside: { resolve } })
    await node.app.server.listen({ port: 0, host: '127.0.0.1' })
    const at = portOf(node.app.server.server)
    expect((await send('/api/x/orders/a', { at })).status).toBe(200)
    expect(asked[0]?.headers.host).toBe(`orders.example:${portOf(backEnd)}`)
    expect(lookUps).toBe(1)
    expect(await refusal('/api/x/orders/a', { at })).toBe('BACK_END_NOT_REACHED')
    // The keys of both servers are published by each: the same database.
    expect(new Set((await published()).keys.map(({ kid }) => kid)).size).toBe(2)
  })
})

describe('what a back end answers', () => {
  it('is no page of ours, sets nothing in the browser, and is not taken for a problem of ours', async () => {
    const page = await send('/api/x/orders/page')
    expect(page.text).toBe('<script>alert(1)</script>')
    const { date: _date, connection: _connection, ...headers } = page.headers
    expect(headers).toEqual({
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment',
      'cache-control': 'no-store',
      etag: '"1"',
      'transfer-encoding': 'chunked',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'same-origin',
      'cross-origin-opener-policy': 'noopener-allow-popups',
    })
    expect((await send('/api/x/orders/svg')).headers['content-type']).toBe('application/octet-stream')
    const theirs = await send('/api/x/orders/theirs')
    expect([theirs.status, theirs.code, theirs.text]).toEqual([422, undefined, '{"code":"FORBIDDEN"}'])
    const nothing = await send('/api/x/orders/nothing')
    expect([nothing.status, nothing.text]).toEqual([204, ''])
  })

  it.each([
    ['orders/moved', 'BACK_END_ANSWER_REFUSED'],
    ['orders/unknown-token', 'BACK_END_ANSWER_REFUSED'],
    ['orders/packed', 'BACK_END_ANSWER_REFUSED'],
    ['orders/announced', 'BACK_END_ANSWER_TOO_LARGE'],
    ['orders/resets', 'BACK_END_NOT_REACHED'],
    ['bytes/two-lengths', 'BACK_END_ANSWER_REFUSED'],
    ['bytes/huge-header', 'BACK_END_ANSWER_REFUSED'],
    ['bytes/websocket', 'BACK_END_ANSWER_REFUSED'],
    ['bytes/no-http', 'BACK_END_ANSWER_REFUSED'],
    ['bytes/empty', 'BACK_END_NOT_REACHED'],
  ])('is refused of %s with %s', async (path, code) => {
    expect(await refusal(`/api/x/${path}`)).toBe(code)
  })

  it('breaks off where it breaks off, and where it is too large, and the next call is answered', async () => {
    await expect(send('/api/x/orders/breaks')).rejects.toThrow()
    await expect(send('/api/x/orders/endless')).rejects.toThrow()
    expect((await send('/api/x/orders/a')).status).toBe(200)
    await expect.poll(() => openCalls()).toBe(0)
  })

  it('is waited for as long as any answer may take', async () => {
    const node = await server.anotherNode({
      variables: { ...variables(), PIM_DEADLINE_MS: '100' },
      outside: { resolve: async (host) => [host], idleMs: 100 },
    })
    await node.app.server.listen({ port: 0, host: '127.0.0.1' })
    const at = portOf(node.app.server.server)
    expect(await refusal('/api/x/orders/hangs', { at })).toBe('BACK_END_TOO_SLOW')
    // It reads nothing of the body, either.
    const body = 'x'.repeat(maxBytes)
    expect(await refusal('/api/x/orders/deaf', { at, method: 'POST', body })).toBe('BACK_END_TOO_SLOW')
    await expect(send('/api/x/orders/stops', { at })).rejects.toThrow()
    await expect.poll(() => openCalls(node)).toBe(0)
  })
})

describe('a body', () => {
  it('is handed on as large as it may be, and no larger', async () => {
    const body = 'x'.repeat(maxBytes)
    const headers = { 'content-type': 'text/plain' }
    expect((await send('/api/x/orders/a', { method: 'POST', body, headers })).status).toBe(200)
    expect(asked[0]?.body.length).toBe(maxBytes)
    expect(await refusal('/api/x/orders/a', { method: 'POST', body: `${body}x`, headers })).toBe('PAYLOAD_TOO_LARGE')
    const inParts = { ...headers, 'transfer-encoding': 'chunked' }
    const tooLarge = await send('/api/x/orders/a', { method: 'POST', body: `${body}x`, headers: inParts })
    expect(tooLarge.code).toBe('PAYLOAD_TOO_LARGE')
    expect(asked.length).toBe(1)
    expect(
      (await send('/api/x/orders/a', { method: 'POST', body, headers: { 'content-encoding': 'gzip' } })).status,
    ).toBe(415)
  })

  it('may be refused by the back end before it has come', async () => {
    const body = 'x'.repeat(maxBytes)
    expect((await send('/api/x/orders/early', { method: 'POST', body })).status).toBe(413)
  })
})

describe('a back end that does not answer', () => {
  it('keeps out further calls of its section in this tenant, and nobody else', async () => {
    const waiting = Array.from({ length: most.ofTenant }, () => send('/api/x/orders/hangs').catch(() => undefined))
    await expect.poll(() => hanging.size).toBe(most.ofTenant)
    const busy = await send('/api/x/orders/a')
    expect([busy.code, busy.headers['retry-after']]).toEqual(['BACK_END_BUSY', '1'])
    expect((await send('/api/x/orders/a', { as: personWith('editor', 'nordic'), tenant: 'nordic' })).status).toBe(200)
    expect(await refusal('/api/x/bytes/no-http')).toBe('BACK_END_ANSWER_REFUSED')
    for (const response of hanging) response.end('{}')
    await Promise.all(waiting)
    expect((await send('/api/x/orders/a')).status).toBe(200)
  })

  it('is left by a caller who leaves, and has its place free', async () => {
    const token = await server.identity.tokenFor(personWith('editor'))
    const outgoing = httpRequest({
      port,
      host: '127.0.0.1',
      path: '/api/x/orders/hangs',
      agent: false,
      headers: { authorization: `Bearer ${token}`, 'x-tenant-id': 'acme' },
    })
    outgoing.on('error', () => undefined)
    outgoing.end()
    await expect.poll(() => hanging.size).toBe(1)
    const [response] = hanging
    outgoing.destroy()
    await expect.poll(() => response?.destroyed).toBe(true)
    await expect.poll(() => openCalls()).toBe(0)
  })
})

describe('the example of docs/sections.md', () => {
  it('runs as it stands, takes calls of people, and refuses all others', async () => {
    const page = await readFile(join(import.meta.dirname, '../../../../docs/sections.md'), 'utf8')
    const code = /```js\n(\/\/ back-end\.mjs\n[\s\S]*?)```/.exec(page)?.[1] ?? ''
    const file = join(import.meta.dirname, 'back-end-of-the-documents.mjs')
    await writeFile(file, code.replace("'orders'", "'example'"))
    const child = spawn(process.execPath, [file], {
      env: { PIM_URL: origin, PORT: String(examplePort) },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    closers.push(async () => {
      child.kill()
      await rm(file, { force: true })
    })
    await expect.poll(() => refusal('/api/x/example/a'), { timeout: 20_000 }).toBeUndefined()
    const answer = await send('/api/x/example/orders/5', { as: personWith('publisher') })
    expect(JSON.parse(answer.text)).toMatchObject({
      person: 'acme-publisher',
      tenant: 'acme',
      roles: ['viewer', 'editor', 'publisher'],
    })
    const bare = await fetch(`http://127.0.0.1:${examplePort}/`)
    expect(bare.status).toBe(401)
  })
})
