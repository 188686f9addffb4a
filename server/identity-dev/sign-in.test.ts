import { describe, expect, it } from '@rstest/core'
import * as fc from 'fast-check'
import { TokenRefused } from '../src/platform/identity/verify.ts'
import {
  browserAt,
  claimsIn,
  passwordGrant,
  providerForTests,
  type Tokens,
  tokenUrlOf,
} from '../testing/embedded-sign-in.ts'
import { demoUsers } from './index.ts'

/** Stands still but for what a test adds. */
let now = Date.now()
const test = providerForTests({ now: () => now })

describe('sign-in', () => {
  it('gives tokens with the person and the tenants', async () => {
    const tokens = await browserAt(test.provider).tokens('editor')
    expect(await test.provider.identity.verifier.verify(tokens.access_token)).toEqual({
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
    await expect(test.provider.identity.verifier.verify(tokens.id_token)).rejects.toThrow(TokenRefused)
    await expect(test.provider.identity.verifier.verify(tokens.refresh_token)).rejects.toThrow(TokenRefused)
  })

  it('gives the tenants only where their scope was requested', async () => {
    const browser = browserAt(test.provider)
    const response = await browser.exchange(await browser.signIn('editor', 'editor', { scope: 'openid' }))
    expect(claimsIn(((await response.json()) as Tokens).access_token).tenants).toBeUndefined()
  })

  it('is needed once: the next page of the same browser is signed in already', async () => {
    const browser = browserAt(test.provider)
    await browser.signIn('viewer')
    const { code } = await browser.follow(await browser.request(await browser.authorizationUrl()))
    expect(code).toBeDefined()
  })

  it('with a wrong password shows an error, keeps the user name and signs nobody in', async () => {
    const browser = browserAt(test.provider)
    const { pageUrl } = await browser.follow(await browser.request(await browser.authorizationUrl()))
    const answer = await browser.request(pageUrl, browser.form({ username: '"><b>publisher', password: 'x' }))
    const html = await answer.text()
    expect(html).toContain('The user name or the password is wrong')
    expect(html).toContain('value="&quot;&gt;&lt;b&gt;publisher"')
    expect(answer.headers.get('location')).toBeNull()
    expect(answer.headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors 'none'/)
  })

  it('as another person ends the session of the first one', async () => {
    const browser = browserAt(test.provider)
    const before = await browser.tokens('editor')
    const response = await browser.exchange(await browser.signIn('publisher', 'publisher', { prompt: 'login' }))
    expect(claimsIn(((await response.json()) as Tokens).access_token)).toMatchObject({
      preferred_username: 'publisher',
    })
    expect((await browser.refresh(before.refresh_token)).status).toBe(400)
  })

  it('accepts a code once, also from two concurrent requests', async () => {
    const browser = browserAt(test.provider)
    const code = await browser.signIn('editor')
    const answers = await Promise.all([1, 2, 3, 4].map(() => browser.exchange(code)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(3)
  })

  it('uses a code up that is shown with another PKCE verifier', async () => {
    const browser = browserAt(test.provider)
    const code = await browser.signIn('editor')
    expect((await browser.exchange(code, 'v'.repeat(43))).status).toBe(400)
    expect((await browser.exchange(code)).status).toBe(400)
  })

  it('is refused to what a page asks for by itself: it is for windows only', async () => {
    const browser = browserAt(test.provider)
    await browser.signIn('editor')
    const url = await browser.authorizationUrl({ prompt: 'none' })
    const statuses: number[] = []
    for (const purpose of ['empty', 'iframe', 'image', 'worker', 'script', 'object', 'document']) {
      statuses.push((await browser.request(url, { headers: { 'sec-fetch-dest': purpose } })).status)
    }
    expect(statuses).toEqual([403, 403, 403, 403, 403, 403, 303])
  })

  it('has no tie to the page that has opened its window', async () => {
    const browser = browserAt(test.provider)
    const first = await browser.request(await browser.authorizationUrl())
    const { page } = await browser.follow(first)
    for (const { headers } of [first, page ?? first]) {
      expect(headers.get('cross-origin-opener-policy')).toBe('noopener-allow-popups')
    }
  })

  it('needs PKCE with S256', async () => {
    const browser = browserAt(test.provider)
    for (const parameters of [{ code_challenge_method: 'plain' }, { code_challenge: '' }]) {
      const { code, pageUrl } = await browser.follow(await browser.request(await browser.authorizationUrl(parameters)))
      expect(code).toBeUndefined()
      expect(pageUrl).toContain('error=invalid_request')
    }
  })

  it('is throttled after five failures, whatever the headers say, and for that user name only', async () => {
    let tries = 0
    const fail = async () => {
      tries += 1
      const response = await fetch(tokenUrlOf(test.provider), {
        method: 'POST',
        headers: { 'true-client-ip': `10.0.0.${tries}`, 'client-ip': `10.0.0.${tries}` },
        body: new URLSearchParams({
          grant_type: 'password',
          client_id: 'pim-tools',
          username: 'Outsider',
          password: `${tries}`,
        }),
      })
      return response.headers.get('retry-after')
    }
    const answers: (string | null)[] = []
    for (let n = 0; n < 7; n++) answers.push(await fail())
    expect(answers).toEqual([null, null, null, null, null, '1', '1'])
    expect((await passwordGrant(test.provider, { username: 'viewer', password: 'viewer' })).status).toBe(200)
    // The wait is over, and the next one is twice as long.
    now += 1_000
    expect([await fail(), await fail()]).toEqual([null, '2'])
  })
})

describe('tools', () => {
  it('get tokens for user name and password, and refresh them', async () => {
    const response = await passwordGrant(test.provider, {
      username: 'Admin',
      password: 'admin',
      scope: 'openid profile tenant',
    })
    const tokens = (await response.json()) as Tokens
    expect(await test.provider.identity.verifier.verify(tokens.access_token)).toMatchObject({
      roles: ['admin'],
      tenants: ['acme', 'nordic'],
    })
    const again = await fetch(tokenUrlOf(test.provider), {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'refresh_token',
        client_id: 'pim-tools',
        refresh_token: tokens.refresh_token,
      }),
    })
    expect(again.status).toBe(200)
  })

  it('are refused with a wrong password, as another client, or with invalid parameters', async () => {
    for (const fields of [
      { username: 'admin', password: 'wrong' },
      { username: 'nobody', password: 'nobody' },
      { username: 'admin', password: 'admin', client_id: 'pim' },
      { username: 'admin', password: 'admin', client_id: 'other' },
      { username: 'a\0dmin', password: 'admin' },
      { username: 'admin' },
    ]) {
      const response = await passwordGrant(test.provider, fields as Record<string, string>)
      expect([400, 401]).toContain(response.status)
      expect(await response.json()).not.toHaveProperty('access_token')
    }
  })
})

describe('an invalid request', () => {
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

  it('is a client error, never a server error', async () => {
    await fc.assert(
      fc.asyncProperty(path, fc.constantFrom('GET', 'POST'), parameters, async (where, method, pairs) => {
        const query = new URLSearchParams([['client_id', 'pim'], ...pairs])
        const url = new URL(`${test.provider.realm}/protocol/openid-connect/${where}`)
        if (method === 'GET') url.search = query.toString()
        const response = await fetch(url, { method, redirect: 'manual', ...(method === 'GET' ? {} : { body: query }) })
        await response.text()
        expect([response.status < 500, `${method} ${url} ${query}`]).toEqual([true, `${method} ${url} ${query}`])
      }),
      { numRuns: 300 },
    )
  }, 30_000)
})
