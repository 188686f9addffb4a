import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { contract } from '@pim/contract'
import { type Problem, problemSchema } from '@pim/contract/core/problem.ts'
import type { Route } from '@pim/contract/core/route.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@rstest/core'
import { isWholeRun } from '../../../testing/budget.ts'
import { urlOf } from '../../../testing/caller.ts'
import { type DatabaseProxy, openDatabaseProxy, throughProxy } from '../../../testing/database-proxy.ts'
import { loggedSince, logPosition } from '../../../testing/kept-log.ts'
import { archiveOf, filesOfBuild } from '../../../testing/section-build.ts'
import {
  personWith,
  startOwnServer,
  type TestNode,
  type TestPerson,
  type TestServer,
} from '../../../testing/test-server.ts'

/*
 * A server of its own: one more node reaches its database by a proxy that is cut or silent here, and has a back end of a section.
 */

const { sections: calls, deployKeys, tenants, audit } = contract
const operator: TestPerson = { userId: 'operator', tenants: [], roles: ['admin'] }
const orders = {
  featureToggle: 'ordersEnabled',
  permissions: { approve: { titleKey: 't', role: 'publisher' } },
  fills: { 'content.itemPanel': { stock: { titleKey: 't' } } },
}
interface Sent {
  readonly as?: TestPerson
  readonly apiKey?: string
  readonly tenant?: string | null
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: object
  readonly file?: Blob
}
interface Answer {
  readonly status: number
  readonly retryAfter: string | null
  readonly problem: Problem | undefined
}
let server: TestServer
let far: TestNode
let proxy: DatabaseProxy
let builds: string
let origin: string
/** What the back end was asked. */
let asked: string[]
let whenAsked: () => void
const backEnd = createServer((request, response) => {
  asked.push(`${request.method} ${request.url}`)
  whenAsked()
  response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
})

beforeAll(async () => {
  backEnd.listen(0, '127.0.0.1')
  await once(backEnd, 'listening')
  builds = await mkdtemp(join(tmpdir(), 'pim-without-database-'))
  await mkdir(join(builds, 'remote-orders/dist'), { recursive: true })
  const screens = { '/orders': { titleKey: 't' } }
  await writeFile(
    join(builds, 'remote-orders/dist/remote.json'),
    JSON.stringify({ name: 'orders', screens, ...orders }),
  )
  server = await startOwnServer({ builds })
  proxy = await openDatabaseProxy(server.rows.superuser)
  far = await server.anotherNode({
    address: throughProxy(server.rows.superuser, proxy),
    variables: {
      PIM_SECTION_BACKENDS: `orders=http://127.0.0.1:${(backEnd.address() as AddressInfo).port}`,
      PIM_SECTION_BACKEND_NETWORKS: '127.0.0.0/8',
    },
  })
  origin = await far.app.server.listen({ port: 0, host: '127.0.0.1' })
  await server.ok(tenants.changeTenant, { body: { featureToggles: { ordersEnabled: true } } })
})
afterAll(async () => {
  proxy.reconnect()
  backEnd.close()
  await server.close()
  proxy.close()
  await rm(builds, { recursive: true })
})
beforeEach(() => {
  asked = []
  whenAsked = () => undefined
})

const stored = async (script: string) =>
  (
    await server.ok(calls.uploadRelease, {
      as: operator,
      params: { section: 'orders' },
      query: { isCheck: false },
      file: await archiveOf(filesOfBuild('orders', script, { remote: orders })),
      fileName: 'orders.tar',
    })
  ).release

const params = { section: 'orders' }
const editor = { as: personWith('editor'), tenant: 'acme' }
const admin = { as: personWith('admin'), tenant: 'acme' }
/** No call of the contract: what is below `/api/x/` is the section's. */
const backEndCall: Route = { ...calls.getSection, method: 'POST', path: '/api/x/orders/5' }

const trail = async () =>
  (await server.ok(audit.getAuditEntries, { query: { entityKind: 'section', pageSize: 100 } })).items.map(
    ({ action, details }) => ({ action, ...details }),
  )

