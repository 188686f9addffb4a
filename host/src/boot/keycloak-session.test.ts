import { afterEach, beforeEach, describe, expect, it, rstest } from '@rstest/core'
import Keycloak from 'keycloak-js'
import { returnToPath, sessionOf } from './keycloak-session.ts'

beforeEach(() => void rstest.useFakeTimers({ now: 1_000_000_000_000 }))
afterEach(() => void rstest.useRealTimers())

/** A real keycloak-js client with a token that expires in so many seconds. */
function setUp(expiresIn: number, renew: (keycloak: Keycloak) => Promise<void>) {
  const keycloak = new Keycloak({ url: 'https://id.test', realm: 'pim', clientId: 'pim' })
  const hold = (token: string, seconds: number) => {
    keycloak.token = token
    keycloak.refreshToken = 'refresh'
    keycloak.authenticated = true
    keycloak.tokenParsed = { exp: Math.ceil(Date.now() / 1000) + seconds }
    keycloak.timeSkew = 0
  }
  hold('old', expiresIn)
  let signIns = 0
  let renewals = 0
  const session = sessionOf(
    keycloak,
    () => {
      signIns += 1
      return new Promise<never>(() => undefined)
    },
    {
      renew: async () => {
        renewals += 1
        await renew(keycloak)
      },
      close: () => undefined,
    },
  )
  return { session, keycloak, hold, signIns: () => signIns, renewals: () => renewals }
}

describe('a token', () => {
  it('that is valid for more than 30 s is used as it is', async () => {
    const { session, renewals } = setUp(31, async () => undefined)
    expect(await session.getToken()).toBe('old')
    expect(renewals()).toBe(0)
  })

  it('that expires within 30 s is used, and renewed in the background', async () => {
    const { session, renewals } = setUp(20, async (keycloak) => {
      keycloak.token = 'new'
    })
    expect(await session.getToken()).toBe('old')
    expect(renewals()).toBe(1)
  })

  it('that expires within 5 s is renewed before it is used', async () => {
    const { session } = setUp(4, async (keycloak) => {
      keycloak.token = 'new'
      keycloak.tokenParsed = { exp: Date.now() / 1000 + 300 }
    })
    expect(await session.getToken()).toBe('new')
  })

  it('is renewed while no call is made, so that the session does not expire', async () => {
    const { renewals } = setUp(60, async () => undefined)
    await rstest.advanceTimersByTimeAsync(45_000)
    expect(renewals()).toBeGreaterThan(0)
  })
})

describe('a renewal that fails', () => {
  const down = async () => {
    throw new Error('400')
  }

  it('clears the token and leads to the login once the old token has expired', async () => {
    const { session, keycloak, signIns } = setUp(-1, down)
    void session.getToken()
    await rstest.advanceTimersByTimeAsync(0)
    expect(signIns()).toBe(1)
    expect(keycloak.token).toBeFalsy()
  })

  it('keeps using a token that is still valid', async () => {
    const { session, signIns } = setUp(20, down)
    expect(await session.refreshToken()).toBe('old')
    expect(signIns()).toBe(0)
  })
})

describe('coming back from the login', () => {
  const remembered = (path: string) => ({
    read: () => path,
    write: () => true,
    remove: () => undefined,
  })

  it('opens the path that the user came from', () => {
    returnToPath(remembered('/content-item/42?tab=history'))
    expect(location.pathname + location.search).toBe('/content-item/42?tab=history')
  })

  it('never opens another site', () => {
    const before = location.href
    returnToPath(remembered('//evil.test/'))
    returnToPath(remembered('https://evil.test/'))
    expect(location.href).toBe(before)
  })
})
