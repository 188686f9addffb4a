import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import * as fc from 'fast-check'
import pg from 'pg'
import { type TestDatabase, testDatabase } from '../../database/testing.ts'
import { TokenRefused } from '../verify.ts'
import { demoUsers, NotOnLoopback, openEmbeddedIdentity } from './index.ts'
import { passwordMatches } from './passwords.ts'
import { browserAt, claimsIn, passwordGrant, type StartedProvider, startProvider, type Tokens } from './testing.ts'

let rows: TestDatabase
let provider: StartedProvider
const devOrigin = 'http://localhost:3111'

beforeAll(async () => {
  rows = await testDatabase()
  provider = await startProvider(rows.database, { devOrigins: [devOrigin] })
  await provider.listen()
})
afterAll(async () => {
  await provider.stop()
  await rows.close()
})

const tokenUrl = () => `${provider.realm}/protocol/openid-connect/token`
const logoutUrl = (fields: Record<string, string>) =>
  `${provider.realm}/protocol/openid-connect/logout?${new URLSearchParams(fields)}`

describe('signing in', () => {
  it('gives tokens that say who it is and where they belong', async () => {
    const tokens = await browserAt(provider).tokens('editor')
    expect(await provider.identity.verifier.verify(tokens.access_token)).toEqual({
      userId: demoUsers[1]?.userId,
      firstName: 'Elias',
      lastName: 'Sandberg',
      email: 'editor@example.com',
      tenants: ['acme', 'nordic'],
      roles: ['editor'],
    })
    expect(claimsIn(tokens.id_token)).toMatchObject({ nonce: 'some-nonce', aud: 'pim', given_name: 'Elias' })
    expect(claimsIn(tokens.access_token)).toMatchObject({ typ: 'Bearer', azp: 'pim', aud: 'pim-api' })
    // keycloak-js reads the payload of this one too.
    expect(claimsIn(tokens.refresh_token)).toMatchObject({ typ: 'Refresh' })
    await expect(provider.identity.verifier.verify(tokens.id_token)).rejects.toThrow(TokenRefused)
    await expect(provider.identity.verifier.verify(tokens.refresh_token)).rejects.toThrow(TokenRefused)
  })

  it('tells the tenants only where that scope was asked for', async () => {
    const browser = browserAt(provider)
    const response = await browser.exchange(await browser.signIn('editor', 'editor', { scope: 'openid' }))
    expect(claimsIn(((await response.json()) as Tokens).access_token).tenants).toBeUndefined()
  })

  it('is asked for once: the next page of the same browser goes straight through', async () => {
    const browser = browserAt(provider)
    await browser.signIn('viewer')
    const { code } = await browser.follow(await browser.request(await browser.authorizationUrl()))
    expect(code).toBeDefined()
  })

  it('with a wrong password says so, keeps the name and makes nobody slip through', async () => {
    const browser = browserAt(provider)
    const { pageUrl } = await browser.follow(await browser.request(await browser.authorizationUrl()))
    const answer = await browser.request(pageUrl, browser.form({ username: '"><b>publisher', password: 'x' }))
    const html = await answer.text()
    expect(html).toContain('The user name or the password is wrong')
    expect(html).toContain('value="&quot;&gt;&lt;b&gt;publisher"')
    expect(answer.headers.get('location')).toBeNull()
    expect(answer.headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors 'none'/)
  })

  it('as somebody else ends the session of the one before', async () => {
    const browser = browserAt(provider)
    const before = await browser.tokens('editor')
    const response = await browser.exchange(await browser.signIn('publisher', 'publisher', { prompt: 'login' }))
    expect(claimsIn(((await response.json()) as Tokens).access_token)).toMatchObject({
      preferred_username: 'publisher',
    })
    expect((await browser.refresh(before.refresh_token)).status).toBe(400)
  })

  it('takes a code once, also from two who come at the same time', async () => {
    const browser = browserAt(provider)
    const code = await browser.signIn('editor')
    const answers = await Promise.all([1, 2, 3, 4].map(() => browser.exchange(code)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(3)
  })

  it('needs PKCE with S256', async () => {
    const browser = browserAt(provider)
    for (const parameters of [{ code_challenge_method: 'plain' }, { code_challenge: '' }]) {
      const { code, pageUrl } = await browser.follow(await browser.request(await browser.authorizationUrl(parameters)))
      expect(code).toBeUndefined()
      expect(pageUrl).toContain('error=invalid_request')
    }
  })

  it('is slowed down after five misses, whatever headers say, and for that name alone', async () => {
    const answers: number[] = []
    for (let n = 0; n < 7; n++) {
      const response = await fetch(tokenUrl(), {
        method: 'POST',
        headers: { 'x-forwarded-for': `10.0.0.${n}` },
        body: new URLSearchParams({
          grant_type: 'password',
          client_id: 'pim-tools',
          username: 'Outsider',
          password: `${n}`,
        }),
      })
      answers.push(Number(response.headers.get('retry-after') ?? 0))
    }
    expect(answers.slice(0, 5)).toEqual([0, 0, 0, 0, 0])
    expect(answers[6]).toBeGreaterThan(0)
    expect((await passwordGrant(provider, { username: 'viewer', password: 'viewer' })).status).toBe(200)
  })
})

describe('where a sign-in may lead back to', () => {
  const elsewhere = () => [
    `${provider.origin}//evil.example`,
    `${provider.origin}/\\evil.example`,
    `${provider.origin}@evil.example/`,
    `${provider.origin}.evil.example/`,
    `${provider.origin}/%2F%2Fevil.example`,
    `${provider.origin}/..//evil.example`,
    `${provider.origin}/?next=//evil.example`,
    `${provider.origin}/#x`,
    `${provider.origin}/content-items`,
    provider.origin,
    '//evil.example/',
    'https://evil.example/',
    'javascript:alert(1)',
    'data:text/html,x',
  ]

  it('is exactly the application: everything else stays here', async () => {
    const browser = browserAt(provider)
    for (const redirect_uri of elsewhere()) {
      const response = await browser.request(await browser.authorizationUrl({ redirect_uri }), {
        headers: { accept: 'text/html' },
      })
      expect([redirect_uri, response.status, response.headers.get('location')]).toEqual([redirect_uri, 400, null])
      expect(await response.text()).not.toContain('href="http://evil')
    }
  })

  it('cannot be said twice', async () => {
    const browser = browserAt(provider)
    const url = await browser.authorizationUrl()
    for (const more of [
      `&redirect_uri=${encodeURIComponent('https://evil.example/')}`,
      `&redirect_uri=${encodeURIComponent(`${provider.origin}/`)}`,
      '&client_id=other',
    ]) {
      const response = await browser.request(`${url}${more}`, { headers: { accept: 'text/html' } })
      expect([response.status, response.headers.get('location')]).toEqual([400, null])
    }
  })

  it('holds for signing out too', async () => {
    const browser = browserAt(provider)
    for (const post_logout_redirect_uri of elsewhere().filter((uri) => uri !== provider.origin)) {
      const response = await browser.request(logoutUrl({ client_id: 'pim', post_logout_redirect_uri }))
      expect([post_logout_redirect_uri, response.status, response.headers.get('location')]).toEqual([
        post_logout_redirect_uri,
        400,
        null,
      ])
    }
    const twice = await browser.request(
      `${logoutUrl({ client_id: 'pim', post_logout_redirect_uri: provider.origin })}&post_logout_redirect_uri=https%3A%2F%2Fevil.example`,
    )
    expect([twice.status, twice.headers.get('location')]).toEqual([400, null])
  })
})

describe('staying signed in', () => {
  it('survives five tabs that refresh at the same moment, ten times over', async () => {
    const browser = browserAt(provider)
    const first = await browser.tokens('editor')
    const tabs = Array.from({ length: 5 }, () => first.refresh_token)
    for (let round = 0; round < 10; round++) {
      const answers = await Promise.all(tabs.map((token) => browser.refresh(token)))
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
      const tokens = (await Promise.all(answers.map((answer) => answer.json()))) as Tokens[]
      for (const [tab, { refresh_token }] of tokens.entries()) tabs[tab] = refresh_token
    }
  }, 30_000)

  it('survives a restart of the server: tokens, session and all', async () => {
    const browser = browserAt(provider)
    const tokens = await browser.tokens('publisher')
    await provider.stop()
    provider = await startProvider(rows.database, { port: provider.port, devOrigins: [devOrigin] })
    await provider.listen()
    expect(await provider.identity.verifier.verify(tokens.access_token)).toMatchObject({ firstName: 'Petra' })
    expect((await browser.refresh(tokens.refresh_token)).status).toBe(200)
    const { code } = await browser.follow(await browser.request(await browser.authorizationUrl()))
    expect(code).toBeDefined()
  })

  it('ends with signing out: for tokens, refreshing and the browser', async () => {
    const browser = browserAt(provider)
    const tokens = await browser.tokens('editor')
    const { verifier } = provider.identity
    const { userId } = await verifier.verify(tokens.access_token)
    const out = await browser.request(
      logoutUrl({ client_id: 'pim', post_logout_redirect_uri: provider.origin, id_token_hint: tokens.id_token }),
    )
    expect([out.status, out.headers.get('location')]).toEqual([303, provider.origin])
    expect((await browser.refresh(tokens.refresh_token)).status).toBe(400)
    // Otherwise noticed within a minute.
    verifier.recheck(userId)
    await expect(verifier.verify(tokens.access_token)).rejects.toThrow(TokenRefused)
    const { code } = await browser.follow(await browser.request(await browser.authorizationUrl()))
    expect(code).toBeUndefined()
  })

  it('is not ended by a link that somebody else made: a person is asked', async () => {
    const browser = browserAt(provider)
    const tokens = await browser.tokens('editor')
    const others = await browserAt(provider).tokens('viewer')
    for (const id_token_hint of ['', 'rubbish', others.id_token]) {
      const page = await browser.request(logoutUrl({ client_id: 'pim', id_token_hint }))
      expect(page.status).toBe(200)
      expect(await page.text()).toContain('Sign out?')
    }
    expect((await browser.refresh(tokens.refresh_token)).status).toBe(200)
    const out = await browser.request(logoutUrl({}), browser.form({ client_id: 'pim', confirmed: 'yes' }))
    expect(out.status).toBe(303)
    expect((await browser.refresh(tokens.refresh_token)).status).toBe(400)
  })
})

describe('a membership', () => {
  it('that is given shows at once, and in the next token', async () => {
    const { verifier, grantTenant } = provider.identity
    const browser = browserAt(provider)
    const tokens = await browser.tokens('viewer')
    const { userId, tenants } = await verifier.verify(tokens.access_token)
    expect(tenants).toEqual(['acme'])
    await grantTenant(userId, 'new-tenant')
    expect((await verifier.verify(tokens.access_token)).tenants).toEqual(['acme', 'new-tenant'])
    const next = (await (await browser.refresh(tokens.refresh_token)).json()) as Tokens
    expect(claimsIn(next.access_token).tenants).toEqual(['acme', 'new-tenant'])
  })

  it('that is taken away is gone from a token that still says it', async () => {
    const { verifier, revokeTenant } = provider.identity
    const { access_token } = await browserAt(provider).tokens('publisher')
    const { userId } = await verifier.verify(access_token)
    await revokeTenant(userId, 'acme')
    expect((await verifier.verify(access_token)).tenants).toEqual([])
    expect(claimsIn(access_token).tenants).toEqual(['acme'])
    await provider.identity.grantTenant(userId, 'acme')
  })
})

describe('tools', () => {
  it('get tokens for name and password, and refresh them', async () => {
    const response = await passwordGrant(provider, {
      username: 'Admin',
      password: 'admin',
      scope: 'openid profile tenant',
    })
    const tokens = (await response.json()) as Tokens
    expect(await provider.identity.verifier.verify(tokens.access_token)).toMatchObject({
      roles: ['admin'],
      tenants: ['acme', 'nordic'],
    })
    const again = await fetch(tokenUrl(), {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'refresh_token',
        client_id: 'pim-tools',
        refresh_token: tokens.refresh_token,
      }),
    })
    expect(again.status).toBe(200)
  })

  it('are refused with a wrong password, as another client, or with nonsense', async () => {
    for (const fields of [
      { username: 'admin', password: 'wrong' },
      { username: 'nobody', password: 'nobody' },
      { username: 'admin', password: 'admin', client_id: 'pim' },
      { username: 'admin', password: 'admin', client_id: 'other' },
      { username: 'a\0dmin', password: 'admin' },
      { username: 'admin' },
    ]) {
      const response = await passwordGrant(provider, fields as Record<string, string>)
      expect([400, 401]).toContain(response.status)
      expect(await response.json()).not.toHaveProperty('access_token')
    }
  })
})

