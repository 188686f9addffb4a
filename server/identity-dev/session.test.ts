import { describe, expect, it } from '@rstest/core'
import { TokenRefused } from '../src/platform/identity/verify.ts'
import { browserAt, claimsIn, logoutUrlOf, providerForTests, type Tokens } from '../testing/embedded-sign-in.ts'
import { tracesOf } from '../testing/traces.ts'

const test = providerForTests()

describe('a session', () => {
  it('survives five tabs that refresh at the same moment, ten times', async () => {
    const browser = browserAt(test.provider)
    const first = await browser.tokens('editor')
    const tabs = Array.from({ length: 5 }, () => first.refresh_token)
    for (let round = 0; round < 10; round++) {
      const answers = await Promise.all(tabs.map((token) => browser.refresh(token)))
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
      const tokens = (await Promise.all(answers.map((answer) => answer.json()))) as Tokens[]
      for (const [tab, { refresh_token }] of tokens.entries()) tabs[tab] = refresh_token
    }
  }, 30_000)

  it('survives a restart of the server, with its tokens', async () => {
    const browser = browserAt(test.provider)
    const tokens = await browser.tokens('publisher')
    await test.restart()
    expect(await test.provider.identity.verifier.verify(tokens.access_token)).toMatchObject({ firstName: 'Petra' })
    expect((await browser.refresh(tokens.refresh_token)).status).toBe(200)
    const { code } = await browser.follow(await browser.request(await browser.authorizationUrl()))
    expect(code).toBeDefined()
  })

  it('ends with sign-out, for tokens, refreshing and the browser', async () => {
    const browser = browserAt(test.provider)
    const tokens = await browser.tokens('editor')
    const { verifier } = test.provider.identity
    const { userId } = await verifier.verify(tokens.access_token)
    const out = await browser.request(
      logoutUrlOf(test.provider, {
        client_id: 'pim',
        post_logout_redirect_uri: test.provider.origin,
        id_token_hint: tokens.id_token,
      }),
    )
    expect([out.status, out.headers.get('location')]).toEqual([303, test.provider.origin])
    expect((await browser.refresh(tokens.refresh_token)).status).toBe(400)
    // Otherwise the membership check would take up to a minute.
    verifier.recheck(userId)
    await expect(verifier.verify(tokens.access_token)).rejects.toThrow(TokenRefused)
    const { code } = await browser.follow(await browser.request(await browser.authorizationUrl()))
    expect(code).toBeUndefined()
  })

  it('ends for an application that shows its refresh token, without a token in any address', async () => {
    const browser = browserAt(test.provider)
    const tokens = await browser.tokens('editor')
    const { verifier } = test.provider.identity
    const { userId } = await verifier.verify(tokens.access_token)
    const end = (refreshToken: string) =>
      fetch(logoutUrlOf(test.provider, {}), {
        method: 'POST',
        body: new URLSearchParams({ client_id: 'pim', refresh_token: refreshToken }),
      })
    for (const wrong of ['', 'rubbish', tokens.access_token, tokens.id_token]) {
      expect((await end(wrong)).status).toBe(400)
    }
    expect((await browser.refresh(tokens.refresh_token)).status).toBe(200)

    const others = await browserAt(test.provider).tokens('viewer')
    expect((await end(tokens.refresh_token)).status).toBe(204)
    expect((await browser.refresh(tokens.refresh_token)).status).toBe(400)
    verifier.recheck(userId)
    await expect(verifier.verify(tokens.access_token)).rejects.toThrow(TokenRefused)
    const { code } = await browser.follow(await browser.request(await browser.authorizationUrl()))
    expect(code).toBeUndefined()
    expect((await browser.refresh(others.refresh_token)).status).toBe(200)
  })

  it('is not ended by a link of another site without confirmation', async () => {
    const browser = browserAt(test.provider)
    const tokens = await browser.tokens('editor')
    const others = await browserAt(test.provider).tokens('viewer')
    for (const id_token_hint of ['', 'rubbish', others.id_token]) {
      const page = await browser.request(logoutUrlOf(test.provider, { client_id: 'pim', id_token_hint }))
      expect(page.status).toBe(200)
      expect(await page.text()).toContain('Sign out?')
    }
    expect((await browser.refresh(tokens.refresh_token)).status).toBe(200)
    const out = await browser.request(
      logoutUrlOf(test.provider, {}),
      browser.form({ client_id: 'pim', confirmed: 'yes' }),
    )
    expect(out.status).toBe(303)
    expect((await browser.refresh(tokens.refresh_token)).status).toBe(400)
  })
})

describe('a membership', () => {
  it('that is granted takes effect at once, and is in the next token', async () => {
    const { verifier, grantTenant } = test.provider.identity
    const browser = browserAt(test.provider)
    const tokens = await browser.tokens('viewer')
    const { userId, tenants } = await verifier.verify(tokens.access_token)
    expect(tenants).toEqual(['acme'])
    await grantTenant(userId, 'new-tenant')
    expect((await verifier.verify(tokens.access_token)).tenants).toEqual(['acme', 'new-tenant'])
    const next = (await (await browser.refresh(tokens.refresh_token)).json()) as Tokens
    expect(claimsIn(next.access_token).tenants).toEqual(['acme', 'new-tenant'])
  })

  it('that is revoked ends, although the token still names it', async () => {
    const { verifier, revokeTenant } = test.provider.identity
    const { access_token } = await browserAt(test.provider).tokens('publisher')
    const { userId } = await verifier.verify(access_token)
    await revokeTenant(userId, 'acme')
    expect((await verifier.verify(access_token)).tenants).toEqual([])
    expect(claimsIn(access_token).tenants).toEqual(['acme'])
    await test.provider.identity.grantTenant(userId, 'acme')
  })
})

describe('a person whose name is erased', () => {
  it('leaves no name, cannot sign in, and has no session left; the account is not made again', async () => {
    const browser = browserAt(test.provider)
    const { access_token, refresh_token } = await browser.tokens('viewer')
    const { userId } = await test.provider.identity.verifier.verify(access_token)
    await test.rows.look(`update identity.account set first_name = 'mk81name', last_name = 'mk81name',
      email = 'mk81name@mail.test', username = 'mk81name' where user_id = '${userId}'`)
    expect(await tracesOf(test.rows, 'mk81name')).toHaveLength(4)
    const removed = await test.provider.identity.erasePerson(userId)
    expect(removed).toMatchObject({ accounts: 1, memberships: 2 })
    expect(removed.sessions).toBeGreaterThan(2)
    expect(await tracesOf(test.rows, 'mk81name')).toEqual([])
    await expect(test.provider.identity.verifier.verify(access_token)).rejects.toThrow(TokenRefused)
    expect((await browser.refresh(refresh_token)).status).toBe(400)
    await test.restart()
    await expect(browserAt(test.provider).tokens('viewer')).rejects.toThrow()
  })
})
