import type { ClientConfiguration } from '@pim/contract'
import Keycloak from 'keycloak-js'
import { type KeyValueStore, tabStore } from '../preferences/browser-storage.ts'
import type { Session } from './session.ts'
import { type SharedRefresh, sharedRefresh, type TokenSet } from './shared-refresh.ts'

/** A token is renewed once it expires within this many seconds … */
const renewWithin = 30
/** … and a call waits for the new one only if the old one would not last these many seconds. */
const leastValidity = 5

const comingFrom = 'pim.comingFrom'

/** Sends whoever is not signed in to the identity provider; what it answers is a session, or nothing ever. */
export async function keycloakSession(configuration: ClientConfiguration['keycloak']): Promise<Session> {
  const { keycloakUrl, realm, clientId } = configuration
  const keycloak = new Keycloak({ url: keycloakUrl, realm, clientId })
  const signIn = async () => {
    rememberPlace(tabStore)
    await keycloak.login({ redirectUri: home() })
    return never
  }

  if (!isCallback()) rememberPlace(tabStore)
  const isAuthenticated = await keycloak.init({
    onLoad: 'login-required',
    flow: 'standard',
    pkceMethod: 'S256',
    checkLoginIframe: false,
    scope: 'openid profile email tenant',
    redirectUri: home(),
  })
  if (!isAuthenticated) return signIn()
  returnToPlace(tabStore)
  return sessionOf(keycloak, signIn)
}

type SignIn = () => Promise<never>

export function sessionOf(keycloak: Keycloak, signIn: SignIn, shared: SharedRefresh = refreshing(keycloak)): Session {
  const renew = async () => {
    try {
      await shared.renew()
    } catch {
      // The provider is away, but the token is good yet: go on, and try again in a while.
      if (keycloak.token && !keycloak.isTokenExpired(0)) return keycloak.token
      keycloak.clearToken()
      await signIn()
    }
    return keycloak.token
  }
  // Nobody should find an expired session on coming back to the desk: the token is renewed without being asked for.
  setInterval(() => {
    if (keycloak.token && keycloak.isTokenExpired(renewWithin)) void renew()
  }, 10_000)

  return {
    getToken: async () => {
      const { token } = keycloak
      if (!token || keycloak.isTokenExpired(leastValidity)) return renew()
      if (keycloak.isTokenExpired(renewWithin)) void renew()
      return token
    },
    refreshToken: renew,
    logout: async () => {
      await keycloak.logout({ redirectUri: location.origin })
    },
  }
}

function refreshing(keycloak: Keycloak): SharedRefresh {
  return sharedRefresh({
    current: () => tokensOf(keycloak),
    adopt: (tokens) => adopt(keycloak, tokens),
    refresh: async () => {
      await keycloak.updateToken(-1)
    },
  })
}

function tokensOf(keycloak: Keycloak): TokenSet | undefined {
  const { token, refreshToken, idToken, tokenParsed, timeSkew } = keycloak
  if (!token || !refreshToken || !tokenParsed?.exp) return undefined
  return {
    token,
    refreshToken,
    idToken,
    expiresAt: tokenParsed.exp,
    sessionId: keycloak.sessionId ?? tokenParsed.sub,
    timeSkew: timeSkew ?? null,
  }
}

/** keycloak-js has no way to be given tokens once it has started; these are the fields that it reads. */
function adopt(keycloak: Keycloak, tokens: TokenSet): void {
  keycloak.token = tokens.token
  keycloak.tokenParsed = { ...keycloak.tokenParsed, exp: tokens.expiresAt }
  keycloak.refreshToken = tokens.refreshToken
  if (tokens.idToken) keycloak.idToken = tokens.idToken
  if (tokens.timeSkew !== null) keycloak.timeSkew = tokens.timeSkew
}

/** Providers compare redirect addresses letter by letter, so there is one; the place itself is remembered by the tab. */
const home = () => `${location.origin}/`

const isCallback = () => /[#&](state|error)=/.test(location.hash)

/** Where the product will open: the remembered place while one is on the way back from the provider. */
export const placeToOpen = (store: KeyValueStore = tabStore): string =>
  (isCallback() ? safePlace(store.read(comingFrom))?.replace(/[?#].*/, '') : undefined) ?? location.pathname

/** Only ever a path of this site: `//elsewhere` would be another one's address. */
const safePlace = (place: string | undefined) => (place?.startsWith('/') && !place.startsWith('//') ? place : undefined)

function rememberPlace(store: KeyValueStore): void {
  store.write(comingFrom, location.pathname + location.search)
}

export function returnToPlace(store: KeyValueStore): void {
  const place = safePlace(store.read(comingFrom))
  store.remove(comingFrom)
  if (place) history.replaceState(history.state, '', place)
}

const never = new Promise<never>(() => undefined)
