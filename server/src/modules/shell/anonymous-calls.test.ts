import { contract } from '@pim/contract'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'
import { settingsText } from './settings.ts'

/** The calls that a browser makes before sign-in. Their responses must not depend on the caller. */
const calls = {
  'the client configuration': contract.clientConfiguration.getClientConfiguration,
  settings: contract.settings.getSettings,
  resources: contract.resources.getAllResources,
}

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

for (const [name, route] of Object.entries(calls)) {
  describe(name, () => {
    it('is the same to the byte with and without a token, a tenant or a key', async () => {
      const ask = (headers: Record<string, string>) =>
        server.app.server.inject({ method: 'GET', url: route.path, headers })
      const person = { userId: 'a', firstName: 'A', lastName: 'B', tenants: ['acme'], roles: ['admin'] }
      const plain = await ask({})
      expect(plain.statusCode).toBe(200)
      for (const headers of [
        { authorization: `Bearer ${await server.identity.tokenFor(person)}`, 'x-tenant-id': 'acme' },
        { authorization: 'Bearer rubbish' },
        { 'x-tenant-id': 'nordic', 'x-api-key': 'some-key' },
      ] as Record<string, string>[]) {
        const other = await ask(headers)
        expect([other.statusCode, other.headers.etag, other.body]).toEqual([200, plain.headers.etag, plain.body])
      }
    })

    it('names no tenant', async () => {
      const { bytes } = await server.call(route, {})
      expect(bytes.toString()).not.toMatch(/acme|nordic/i)
    })

    it('is answered 304 where the ETag matches', async () => {
      const first = await server.call(route, {})
      const again = await server.call(route, { headers: { 'if-none-match': first.headers.etag ?? '' } })
      expect([again.status, again.bytes.length]).toEqual([304, 0])
      expect(again.headers.etag).toBe(first.headers.etag)
    })
  })
}

describe('resources', () => {
  it('hold the strings of every section, in one bundle per language', async () => {
    const bundles = await server.ok(contract.resources.getAllResources, {})
    const english = bundles.find(({ languageCode }) => languageCode === 'en-US')
    expect(english?.namespace).toBe('pim')
    expect(Object.keys(english?.entries ?? {})).toEqual(
      expect.arrayContaining(['content.section.title', 'media.section.title', 'taxonomy.section.title']),
    )
  })

  it('hold one language where one is asked for, so that nobody fetches the others', async () => {
    const asked = (languageCode: string) => server.ok(contract.resources.getAllResources, { query: { languageCode } })
    expect((await asked('sv-SE')).map(({ languageCode }) => languageCode)).toEqual(['sv-SE'])
    expect(await asked('fr-FR')).toEqual([])
    const etagOf = async (query: object) =>
      (await server.call(contract.resources.getAllResources, { query })).headers.etag
    const etags = await Promise.all([{}, { languageCode: 'sv-SE' }, { languageCode: 'de-DE' }].map(etagOf))
    expect(new Set(etags).size).toBe(3)
  })
})

describe('settings', () => {
  it('tell the limits of uploads and lists', async () => {
    const settings = await server.ok(contract.settings.getSettings, {})
    expect(settings).toMatchObject({ defaultLanguage: 'en-US', paging: { defaultPageSize: 25, maxPageSize: 200 } })
    expect(settings.upload.maxBytes).toBe(server.dependencies.config.uploadMaxBytes)
    expect(settings.imageSizes.map(({ name }) => name)).toContain('thumbnail')
  })

  it('say that the first start loads a demo, which it does beside the embedded identity provider alone', () => {
    const told = (config: Parameters<typeof settingsText>[0]) => JSON.parse(settingsText(config)).loadsDemo
    expect(told({ uploadMaxBytes: 1, demo: true })).toBe(true)
    expect(told({ uploadMaxBytes: 1, demo: false })).toBeUndefined()
    expect(told({ uploadMaxBytes: 1, demo: true, keycloak: {} })).toBeUndefined()
  })
})