describe('nonsense', () => {
  const parameter = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.constantFrom(
      '',
      '\0',
      '%',
      '__proto__',
      'pim',
      'pim-tools',
      'code',
      'refresh_token',
      'password',
      'form_post',
      '{"id_token":{"acr":null}}',
    ),
  )
  const name = fc.oneof(
    fc.constantFrom(
      ...[
        'client_id',
        'redirect_uri',
        'response_type',
        'response_mode',
        'scope',
        'prompt',
        'max_age',
        'claims',
        'request',
      ],
      ...[
        'grant_type',
        'code',
        'code_verifier',
        'refresh_token',
        'username',
        'password',
        'resource',
        'id_token_hint',
        'confirmed',
      ],
      ...['__proto__', 'constructor', 'authorization_details', 'ui_locales', 'state', 'nonce'],
    ),
    fc.string({ maxLength: 10 }),
  )
  const parameters = fc.array(fc.tuple(name, parameter), { maxLength: 8 })
  const path = fc.constantFrom(
    'auth',
    'token',
    'logout',
    'userinfo',
    'certs',
    'auth/x',
    'token/introspection',
    '../sign-in/x',
  )

  it('is a fault of whoever sent it, never ours', async () => {
    await fc.assert(
      fc.asyncProperty(path, fc.constantFrom('GET', 'POST'), parameters, async (where, method, pairs) => {
        const query = new URLSearchParams([['client_id', 'pim'], ...pairs])
        const url = new URL(`${provider.realm}/protocol/openid-connect/${where}`)
        if (method === 'GET') url.search = query.toString()
        const response = await fetch(url, { method, redirect: 'manual', ...(method === 'GET' ? {} : { body: query }) })
        await response.text()
        expect([response.status < 500, `${method} ${url} ${query}`]).toEqual([true, `${method} ${url} ${query}`])
      }),
      { numRuns: 300 },
    )
  }, 30_000)
})