/** One call over a connection, as the server tells bodies that have come from those that have not. */
async function send(route: Route, request: Sent): Promise<Answer> {
  const { apiKey, as, tenant = null, body, file, ...parts } = request
  const headers: Record<string, string> = {}
  if (apiKey !== undefined) headers['x-api-key'] = apiKey
  if (as !== undefined) headers.authorization = `Bearer ${await server.identity.tokenFor(as)}`
  if (tenant !== null) headers['x-tenant-id'] = tenant
  const form = new FormData()
  if (file !== undefined) form.set('file', file, 'orders.tar')
  else if (body !== undefined) headers['content-type'] = 'application/json'
  const response = await fetch(`${origin}${urlOf(route, parts)}`, {
    method: route.method,
    headers,
    ...(file !== undefined ? { body: form } : body !== undefined && { body: JSON.stringify(body) }),
  })
  const problem = response.ok ? undefined : problemSchema.parse(await response.json())
  return { status: response.status, retryAfter: response.headers.get('retry-after'), problem }
}

/** All that the calls below would change, as the other server has it. */
const state = async () => ({
  section: await server.ok(calls.getSection, { as: operator, params }),
  keys: await server.ok(deployKeys.getDeployKeys, { as: operator }),
  ofTenant: await server.ok(calls.getTenantSections, {}),
  trail: await trail(),
})

describe('a database that is away', () => {
  const faults = [
    ['gone', () => proxy.cut()],
    ['silent', () => proxy.hang()],
  ] as const
  it.each(isWholeRun ? faults : faults.slice(0, 1))(
    'and %s refuses each call of sections with 503, says no more, and leaves all as it was',
    async (how, fail) => {
      const release = await stored(how)
      const { key: apiKey } = await server.ok(deployKeys.createDeployKey, {
        as: operator,
        body: { section: 'orders', name: how, rights: ['upload', 'live', 'canary', 'pin'] },
      })
      const before = await state()
      const later = await archiveOf(filesOfBuild('orders', `${how}, later`, { remote: orders }))
      const fill = { ...params, slot: 'content.itemPanel', fill: 'stock' }
      fail()
      const answers = await Promise.all([
        send(backEndCall, editor),
        send(calls.uploadRelease, { as: operator, params, query: { isCheck: false }, file: later }),
        send(calls.promoteRelease, { apiKey, params, body: { release } }),
        send(calls.setCanary, { apiKey, params, body: { release, percent: 5 } }),
        send(calls.pinSection, { apiKey, params, tenant: 'acme', body: { release } }),
        send(calls.switchFill, { ...admin, params: fill, body: { isOff: true } }),
        send(tenants.changeTenant, { ...admin, body: { permissionRoles: { 'orders:approve': 'admin' } } }),
        send(deployKeys.createDeployKey, { as: operator, body: { section: 'orders', name: 'x', rights: ['live'] } }),
        send(calls.getTenantSections, admin),
        send(calls.getSection, { as: operator, params }),
        send(deployKeys.getDeployKeys, { as: operator }),
      ])
      proxy.reconnect()
      for (const { status, retryAfter, problem } of answers) {
        expect([status, retryAfter]).toEqual([503, '2'])
        expect(problem).toEqual({
          status: 503,
          code: 'UNAVAILABLE',
          message: 'Something this call needs is away for the moment; repeating it is safe.',
          traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
        })
      }
      expect(asked).toEqual([])
      expect(await state()).toEqual(before)
      await expect.poll(async () => (await send(backEndCall, editor)).status).toBe(200)
    },
  )

  it('when a build of a new section is to be kept leaves no section without a release, and takes it again', async () => {
    const file = await archiveOf(filesOfBuild('fresh', 'one'))
    const request = { as: operator, params: { section: 'fresh' }, query: { isCheck: false }, file }
    // The first transaction that writes: it ends without an answer.
    proxy.loseCommitOf('insert into "section_deployment"')
    expect((await send(calls.uploadRelease, request)).problem?.code).toBe('OUTCOME_UNKNOWN')
    proxy.reconnect()
    const { releases } = await server.ok(calls.getSection, { as: operator, params: request.params })
    expect(releases.length).toBe(1)
    await expect.poll(async () => (await send(calls.uploadRelease, request)).status).toBe(201)
  })

  it('once the back end has made a change takes nothing from its answer', async () => {
    const [before, from] = [await trail(), logPosition()]
    whenAsked = () => proxy.cut()
    expect((await send(backEndCall, editor)).status).toBe(200)
    await expect.poll(() => loggedSince(from).join()).toContain('the outcome of a call is not in the audit trail')
    proxy.reconnect()
    expect((await trail()).slice(0, -before.length)).toMatchObject([{ action: 'section.call', method: 'POST' }])
  })
})
