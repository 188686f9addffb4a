import type { ClientConfiguration } from '@pim/contract'
import Keycloak from 'keycloak-js'
import { type KeyValueStore, tabStore } from '../preferences/browser-storage.ts'
import type { Session } from './session.ts'
import { type SharedRefresh, sharedRefresh, type TokenSet } from './shared-refresh.ts'

/** Seconds before its expiry from which a token is refreshed in the background. */
const refreshBeforeExpirySeconds = 30
/** Seconds before its expiry from which a call waits for the refreshed token. */
const minValiditySeconds = 5

const returnPathKey = 'pim.returnPath'

/** Signs in with the identity provider. Redirects a user who is not signed in, and then never resolves. */
export async function keycloakSession(configuration: ClientConfiguration['keycloak']): Promise<Session> {
  const { keycloakUrl, realm, clientId } = configuration
  const keycloak = new Keycloak({ url: keycloakUrl, realm, clientId })
  // keycloak.login(), and init with `onLoad`, add an entry to the history when the page is already loaded. Back would then
  // lead to an address that signs in again and returns to the page that was left.
  const openSignIn = async () => {
    location.replace(await keycloak.createLoginUrl({ redirectUri: rootUri() }))
    return neverResolves
  }

  if (!isCallback()) rememberPath(tabStore)
  const isAuthenticated = await keycloak.init({
    flow: 'standard',
    pkceMethod: 'S256',
    checkLoginIframe: false,
    scope: 'openid profile email tenant',
    redirectUri: rootUri(),
  })
  if (!isAuthenticated) return openSignIn()
  returnToPath(tabStore)
  return sessionOf(keycloak, () => {
    rememberPath(tabStore)
    return openSignIn()
  })
}

type SignIn = () => Promise<never>

export function sessionOf(
  keycloak: Keycloak,
  signIn: SignIn,
  shared: SharedRefresh = createSharedRefresh(keycloak),
): Session {
  const renew = async () => {
    try {
      await shared.renew()
    } catch {
      // The provider is unreachable but the token is still valid: use it, and try to refresh later.
      if (keycloak.token && !keycloak.isTokenExpired(0)) return keycloak.token
      keycloak.clearToken()
      await signIn()
    }
    return keycloak.token
  }
  // Refreshes in the background too, so that the session does not expire while nobody makes a call.
  setInterval(() => {
    if (keycloak.token && keycloak.isTokenExpired(refreshBeforeExpirySeconds)) void renew()
  }, 10_000)

  return {
    getToken: async () => {
      const { token } = keycloak
      if (!token || keycloak.isTokenExpired(minValiditySeconds)) return renew()
      if (keycloak.isTokenExpired(refreshBeforeExpirySeconds)) void renew()
      return token
    },
    refreshToken: renew,
    logout: async () => {
      await keycloak.logout({ redirectUri: location.origin })
    },
  }
}

function createSharedRefresh(keycloak: Keycloak): SharedRefresh {
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

/** Puts tokens of another tab into keycloak-js, which has no method for it: these are the fields that it reads. */
function adopt(keycloak: Keycloak, tokens: TokenSet): void {
  keycloak.token = tokens.token
  keycloak.tokenParsed = { ...keycloak.tokenParsed, exp: tokens.expiresAt }
  keycloak.refreshToken = tokens.refreshToken
  if (tokens.idToken) keycloak.idToken = tokens.idToken
  if (tokens.timeSkew !== null) keycloak.timeSkew = tokens.timeSkew
}

/** The redirect URI. Providers compare it exactly, so it is always the root; the path is kept in the tab's storage. */
const rootUri = () => `${location.origin}/`

const isCallback = () => /[#&](state|error)=/.test(location.hash)

/** The path that will open. On the way back from the provider it is the remembered one. */
export const pathToOpen = (store: KeyValueStore = tabStore): string =>
  (isCallback() ? safePath(store.read(returnPathKey))?.replace(/[?#].*/, '') : undefined) ?? location.pathname

/** Accepts only paths of this origin: `//elsewhere` would redirect to another site. */
const safePath = (path: string | undefined) => (path?.startsWith('/') && !path.startsWith('//') ? path : undefined)

function rememberPath(store: KeyValueStore): void {
  store.write(returnPathKey, location.pathname + location.search)
}

export function returnToPath(store: KeyValueStore): void {
  const path = safePath(store.read(returnPathKey))
  store.remove(returnPathKey)
  if (path) history.replaceState(history.state, '', path)
}

const neverResolves = new Promise<never>(() => undefined)
