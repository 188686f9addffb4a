import { createHash } from 'node:crypto'
import { contract } from '@pim/contract'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import pg from 'pg'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'
import { newId } from '../../platform/database/new-id.ts'
import { openNotifications } from '../../platform/database/notifications.ts'
import { createKeyCheck } from './index.ts'

const { apiKeys } = contract
const read = contract.delivery.getTenantVariations
let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const make = (more: Record<string, unknown> = {}) =>
  server.ok(apiKeys.createApiKey, { body: { name: 'Website', ...more } })
const statusWith = async (apiKey: string) => (await server.call(read, { apiKey })).status

describe('an API key', () => {
  it('is shown once, and kept as a hash', async () => {
    const made = await make()
    expect(made.key).toMatch(/^pim_[\w-]{43}$/)
    expect(made.prefix).toBe(made.key.slice(0, 10))
    const [listed] = await server.ok(apiKeys.getApiKeys, {})
    const { key, ...rest } = made
    expect(listed).toEqual(rest)
    const client = new pg.Client(server.rows.superuser)
    await client.connect()
    const { rows } = await client.query('select api_key::text as text, key_hash from api_key where api_key_id = $1', [
      made.apiKeyId,
    ])
    await client.end()
    expect(rows[0].text).not.toContain(key)
    expect(rows[0].key_hash).toEqual(createHash('sha256').update(key).digest())
  })

  it('opens the delivery of its tenant, whatever the caller says', async () => {
    const { key } = await make()
    expect(await statusWith(key)).toBe(200)
    await server.refused(read, 'FORBIDDEN', { apiKey: key, tenant: 'nordic' })
    await server.refused(read, 'API_KEY_INVALID', { apiKey: `${key}x` })
    await server.refused(read, 'API_KEY_INVALID', { apiKey: 'x'.repeat(10_000) })
    await server.refused(read, 'API_KEY_INVALID', {})
  })

  it('is made, changed and seen by administrators alone, of its own tenant', async () => {
    const { apiKeyId } = await make()
    const params = { apiKeyId }
    await server.refused(apiKeys.getApiKeys, 'FORBIDDEN', { as: 'publisher' })
    await server.refused(apiKeys.createApiKey, 'FORBIDDEN', { as: 'publisher', body: { name: 'x' } })
    for (const tenant of ['nordic', 'acme']) {
      const foreign = { params: tenant === 'nordic' ? params : { apiKeyId: newId() }, tenant }
      await server.refused(apiKeys.changeApiKey, 'NOT_FOUND', { ...foreign, body: { name: 'x' } })
      await server.refused(apiKeys.rotateApiKey, 'NOT_FOUND', foreign)
      await server.refused(apiKeys.revokeApiKey, 'NOT_FOUND', foreign)
    }
  })

  it('is limited and renamed, and an empty limit is none', async () => {
    const made = await make({ deliveryTargets: ['web'], contentTypeTechnicalNames: ['product'] })
    const params = { apiKeyId: made.apiKeyId }
    const changed = await server.ok(apiKeys.changeApiKey, {
      params,
      body: { name: 'Shop', deliveryTargets: [], expiresAt: '2999-01-01T00:00:00Z' },
    })
    expect(changed).toMatchObject({
      name: 'Shop',
      deliveryTargets: [],
      contentTypeTechnicalNames: ['product'],
      expiresAt: '2999-01-01T00:00:00Z',
    })
    const notifications = await openNotifications({ connection: server.rows.address.platform })
    const check = createKeyCheck({ database: server.database, notifications, onError: () => {} })
    expect(await check.verify(made.key)).toMatchObject({ deliveryTargets: [], contentTypeTechnicalNames: ['product'] })
    check.close()
    await notifications.close()
  })

  it('has no end that is before all times, or finer than any clock', async () => {
    for (const expiresAt of ['0000-02-29T00:00:00Z', `2999-01-01T00:00:00.${'1'.repeat(200)}Z`]) {
      await server.refused(apiKeys.createApiKey, 'INVALID_REQUEST', { as: 'admin', body: { name: 'x', expiresAt } })
    }
  })

  it('ends on the second that it was given', async () => {
    const made = await make({ expiresAt: new Date(Date.now() + 700).toISOString() })
    expect(await statusWith(made.key)).toBe(200)
    await new Promise((resolve) => setTimeout(resolve, 800))
    expect(await statusWith(made.key)).toBe(401)
  })

  it('is revoked at once, however often it was just used, and stays so', async () => {
    const made = await make()
    expect(await statusWith(made.key)).toBe(200)
    const params = { apiKeyId: made.apiKeyId }
    const { revokedAt } = await server.ok(apiKeys.revokeApiKey, { params })
    expect(revokedAt).not.toBeNull()
    expect(await statusWith(made.key)).toBe(401)
    expect((await server.ok(apiKeys.revokeApiKey, { params })).revokedAt).toBe(revokedAt)
    await server.refused(apiKeys.rotateApiKey, 'NOT_FOUND', { params })
  })

  it('is revoked on another node too, within moments', async () => {
    const made = await make()
    const notifications = await openNotifications({ connection: server.rows.address.platform })
    const other = createKeyCheck({ database: server.rows.open(), notifications, onError: () => {} })
    expect(await other.verify(made.key)).toMatchObject({ tenant: { externalId: 'acme' } })
    await server.ok(apiKeys.revokeApiKey, { params: { apiKeyId: made.apiKeyId } })
    const until = Date.now() + 1_000
    while ((await other.verify(made.key)) !== undefined && Date.now() < until) {
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    expect(await other.verify(made.key)).toBeUndefined()
    other.close()
    await notifications.close()
  })

  it('gets a new secret; the old one goes on for as long as was asked, and no longer', async () => {
    const made = await make()
    const params = { apiKeyId: made.apiKeyId }
    const graceful = await server.ok(apiKeys.rotateApiKey, { params, body: { graceSeconds: 1 } })
    expect(graceful.key).not.toBe(made.key)
    expect([await statusWith(made.key), await statusWith(graceful.key)]).toEqual([200, 200])
    await new Promise((resolve) => setTimeout(resolve, 1_100))
    expect([await statusWith(made.key), await statusWith(graceful.key)]).toEqual([401, 200])
    const abrupt = await server.ok(apiKeys.rotateApiKey, { params })
    expect([await statusWith(graceful.key), await statusWith(abrupt.key)]).toEqual([401, 200])
  })

  it('says when it was last used', async () => {
    const made = await make()
    expect(made.lastUsedAt).toBeNull()
    await statusWith(made.key)
    const lastUsed = async () => {
      const all = await server.ok(apiKeys.getApiKeys, {})
      return all.find((each) => each.apiKeyId === made.apiKeyId)?.lastUsedAt
    }
    const until = Date.now() + 2_000
    while ((await lastUsed()) === null && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 10))
    expect(Date.parse((await lastUsed()) ?? '')).toBeGreaterThan(Date.now() - 10_000)
  })

  it('leaves its trail in the audit, never its secret', async () => {
    const made = await make({ name: 'Trail' })
    const params = { apiKeyId: made.apiKeyId }
    const rotated = await server.ok(apiKeys.rotateApiKey, { params })
    await server.ok(apiKeys.revokeApiKey, { params })
    const { items } = await server.ok(contract.audit.getAuditEntries, { query: { entityId: made.apiKeyId } })
    expect(items.map((entry) => entry.action)).toEqual(['apiKey.revoke', 'apiKey.rotate', 'apiKey.create'])
    expect(JSON.stringify(items)).not.toContain(made.key)
    expect(JSON.stringify(items)).not.toContain(rotated.key)
  })
})
