import { contract } from '@pim/contract'
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@rstest/core'
import { makeThings } from '../../../testing/every-call.ts'
import { notificationsReceived } from '../../../testing/notifications-received.ts'
import {
  personWith,
  startOwnServer,
  type TestNode,
  type TestPerson,
  type TestServer,
} from '../../../testing/test-server.ts'

const { getTenants, pauseTenant, resumeTenant } = contract.installation
const { getAllTenants, getVariations } = contract.tenants
const { getTenantVariations } = contract.delivery

/** A member of no tenant. */
const operator: TestPerson = { userId: 'operator', tenants: [], roles: ['admin'] }
const params = { externalId: 'acme' }

let server: TestServer
let other: TestNode
let key: string

beforeAll(async () => {
  // A server of its own: it lists all tenants.
  server = await startOwnServer()
  other = await server.anotherNode()
  await makeThings(server, 'acme', 'A thing')
  key = (await server.ok(contract.apiKeys.createApiKey, { body: { name: 'Shop' } })).key
})
afterEach(() => resume())
afterAll(() => server.close())

const heard = () => Promise.all([server, other].map((node) => notificationsReceived(node.dependencies)))

async function pause(reason = 'The bill is not paid'): Promise<void> {
  await server.ok(pauseTenant, { params, body: { reason }, as: operator })
  await heard()
}

async function resume(reason?: string): Promise<void> {
  await server.ok(resumeTenant, { params, body: reason === undefined ? {} : { reason }, as: operator })
  await heard()
}

describe('the tenants of the installation', () => {
  it('are shown to its administrators with what they use, and to nobody else', async () => {
    const page = await server.ok(getTenants, { as: operator })
    expect(page.items.map((tenant) => [tenant.externalId, tenant.pause])).toEqual([
      ['acme', undefined],
      ['nordic', undefined],
    ])
    const used = Object.fromEntries(page.items[0]?.quotas.map((each) => [each.quota, each.used]) ?? [])
    expect(used).toMatchObject({ items: 1, files: 1, apiKeys: 2 })
    expect(page).toMatchObject({ paging: { totalCount: 2 }, beingErased: [] })
    const found = await server.ok(getTenants, { as: operator, query: { searchText: 'NORD', pageSize: 1 } })
    expect(found.items.map(({ externalId }) => externalId)).toEqual(['nordic'])
    expect((await server.ok(getTenants, { as: operator, query: { searchText: '%' } })).items).toEqual([])
    const ofAcme = { ...personWith('admin'), roles: ['acme:admin'] }
    await server.refused(getTenants, 'FORBIDDEN', { as: ofAcme })
    await server.refused(pauseTenant, 'FORBIDDEN', { as: ofAcme, params, body: { reason: 'mine' } })
    await server.refused(resumeTenant, 'FORBIDDEN', { as: ofAcme, params, body: {} })
    const unknown = { params: { externalId: 'nobody' }, as: operator }
    await server.refused(pauseTenant, 'NOT_FOUND', { ...unknown, body: { reason: 'why' } })
    const { fieldErrors } = await server.refused(pauseTenant, 'INVALID_REQUEST', {
      params,
      as: operator,
      body: { reason: '  ' },
    })
    expect(fieldErrors).toMatchObject([{ technicalFieldName: 'body.reason' }])
  })
})

describe('a paused tenant', () => {
  it('refuses its people and its keys on every server, also what is answered from memory', async () => {
    const all = [server, other]
    const origins = await Promise.all(all.map((node) => node.app.server.listen({ port: 0, host: '127.0.0.1' })))
    const fromOutside = () =>
      Promise.all(
        origins.map(
          async (origin) =>
            (await fetch(`${origin}${getTenantVariations.path}`, { headers: { 'x-api-key': key } })).status,
        ),
      )
    const ask = (node: TestNode) =>
      Promise.all([
        node.call(getVariations, { as: 'admin' }),
        node.call(getVariations, { as: { ...operator, tenants: ['acme'] } }),
        node.call(getTenantVariations, { apiKey: key }),
      ])
    // More than once, so that the later answers come from memory.
    for (const node of [...all, ...all]) expect((await ask(node)).map(({ status }) => status)).toEqual([200, 200, 200])
    for (let times = 0; times < 3; times++) expect(await fromOutside()).toEqual([200, 200])
    await pause()
    for (let times = 0; times < 3; times++) expect(await fromOutside()).toEqual([403, 403])
    for (const node of [...all, ...all]) {
      const answers = await ask(node)
      expect(answers.map(({ problem }) => problem?.code)).toEqual(Array(3).fill('TENANT_PAUSED'))
      expect(answers.map(({ status }) => status)).toEqual([403, 403, 403])
      await node.ok(getVariations, { tenant: 'nordic' })
    }
    await resume()
    for (const node of all) expect((await ask(node)).map(({ status }) => status)).toEqual([200, 200, 200])
  })

  it('says so to its members alone, and with its reason to operators', async () => {
    await pause()
    expect(await server.ok(getAllTenants, { as: personWith('viewer') })).toMatchObject([
      { externalId: 'acme', isPaused: true },
    ])
    const outsider = { ...personWith('viewer', 'nordic'), roles: [] }
    await server.refused(getVariations, 'FORBIDDEN', { as: outsider, tenant: 'acme' })
    const [acme] = (await server.ok(getTenants, { as: operator })).items
    expect(acme?.pause).toMatchObject({ by: 'operator', reason: 'The bill is not paid' })
  })

  it('has the reasons in its audit, once', async () => {
    await pause('first')
    await pause('again')
    await resume('paid')
    await resume()
    const entries = (await server.ok(contract.audit.getAuditEntries, { query: { entityKind: 'tenant' } })).items
    const told = entries.map(({ action, details, userId }) => [action, details.reason, userId])
    expect(told.slice(0, 2)).toEqual([
      ['tenant.resume', 'paid', 'operator'],
      ['tenant.pause', 'first', 'operator'],
    ])
  })

  it('has jobs that wait: those in the queue, and one that is running', async () => {
    const { jobs } = server.dependencies
    const { tenantId } = server.acme
    const kind = `held-${tenantId}`
    let runs = 0
    const wasStopped = Promise.withResolvers<void>()
    const isRunning = Promise.withResolvers<void>()
    jobs.handle(kind, 'nobody', async ({ signal, tenantId: of }) => {
      if (of !== tenantId || ++runs > 1) return { runs }
      isRunning.resolve()
      await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
      wasStopped.resolve()
      throw signal.reason
    })
    const enqueue = (of: string) =>
      server.database.inTenant(of, (trx) => jobs.enqueue(trx, of, { kind, createdBy: 'user-1' }))
    const first = await enqueue(tenantId)
    await isRunning.promise
    await pause()
    const second = await enqueue(tenantId)
    await wasStopped.promise
    // The queue of others moves on.
    const ofOthers = await enqueue(server.nordic.tenantId)
    expect((await jobs.finished(server.nordic.tenantId, ofOthers, 10_000))?.status).toBe('done')
    for (const jobId of [first, second]) expect((await jobs.find(tenantId, jobId))?.status).toBe('queued')
    expect(runs).toBe(1)
    await resume()
    for (const jobId of [first, second]) expect((await jobs.finished(tenantId, jobId, 10_000))?.status).toBe('done')
  })
})
