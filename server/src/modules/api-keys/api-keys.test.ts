import { createHash } from 'node:crypto'
import { contract } from '@pim/contract'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import pg from 'pg'
import { notificationsReceived } from '../../../testing/notifications-received.ts'
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

/**
 * Another server, whose clock the test sets, starting a second before `end`, so that cache entries are still fresh
 * then.
 */
async function nodeJustBefore(end: number) {
  let time = end - 1_000
  const node = await server.anotherNode({ now: () => time })
  // Until it receives notifications, it invalidates its cache entries.
  await notificationsReceived(node.dependencies)
  return {
    setTime(to: number) {
      time = to
    },
    statusWith: async (apiKey: string) => (await node.call(read, { apiKey })).status,
  }
}

describe('an API key', () => {
  it('is shown once, and stored as a hash', async () => {
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

  it('gives access to the delivery of its own tenant only', async () => {
    const { key } = await make()
    expect(await statusWith(key)).toBe(200)
    await server.refused(read, 'FORBIDDEN', { apiKey: key, tenant: 'nordic' })
    await server.refused(read, 'API_KEY_INVALID', { apiKey: `${key}x` })
    await server.refused(read, 'API_KEY_INVALID', { apiKey: 'x'.repeat(10_000) })
    await server.refused(read, 'API_KEY_INVALID', {})
  })

  it('is created, changed and listed only by administrators of its tenant', async () => {
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

  it('can be limited and renamed, and an empty list means no limit', async () => {
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
    expect(await check.verify(made.key, 'delivery')).toMatchObject({
      deliveryTargets: [],
      contentTypeTechnicalNames: ['product'],
    })
    check.close()
    await notifications.close()
  })

  it('refuses an expiry before the year 1, or with more digits than the database stores', async () => {
    for (const expiresAt of ['0000-02-29T00:00:00Z', `2999-01-01T00:00:00.${'1'.repeat(200)}Z`]) {
      await server.refused(apiKeys.createApiKey, 'INVALID_REQUEST', { as: 'admin', body: { name: 'x', expiresAt } })
    }
  })

  it('expires at the given time, in the cache as in the database', async () => {
    const end = Date.now() + 3_600_000
    const { key, apiKeyId } = await make({ expiresAt: new Date(end).toISOString() })
    const node = await nodeJustBefore(end)
    expect(await node.statusWith(key)).toBe(200)
    await server.rows.look(`update api_key set expires_at = now() where api_key_id = '${apiKeyId}'`)
    node.setTime(end - 1)
    expect(await node.statusWith(key)).toBe(200)
    node.setTime(end)
    expect(await node.statusWith(key)).toBe(401)
    const { key: over } = await make({ expiresAt: '2001-01-01T00:00:00Z' })
    expect(await statusWith(over)).toBe(401)
  })

  it('is revoked at once although it is cached, and stays revoked', async () => {
    const made = await make()
    expect(await statusWith(made.key)).toBe(200)
    const params = { apiKeyId: made.apiKeyId }
    const { revokedAt } = await server.ok(apiKeys.revokeApiKey, { params })
    expect(revokedAt).not.toBeNull()
    expect(await statusWith(made.key)).toBe(401)
    expect((await server.ok(apiKeys.revokeApiKey, { params })).revokedAt).toBe(revokedAt)
    await server.refused(apiKeys.rotateApiKey, 'NOT_FOUND', { params })
  })

  it('is revoked on another node as soon as that has received the notification', async () => {
    const made = await make()
    const notifications = await openNotifications({ connection: server.rows.address.platform })
    const database = server.rows.open()
    // Its clock stands still, so that no cache entry is revalidated because of its age.
    const other = createKeyCheck({ database, notifications, onError: () => {}, now: () => 0 })
    await notificationsReceived({ database, notifications })
    expect(await other.verify(made.key, 'delivery')).toMatchObject({ tenant: { externalId: 'acme' } })
    await server.ok(apiKeys.revokeApiKey, { params: { apiKeyId: made.apiKeyId } })
    await notificationsReceived({ database, notifications })
    expect(await other.verify(made.key, 'delivery')).toBeUndefined()
    other.close()
    await notifications.close()
  })

  it('gets a new secret, and the old one stays valid for exactly the grace period', async () => {
    const made = await make()
    const params = { apiKeyId: made.apiKeyId }
    const graceful = await server.ok(apiKeys.rotateApiKey, { params, body: { graceSeconds: 3_600 } })
    expect(graceful.key).not.toBe(made.key)
    expect([await statusWith(made.key), await statusWith(graceful.key)]).toEqual([200, 200])
    const [grace] = await server.rows.look<{ until: string; is_as_asked: boolean }>(
      `select previous_key_expires_at::text as until,
        previous_key_expires_at - interval '3600 s' between created_at and now() as is_as_asked
       from api_key where api_key_id = '${made.apiKeyId}'`,
    )
    expect(grace?.is_as_asked).toBe(true)
    const end = Date.parse(grace?.until ?? '')
    const node = await nodeJustBefore(end)
    expect([await node.statusWith(made.key), await node.statusWith(graceful.key)]).toEqual([200, 200])
    await server.rows.look(`update api_key set previous_key_expires_at = now() where api_key_id = '${made.apiKeyId}'`)
    node.setTime(end - 1)
    expect([await node.statusWith(made.key), await node.statusWith(graceful.key)]).toEqual([200, 200])
    node.setTime(end)
    expect([await node.statusWith(made.key), await node.statusWith(graceful.key)]).toEqual([401, 200])
    const abrupt = await server.ok(apiKeys.rotateApiKey, { params })
    expect([await statusWith(graceful.key), await statusWith(abrupt.key)]).toEqual([401, 200])
  })

  it('tells when it was last used', async () => {
    const made = await make()
    expect(made.lastUsedAt).toBeNull()
    await statusWith(made.key)
    const lastUsed = async () => {
      const all = await server.ok(apiKeys.getApiKeys, {})
      return all.find((each) => each.apiKeyId === made.apiKeyId)?.lastUsedAt
    }
    await expect.poll(lastUsed).toEqual(expect.any(String))
    expect(Date.parse((await lastUsed()) ?? '')).toBeGreaterThanOrEqual(Date.parse(made.createdAt))
  })

  it('is in the audit with its changes, without its secret', async () => {
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
