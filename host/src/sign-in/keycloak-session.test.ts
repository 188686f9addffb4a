import { describe, expect, it } from '@rstest/core'
import Keycloak from 'keycloak-js'
import { returnToPath, takeTokens } from './keycloak-session.ts'

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
