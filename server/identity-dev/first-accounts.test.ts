import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { passwordGrant, startProvider } from '../testing/embedded-sign-in.ts'
import { type TestDatabase, testDatabase } from '../testing/test-database.ts'
import { demoUsers } from './index.ts'

let rows: TestDatabase
beforeAll(async () => {
  rows = await testDatabase()
})
afterAll(() => rows.close())

async function withProvider<T>(
  options: Parameters<typeof startProvider>[1],
  work: (provider: Awaited<ReturnType<typeof startProvider>>) => Promise<T>,
): Promise<T> {
  const provider = await startProvider(rows.database, options)
  await provider.listen()
  try {
    return await work(provider)
  } finally {
    await provider.stop()
  }
}
const signIn = async (provider: Awaited<ReturnType<typeof startProvider>>, username: string, password: string) =>
  (await passwordGrant(provider, { username, password })).status
const passwordIn = (hints: readonly string[]) => /administrator with the password (\S+)/.exec(hints.join('\n'))?.[1]

describe('without the demo', () => {
  it('nobody has a known password, and one administrator a random one that is shown once', async () => {
    // Earlier versions made the accounts of the demo in every database.
    await withProvider({ hasDemo: true }, async (provider) => {
      expect(await signIn(provider, 'admin', 'admin')).toBe(200)
    })
    const shown = await withProvider({ hasDemo: false }, async (provider) => {
      const password = passwordIn(provider.identity.hints) ?? ''
      expect(password).toMatch(/^[\w-]{24}$/)
      for (const { username } of demoUsers) expect(await signIn(provider, username, username)).toBe(400)
      expect(await signIn(provider, 'administrator', 'administrator')).toBe(400)
      expect(await signIn(provider, 'administrator', password)).toBe(200)
      return password
    })
    await withProvider({ hasDemo: false }, async (provider) => {
      expect(provider.identity.hints).toEqual([])
      expect(await signIn(provider, 'administrator', shown)).toBe(200)
    })
  })

  it('the page of the sign-in names nobody', async () => {
    const names = (html: string) => demoUsers.filter(({ username }) => html.includes(`<code>${username}</code>`)).length
    const pageOf = async ({ realm, origin, landing }: Awaited<ReturnType<typeof startProvider>>) => {
      const query = new URLSearchParams({
        client_id: 'pim',
        redirect_uri: landing,
        response_type: 'code',
        scope: 'openid',
        code_challenge: 'a'.repeat(43),
        code_challenge_method: 'S256',
      })
      const first = await fetch(`${realm}/protocol/openid-connect/auth?${query}`, { redirect: 'manual' })
      const cookie = first.headers
        .getSetCookie()
        .map((each) => each.split(';')[0])
        .join('; ')
      const address = new URL(first.headers.get('location') ?? '', origin)
      return (await fetch(address, { headers: { cookie } })).text()
    }
    await withProvider({ hasDemo: true }, async (provider) => expect(names(await pageOf(provider))).toBe(5))
    await withProvider({ hasDemo: false }, async (provider) => expect(names(await pageOf(provider))).toBe(0))
  })
})

describe('the direct access grant', () => {
  it('is off unless it is asked for', async () => {
    await withProvider({ allowsDirectGrant: false }, async (provider) => {
      const answer = await passwordGrant(provider, { username: 'admin', password: 'admin' })
      expect(answer.status).toBe(401)
      expect(await answer.json()).toMatchObject({ error: 'invalid_client' })
    })
  })
})

describe('behind a proxy on the same machine', () => {
  it.each(['x-forwarded-for', 'forwarded', 'via', 'x-real-ip', 'x-forwarded-host'])(
    'nobody can sign in: %s',
    async (header) => {
      await withProvider({}, async ({ realm }) => {
        const certs = (headers: Record<string, string>) =>
          fetch(`${realm}/protocol/openid-connect/certs`, { headers }).then(({ status }) => status)
        expect(await certs({ [header]: '203.0.113.7' })).toBe(403)
        expect(await certs({})).toBe(200)
      })
    },
  )
})
