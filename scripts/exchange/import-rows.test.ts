import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { contract } from '@pim/contract'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { startOwnServer, type TestServer } from '../../server/testing/test-server.ts'
import { ApiSession } from '../catalogue/load/api-session.ts'
import { type Caller, missingOf, signInRefused } from '../catalogue/load/sign-in-words.ts'
import { importRows } from './import-rows.ts'

let server: TestServer
let folder: string
let session: ApiSession
let baseUrl: string
beforeAll(async () => {
  // A server of its own: it listens at a port.
  server = await startOwnServer()
  folder = await mkdtemp(join(tmpdir(), 'pim-rows-'))
  baseUrl = await server.app.server.listen({ port: 0, host: '127.0.0.1' })
  const token = await server.identity.tokenFor({ userId: 'loader', tenants: ['acme'], roles: ['admin'] })
  session = new ApiSession({ baseUrl, credentials: { token } })
  session.tenant = 'acme'
  const label = { friendlyName: { 'en-US': 'It' } }
  const fields = [
    { ...label, technicalName: 'sku', type: 'text' as const, localizable: false, unique: 'tenant' as const },
    { ...label, technicalName: 'title', type: 'text' as const },
  ]
  const type = { technicalName: 'thing', friendlyName: { 'en-US': 'Thing' }, kind: 'user' as const, fields }
  await server.ok(contract.contentModel.seedContentTypes, { body: { contentTypes: [type] } })
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

describe('the import of a file of rows', () => {
  it('is rehearsed, and run where that is asked for, with the mapping that is proposed', async () => {
    const path = join(folder, 'things.csv')
    await writeFile(path, 'SKU;title:en-US;Other\nT-1;Lamp;x\nT-2;Shelf;y\nT-1;Twice;z\n')
    const told: string[] = []
    const asked = { technicalContentTypeName: 'thing', onProgress: (text: string) => told.push(text) }
    const rehearsed = await importRows(session, path, asked)
    expect(rehearsed).toMatchObject({ state: 'ready', counts: { created: 2, problem: 1, done: 0 } })
    expect(told).toContain('columns that go nowhere: Other')
    const done = await importRows(session, path, { ...asked, runs: true })
    expect(done).toMatchObject({ state: 'done', counts: { done: 2 } })
  })

  it('is made with a key for imports, without a person and without a tenant to name', async () => {
    const { key } = await server.ok(contract.apiKeys.createApiKey, { body: { name: 'ERP', kind: 'import' } })
    const path = join(folder, 'more.csv')
    await writeFile(path, 'SKU;title:en-US\nK-1;Chair\n')
    const byKey = new ApiSession({ baseUrl, credentials: { apiKey: key } })
    const done = await importRows(byKey, path, { technicalContentTypeName: 'thing', runs: true })
    expect(done).toMatchObject({ state: 'done', counts: { created: 1, done: 1 } })
  })

  it('goes by a shared profile, with a key too, and says what is gone', async () => {
    const { key } = await server.ok(contract.apiKeys.createApiKey, { body: { name: 'Feed', kind: 'import' } })
    const content = {
      technicalContentTypeName: 'thing',
      columns: ['sku', 'title'].map((column) => ({
        column,
        target: { kind: 'field', technicalFieldName: column } as const,
      })),
      keyField: 'sku',
      ownership: {},
    }
    const body = { kind: 'importProfile' as const, name: 'Feed', content }
    const as = { userId: 'loader', tenants: ['acme'], roles: ['admin'] }
    await server.ok(contract.savedChoices.createSavedChoice, { as, body: { ...body, isShared: true } })
    const byKey = new ApiSession({ baseUrl, credentials: { apiKey: key } })
    const imported = async (text: string) => {
      const path = join(folder, 'feed.csv')
      await writeFile(path, `sku;title\n${text}`)
      return importRows(byKey, path, { profile: 'Feed', runs: true })
    }
    expect((await imported('F-1;Lamp\nF-2;Table\n')).counts).toMatchObject({ done: 2, known: 0 })
    expect((await imported('F-1;Lamp 2\n')).counts).toMatchObject({ done: 1, known: 2, gone: 1, changedSince: 0 })
    await expect(importRows(byKey, join(folder, 'feed.csv'), { profile: 'Other' })).rejects.toThrow('no profile Other')
  })

  it('names a file that cannot be read', async () => {
    const path = join(folder, 'wrong.csv')
    await writeFile(path, Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'))
    await expect(importRows(session, path, { technicalContentTypeName: 'thing' })).rejects.toThrow(
      'wrong.csv cannot be read',
    )
  })
})

describe('who imports', () => {
  const missing = (caller: Caller) => missingOf(caller).join('; ')

  it('is told by name which settings a person needs', () => {
    expect(missing({ user: 'ann', tenant: 'acme' })).toMatch(/^PIM_PASSWORD, with the password of ann, or PIM_TOKEN/)
    expect(missing({ user: 'ann', password: 'x' })).toBe('--tenant, the external id of the tenant')
    expect(missing({ tenant: 'acme' })).toContain('PIM_IMPORT_KEY')
    for (const whole of [
      { apiKey: 'k' },
      { token: 't', tenant: 'acme' },
      { user: 'ann', password: 'x', tenant: 'acme' },
    ])
      expect(missing(whole)).toBe('')
  })

  it('is told which setting of the server a password needs, where the provider takes none', () => {
    expect(signInRefused('ann', 400, 'invalid_client').message).toContain('PIM_DIRECT_GRANT=1')
    expect(signInRefused('ann', 400, 'unsupported_grant_type').message).toContain('Direct access grants')
    expect(signInRefused('ann', 400, 'invalid_grant').message).toBe(
      'Signing in as ann failed: 400 invalid_grant. The name or the password (PIM_PASSWORD) is wrong.',
    )
  })
})
