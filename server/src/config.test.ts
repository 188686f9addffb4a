import { resolve } from 'node:path'
import { describe, expect, it } from '@rstest/core'
import { ConfigError, readConfig } from './config.ts'

const keycloak = { KEYCLOAK_URL: 'https://id.example/auth/', KEYCLOAK_REALM: 'pim', KEYCLOAK_CLIENT_ID: 'pim-web' }

/** The message of the ConfigError for these variables. */
function errorFor(variables: Record<string, string>): string {
  try {
    readConfig(variables)
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  throw new Error(`${JSON.stringify(variables)} was accepted`)
}

describe('settings', () => {
  it('are all optional for a product on this machine', () => {
    const config = readConfig({})
    expect(config).toMatchObject({
      port: 3000,
      host: 'localhost',
      keycloak: undefined,
      databaseUrl: undefined,
      defaultRole: 'viewer',
      demo: true,
      trustProxy: false,
      drainMs: 5_000,
    })
    expect(config.publicUrl.href).toBe('http://localhost:3000/')
    expect(config.dataDir).toBe(resolve('.data'))
  })

  it('count as not set when they are empty', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '', KEYCLOAK_URL: '' })).toEqual(readConfig({}))
  })

  it.each([
    ['PORT', '70000'],
    ['PORT', '3e3'],
    ['PIM_PUBLIC_URL', 'pim.example'],
    ['PIM_PUBLIC_URL', 'https://pim.example/path'],
    ['DATABASE_URL', 'mysql://x'],
    ['KEYCLOAK_URL', 'id.example'],
    ['PIM_BINARY_STORE', 'ftp://x'],
    ['PIM_DEMO', 'yes'],
    ['PIM_DEFAULT_ROLE', 'owner'],
    ['PIM_REMOTES', 'content'],
    ['PIM_REMOTES', 'content=https://cdn.example/mf-manifest.json#sha256-short'],
    ['PIM_REMOTES', '{"content":5}'],
    ['PIM_REMOTE_ORIGINS', 'https://cdn.example/x'],
    ['PIM_REMOTE_ORIGINS', 'https://cdn.example; script-src *'],
    ['PIM_SECTION_BACKENDS', 'orders'],
    ['PIM_SECTION_BACKENDS', 'Orders=https://orders.example'],
    ['PIM_SECTION_BACKENDS', 'orders=file:///etc/passwd'],
    ['PIM_SECTION_BACKENDS', 'orders=https://a:b@orders.example'],
    ['PIM_SECTION_BACKENDS', 'orders=https://orders.example?a=b'],
    ['PIM_SECTION_BACKENDS', 'orders=https://a.example, orders=https://b.example'],
    ['PIM_SECTION_BACKEND_NETWORKS', 'orders.example'],
    ['PIM_SECTION_BACKEND_NETWORKS', '10.0.0.0/33'],
    ['PIM_SECTION_BACKEND_NETWORKS', '10.0.0.0/8/8'],
    ['PIM_TRUST_PROXY', 'everyone'],
    ['PIM_LOG_LEVEL', 'loud'],
    ['PIM_METRICS_TOKEN', 'short'],
    ['PIM_DEADLINE_MS', '1'],
    ['PIM_DATABASE_CONNECTIONS', '2'],
    ['PIM_DATABASE_CONNECTIONS', '31'],
  ])('are named when they are wrong: %s=%s', (name, value) => {
    expect(errorFor({ [name]: value })).toContain(name)
  })

  it('are all named at once when several are wrong', () => {
    const message = errorFor({ PORT: 'x', PIM_DEMO: 'x' })
    expect(message).toContain('PORT')
    expect(message).toContain('PIM_DEMO')
  })

  it('refuse the embedded identity provider on a network', () => {
    for (const host of ['0.0.0.0', '::', '192.168.1.5', 'pim.internal']) {
      expect(errorFor({ PIM_HOST: host, PIM_PUBLIC_URL: 'https://pim.example' })).toContain('KEYCLOAK_URL')
    }
    for (const host of ['localhost', '127.0.0.1', '::1']) expect(readConfig({ PIM_HOST: host }).host).toBe(host)
  })

  it('refuse the embedded identity provider beside a database of its own, and behind proxies', () => {
    const beside = { DATABASE_URL: 'postgresql://localhost/pim', PIM_BINARY_STORE: 's3://files' }
    expect(errorFor(beside)).toContain('PIM_EMBEDDED_IDENTITY_BESIDE_DATABASE')
    expect(readConfig({ ...beside, PIM_EMBEDDED_IDENTITY_BESIDE_DATABASE: '1' }).keycloak).toBeUndefined()
    expect(errorFor({ PIM_TRUST_PROXY: 'loopback' })).toContain('PIM_TRUST_PROXY')
    expect(readConfig({ ...keycloak, ...beside, PIM_TRUST_PROXY: '1' }).trustProxy).toBe(1)
  })

  it('refuse files in a folder that other servers of the database may not see', () => {
    const beside = { ...keycloak, DATABASE_URL: 'postgresql://localhost/pim' }
    for (const store of [{}, { PIM_BINARY_STORE: 'file:///srv/files' }]) {
      expect(errorFor({ ...beside, ...store })).toContain('PIM_BINARY_FOLDER_IS_SHARED')
      expect(readConfig({ ...beside, ...store, PIM_BINARY_FOLDER_IS_SHARED: '1' }).isBinaryFolderShared).toBe(true)
      expect(readConfig(store).databaseUrl).toBeUndefined()
    }
    expect(readConfig({ ...beside, PIM_BINARY_STORE: 's3://files' }).binaryStore).toBe('s3://files')
  })

  it('refuse an archive that would be lost with the data, or of a database that is not the own one', () => {
    const inside = { PIM_DATA_DIR: '/srv/pim', PIM_ARCHIVE: '/srv/pim/archive' }
    expect(() => readConfig(inside)).toThrow('PIM_ARCHIVE lies in PIM_DATA_DIR')
    expect(() => readConfig({ ...inside, PIM_ARCHIVE: 'file:///srv/pim' })).toThrow('PIM_ARCHIVE lies in PIM_DATA_DIR')
    expect(readConfig({ ...inside, PIM_ARCHIVE: '/srv/pim-archive' }).archive?.place).toBe('/srv/pim-archive')
    const outside = { ...keycloak, DATABASE_URL: 'postgresql://localhost/pim', PIM_BINARY_STORE: 's3://files' }
    expect(() => readConfig({ ...outside, PIM_ARCHIVE: 's3://archive' })).toThrow('is archived by its own means')
    expect(() => readConfig({ PIM_BACKUP_KEY: 'a password' })).toThrow('PIM_BACKUP_KEY is no key')
  })

  it('allow signing in with a name and a password alone where the demo is, or where it is asked for', () => {
    expect(readConfig({}).allowsDirectGrant).toBe(true)
    expect(readConfig({ PIM_DEMO: '0' }).allowsDirectGrant).toBe(false)
    expect(readConfig({ PIM_DEMO: '0', PIM_DIRECT_GRANT: '1' }).allowsDirectGrant).toBe(true)
    expect(readConfig({ PIM_DIRECT_GRANT: '0' }).allowsDirectGrant).toBe(false)
  })

  it('name an identity provider completely or not at all', () => {
    const { KEYCLOAK_REALM: _left, ...partly } = keycloak
    expect(errorFor(partly)).toContain('go together')
    const further = { KEYCLOAK_FURTHER_CLIENT_IDS: 'cli, loader', KEYCLOAK_REALM_ROLES: '1' }
    expect(readConfig({ ...keycloak, ...further }).keycloak).toEqual({
      url: 'https://id.example/auth',
      realm: 'pim',
      clientId: 'pim-web',
      furtherClientIds: ['cli', 'loader'],
      hasOwnRealm: true,
    })
    expect(readConfig(keycloak).keycloak?.hasOwnRealm).toBe(false)
  })

  it('require the public URL where other machines can reach the server, and drain before closing there', () => {
    expect(errorFor({ ...keycloak, PIM_HOST: '0.0.0.0' })).toContain('PIM_PUBLIC_URL')
    const config = readConfig({ ...keycloak, PIM_HOST: '0.0.0.0', PIM_PUBLIC_URL: 'https://pim.example/' })
    expect(config.publicUrl.origin).toBe('https://pim.example')
    expect(config.drainMs).toBe(5_000)
  })

  it('name sections as a list or as JSON', () => {
    const remotes = { content: 'https://cdn.example/c/mf-manifest.json', extra: '/elsewhere/mf-manifest.json' }
    const pairs = Object.entries(remotes).map(([name, url]) => `${name}=${url}`)
    expect(readConfig({ PIM_REMOTES: pairs.join(', ') }).remotes).toEqual(remotes)
    expect(readConfig({ PIM_REMOTES: JSON.stringify(remotes) }).remotes).toEqual(remotes)
  })

  it('trust only the proxies that are named', () => {
    const trusting = (text: string) => readConfig({ ...keycloak, PIM_TRUST_PROXY: text }).trustProxy
    expect(trusting('1')).toBe(1)
    expect(trusting('0')).toBe(false)
    expect(trusting('loopback, 10.0.0.0/8')).toBe('loopback,10.0.0.0/8')
  })
})
