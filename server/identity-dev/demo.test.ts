import { describe, expect, it } from '@rstest/core'
import pg from 'pg'
import { browserAt, providerForTests } from '../testing/embedded-sign-in.ts'
import { demoUsers, NotOnLoopback, openEmbeddedIdentity } from './index.ts'
import { passwordMatches } from './passwords.ts'

const test = providerForTests()

describe('the embedded provider', () => {
  it('refuses to start for a network', async () => {
    const { database } = test.rows
    for (const [listenHost, publicUrl] of [
      ['0.0.0.0', 'http://localhost:3000'],
      ['::', 'http://localhost:3000'],
      ['localhost', 'https://pim.example.com'],
      ['192.168.1.10', 'http://192.168.1.10:3000'],
    ] as const) {
      await expect(
        openEmbeddedIdentity({ database, listenHost, publicUrl, hasDemo: true, allowsDirectGrant: false }),
      ).rejects.toThrow(NotOnLoopback)
    }
  })

  it('refuses requests with another host name or from another machine', async () => {
    const url = '/realms/pim/protocol/openid-connect/certs'
    const { app } = test.provider
    expect((await app.inject({ url, headers: { host: 'rebound.evil.example' } })).statusCode).toBe(403)
    expect((await app.inject({ url, headers: { host: 'localhost' }, remoteAddress: '192.168.1.20' })).statusCode).toBe(
      403,
    )
    expect((await app.inject({ url, headers: { host: 'localhost' } })).statusCode).toBe(200)
  })

  it('has users whose password is their user name', async () => {
    for (const { username, passwordHash } of demoUsers) expect(await passwordMatches(username, passwordHash)).toBe(true)
  })

  it('stores nothing that could be used to sign in', async () => {
    const browser = browserAt(test.provider)
    const tokens = await browser.tokens('editor')
    const client = new pg.Client({ ...test.rows.superuser })
    await client.connect()
    const { rows: all } = await client.query('select row_to_json(a)::text as text from identity.artifact a')
    await client.end()
    const dump = all.map(({ text }) => text).join('\n')
    const secrets = [tokens.refresh_token.split('.')[2], ...[...browser.cookies.values()].map(({ value }) => value)]
    expect(secrets.length).toBeGreaterThan(1)
    for (const secret of secrets) expect(dump).not.toContain(secret)
  })
})