describe('other pages of the browser', () => {
  const ask = (origin: string, init: RequestInit = {}) =>
    fetch(tokenUrl(), {
      method: 'POST',
      ...init,
      headers: { origin, ...init.headers },
      ...(init.method === 'OPTIONS'
        ? {}
        : { body: new URLSearchParams({ grant_type: 'refresh_token', client_id: 'pim', refresh_token: 'x' }) }),
    })

  it('may ask with credentials when they are the application', async () => {
    const response = await ask(devOrigin)
    expect(response.headers.get('access-control-allow-origin')).toBe(devOrigin)
    expect(response.headers.get('access-control-allow-credentials')).toBe('true')
  })

  it('may not when they are not', async () => {
    const response = await ask('https://evil.example')
    expect(response.headers.get('access-control-allow-origin')).toBeNull()
    expect(response.headers.get('access-control-allow-credentials')).toBeNull()
  })
})

describe('the demo', () => {
  it('refuses to start for a network', async () => {
    const { database } = rows
    for (const [listenHost, publicUrl] of [
      ['0.0.0.0', 'http://localhost:3000'],
      ['::', 'http://localhost:3000'],
      ['localhost', 'https://pim.example.com'],
      ['192.168.1.10', 'http://192.168.1.10:3000'],
    ] as const) {
      await expect(openEmbeddedIdentity({ database, listenHost, publicUrl })).rejects.toThrow(NotOnLoopback)
    }
  })

  it('answers nobody who reached it by another name or from another machine', async () => {
    const url = '/realms/pim/protocol/openid-connect/certs'
    const { app } = provider
    expect((await app.inject({ url, headers: { host: 'rebound.evil.example' } })).statusCode).toBe(403)
    expect((await app.inject({ url, headers: { host: 'localhost' }, remoteAddress: '192.168.1.20' })).statusCode).toBe(
      403,
    )
    expect((await app.inject({ url, headers: { host: 'localhost' } })).statusCode).toBe(200)
  })

  it('has users whose password is their name', async () => {
    for (const { username, passwordHash } of demoUsers) expect(await passwordMatches(username, passwordHash)).toBe(true)
  })

  it('keeps nothing that one could sign in with', async () => {
    const browser = browserAt(provider)
    const tokens = await browser.tokens('editor')
    const client = new pg.Client({ ...rows.superuser })
    await client.connect()
    const { rows: all } = await client.query('select row_to_json(a)::text as text from identity.artifact a')
    await client.end()
    const dump = all.map(({ text }) => text).join('\n')
    const secrets = [tokens.refresh_token.split('.')[2], ...[...browser.cookies.values()].map(({ value }) => value)]
    expect(secrets.length).toBeGreaterThan(1)
    for (const secret of secrets) expect(dump).not.toContain(secret)
  })
})
