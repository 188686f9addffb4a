import { describe, expect, it } from '@rstest/core'
import { browserAt, logoutUrlOf, providerForTests, tokenUrlOf } from '../testing/embedded-sign-in.ts'

const devOrigin = 'http://localhost:3111'
const test = providerForTests({ devOrigins: [devOrigin] })

describe('the redirect of a sign-in', () => {
  const elsewhere = () => [
    `${test.provider.origin}//evil.example`,
    `${test.provider.origin}/\\evil.example`,
    `${test.provider.origin}@evil.example/`,
    `${test.provider.origin}.evil.example/`,
    `${test.provider.origin}/%2F%2Fevil.example`,
    `${test.provider.origin}/..//evil.example`,
    `${test.provider.origin}/?next=//evil.example`,
    `${test.provider.origin}/#x`,
    `${test.provider.origin}/content-items`,
    test.provider.origin,
    `${test.provider.origin}/`,
    `${test.provider.landing}/`,
    `${test.provider.landing}?x`,
    '//evil.example/',
    'https://evil.example/',
    'javascript:alert(1)',
    'data:text/html,x',
  ]

  it('goes to exactly the application, and is refused for every other URL', async () => {
    const browser = browserAt(test.provider)
    for (const redirect_uri of elsewhere()) {
      const response = await browser.request(await browser.authorizationUrl({ redirect_uri }), {
        headers: { accept: 'text/html' },
      })
      expect([redirect_uri, response.status, response.headers.get('location')]).toEqual([redirect_uri, 400, null])
      expect(await response.text()).not.toContain('href="http://evil')
    }
  })

  it('is refused with a repeated parameter', async () => {
    const browser = browserAt(test.provider)
    const url = await browser.authorizationUrl()
    for (const more of [
      `&redirect_uri=${encodeURIComponent('https://evil.example/')}`,
      `&redirect_uri=${encodeURIComponent(test.provider.landing)}`,
      '&client_id=other',
    ]) {
      const response = await browser.request(`${url}${more}`, { headers: { accept: 'text/html' } })
      expect([response.status, response.headers.get('location')]).toEqual([400, null])
    }
  })

  it('is restricted in the same way for sign-out', async () => {
    const browser = browserAt(test.provider)
    for (const post_logout_redirect_uri of elsewhere().filter(
      (uri) => uri.replace(/\/$/, '') !== test.provider.origin,
    )) {
      const response = await browser.request(logoutUrlOf(test.provider, { client_id: 'pim', post_logout_redirect_uri }))
      expect([post_logout_redirect_uri, response.status, response.headers.get('location')]).toEqual([
        post_logout_redirect_uri,
        400,
        null,
      ])
    }
    const twice = await browser.request(
      `${logoutUrlOf(test.provider, { client_id: 'pim', post_logout_redirect_uri: test.provider.origin })}&post_logout_redirect_uri=https%3A%2F%2Fevil.example`,
    )
    expect([twice.status, twice.headers.get('location')]).toEqual([400, null])
  })
})

describe('cross-origin requests', () => {
  const ask = (origin: string, init: RequestInit = {}) =>
    fetch(tokenUrlOf(test.provider), {
      method: 'POST',
      ...init,
      headers: { origin, ...init.headers },
      ...(init.method === 'OPTIONS'
        ? {}
        : { body: new URLSearchParams({ grant_type: 'refresh_token', client_id: 'pim', refresh_token: 'x' }) }),
    })

  it('are allowed with credentials from the application', async () => {
    const response = await ask(devOrigin)
    expect(response.headers.get('access-control-allow-origin')).toBe(devOrigin)
    expect(response.headers.get('access-control-allow-credentials')).toBe('true')
  })

  it('are refused from other origins', async () => {
    const response = await ask('https://evil.example')
    expect(response.headers.get('access-control-allow-origin')).toBeNull()
    expect(response.headers.get('access-control-allow-credentials')).toBeNull()
  })
})
