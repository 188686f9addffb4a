import { describe, expect, it } from '@rstest/core'
import Keycloak from 'keycloak-js'
import { accountUrlOf, isSessionHeld, pathToOpen, returnToPath, takeTokens } from './keycloak-session.ts'
import { narrowPolicy } from './narrowed-policy.ts'

describe('the tokens of a sign-in', () => {
  it('are taken out of keycloak-js, with their expiry by the clock of this browser', () => {
    const keycloak = new Keycloak({ url: 'https://id.test', realm: 'pim', clientId: 'pim' })
    keycloak.token = 'access'
    keycloak.refreshToken = 'refresh'
    keycloak.idToken = 'id'
    keycloak.tokenParsed = { exp: 1_000_300 }
    keycloak.timeSkew = 7
    expect(takeTokens(keycloak)).toEqual({ accessToken: 'access', refreshToken: 'refresh', expiresAt: 1_000_307_000 })
    expect([keycloak.token, keycloak.refreshToken, keycloak.idToken]).toEqual([undefined, undefined, undefined])
  })
})

describe('the page for one’s own name and password', () => {
  it('is the account console of Keycloak, below the path that it is served at', () => {
    const address = accountUrlOf({ keycloakUrl: 'https://id.test/auth/', realm: 'a realm' })
    expect(address).toBe('https://id.test/auth/realms/a%20realm/account')
  })
})

describe('coming back from the login', () => {
  const remembered = (path: string) => ({
    read: () => path,
    write: () => true,
    remove: () => undefined,
  })

  it('opens the path that the user came from', () => {
    returnToPath(remembered('/content-item/42?tab=history#title'))
    expect(location.pathname + location.search + location.hash).toBe('/content-item/42?tab=history#title')
  })

  it('opens that path from the landing page alone', () => {
    history.replaceState(null, '', '/signed-in#state=a&code=b')
    expect(pathToOpen(remembered('/content-item/42?tab=history#title'))).toBe('/content-item/42')
    history.replaceState(null, '', '/media-items#state=a&code=b')
    expect(pathToOpen(remembered('/content-item/42'))).toBe('/media-items')
  })

  it('never opens another site', () => {
    for (const elsewhere of ['//evil.test/', 'https://evil.test/']) {
      history.replaceState(null, '', '/signed-in')
      returnToPath(remembered(elsewhere))
      expect(location.href).toBe(`${location.origin}/`)
    }
  })
})

describe('a page that is loaded', () => {
  const storeWith = (value: string | undefined) => ({ read: () => value, write: () => true, remove: () => undefined })
  const isHeldAt = (address: string, store = storeWith('true')) => {
    history.replaceState(null, '', address)
    return isSessionHeld(store)
  }

  it('goes on with the session that the server holds', () => {
    expect(isHeldAt('/content-items?view=a#row')).toBe(true)
    expect(isHeldAt('/content-items', storeWith(undefined))).toBe(false)
  })

  it('signs in where it comes back from the provider, or has a code in its address, which sections would read', () => {
    for (const address of ['/signed-in#state=a&code=b', '/#state=a&code=b', '/content-items?state=a&code=b']) {
      expect([address, isHeldAt(address)]).toEqual([address, false])
    }
  })
})

describe('the page once somebody is signed in', () => {
  const metas = () => [...document.head.querySelectorAll('meta')].map(({ httpEquiv, content }) => [httpEquiv, content])

  it('may ask no more than the server has written into it', () => {
    document.head.innerHTML = '<meta name="data-sources" content="https://pim.test/api/ https://pim.test/remotes/">'
    narrowPolicy()
    expect(metas()).toContainEqual([
      'Content-Security-Policy',
      'connect-src https://pim.test/api/ https://pim.test/remotes/',
    ])
  })

  it('has no policy where a development server has sent it without one', () => {
    document.head.innerHTML = '<meta name="data-sources" content="">'
    narrowPolicy()
    expect(metas()).toHaveLength(1)
  })
})
