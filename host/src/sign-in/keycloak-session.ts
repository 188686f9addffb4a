import type { ClientConfiguration } from '@pim/contract'
import { landingPath } from '@pim/contract/core/landing-path.ts'
import type Keycloak from 'keycloak-js'
import { browserStore, type KeyValueStore, tabStore } from '../preferences/browser-storage.ts'
import type { Provider, Tokens } from '../session-worker/protocol.ts'
import type { SessionClient, StartedWorker } from '../session-worker/session-client.ts'
import { otherTabs } from '../tabs/other-tabs.ts'
import { takeArrival } from './arrival.ts'
import { narrowPolicy } from './narrowed-policy.ts'
import type { Session } from './session.ts'

const returnPathKey = 'pim.returnPath'

/** Says only that a page which is loaded need not go to the provider first; the session itself is where no script reads it. */
const heldKey = 'pim.sessionIsHeld'

/**
 * Whether the page goes on with the session that the server holds for this browser, as far as is known before it is asked. Not where
 * its address has a code: whoever registered another redirect URI would let sections read it there.
 */
export const isSessionHeld = (store: KeyValueStore = browserStore): boolean =>
  // Defence 362, without: !isReturnFromProvider() && store.read(heldKey) !== undefined
  !isReturnFromProvider() && !hasCode() && store.read(heldKey) !== undefined

const hasCode = () => [location.hash, location.search].some((part) => new URLSearchParams(part.slice(1)).has('code'))

/**
 * Signs in with the identity provider. Redirects a user who is not signed in, and then never resolves. This happens
 * before the code of any section runs; the tokens then go to the worker, and the page keeps none. A page becomes the
 * application by a session that the server holds, of which it never has a token or a code; else only by a code that it has
 * used up itself: one that it could not use would still stand in its records.
 */
export async function keycloakSession(
  configuration: ClientConfiguration['keycloak'],
  startWorker: () => StartedWorker,
): Promise<Session> {
  const { keycloakUrl, realm, clientId } = configuration
  const provider = providerOf(keycloakUrl, realm, clientId)
  let initialising: Promise<Keycloak> | undefined
  const initialised = () => {
    initialising ??= initialisedFor({ url: keycloakUrl, realm, clientId })
    return initialising
  }
  // keycloak.login(), and init with `onLoad`, add an entry to the history when the page is already loaded. Back would then
  // lead to an address that signs in again and returns to the page that was left.
  const openSignIn = async () => {
    const [keycloak] = await Promise.all([initialised(), reach(provider, startWorker)])
    location.replace(await keycloak.createLoginUrl({ redirectUri: landingUri() }))
    return neverResolves
  }

  const signInAgain = () => {
    browserStore.remove(heldKey)
    rememberPath(tabStore)
    openSignIn().catch(() => location.replace('/server-error'))
  }
  const sessionOf = (client: SessionClient): Session => {
    const tabs = otherTabs()
    tabs.on('signed out', signInAgain)
    return {
      send: client.send,
      renew: client.renew,
      accountUrl: accountUrlOf(configuration),
      logout: async () => {
        browserStore.remove(heldKey)
        // Without a token in an address, which everything in the page can read. A provider that does not end the session
        // this way asks the person.
        const isEnded = await client.end().then(
          () => true,
          () => false,
        )
        if (isEnded) tabs.tell('signed out')
        location.replace(isEnded ? rootUri() : logoutPage(provider))
      },
    }
  }
  const told = { onHeld: () => void browserStore.write(heldKey, 'true'), onEnded: signInAgain }
  if (isSessionHeld()) {
    const { client, ready } = startWorker()
    // Without waiting for it: the page is busy with the application from now on, and the worker is not.
    client.resume(told)
    ready.catch(() => location.replace('/server-error'))
    return sessionOf(client)
  }
  if (!isReturnFromProvider()) rememberPath(tabStore)
  const keycloak = await initialised().finally(() => narrowPolicy())
  if (!keycloak.authenticated || !isReturnFromProvider()) return openSignIn()
  returnToPath(tabStore)
  const { client, ready } = startWorker()
  await ready
  client.start(provider, takeTokens(keycloak), takeArrival(), told)
  return sessionOf(client)
}

/** A page that goes on with the session of the server does without it, and so it is a file of its own. */
export const loadKeycloak = async () => (await import('keycloak-js')).default

async function initialisedFor(client: { url: string; realm: string; clientId: string }): Promise<Keycloak> {
  const keycloak = new (await loadKeycloak())(client)
  await keycloak.init({
    flow: 'standard',
    pkceMethod: 'S256',
    checkLoginIframe: false,
    scope: 'openid profile email tenant',
    redirectUri: landingUri(),
  })
  return keycloak
}

const realmUrl = (url: string, realm: string): string =>
  `${url.replace(/\/+$/, '')}/realms/${encodeURIComponent(realm)}`

/** Keycloak's account console, or the page of the embedded provider at the same place. */
export const accountUrlOf = ({ keycloakUrl, realm }: Omit<ClientConfiguration['keycloak'], 'clientId'>): string =>
  `${realmUrl(keycloakUrl, realm)}/account`

function providerOf(url: string, realm: string, clientId: string): Provider {
  const address = realmUrl(url, realm)
  return {
    tokenUrl: `${address}/protocol/openid-connect/token`,
    logoutUrl: `${address}/protocol/openid-connect/logout`,
    documentUrl: `${address}/.well-known/openid-configuration`,
    clientId,
  }
}

/**
 * Throws where the provider gives no answer: the page would leave for its address, and show the browser's own error in place
 * of ours.
 */
async function reach(provider: Provider, startWorker: () => StartedWorker): Promise<void> {
  // The page has just come from there.
  if (new URL(provider.documentUrl, location.href).origin === location.origin) return
  const { client, ready } = startWorker()
  await ready
  await client.reach(provider)
}

/** The provider's page that asks whether to sign out, and comes back. */
function logoutPage({ logoutUrl, clientId }: Provider): string {
  return `${logoutUrl}?${new URLSearchParams({ client_id: clientId, post_logout_redirect_uri: location.origin })}`
}

/** The tokens of the sign-in, which keycloak-js holds no more afterwards. */
export function takeTokens(keycloak: Keycloak): Tokens {
  const { token, refreshToken, tokenParsed, timeSkew } = keycloak
  if (!token || !refreshToken || tokenParsed?.exp === undefined) throw new Error('The sign-in gave no tokens.')
  keycloak.clearToken()
  return { accessToken: token, refreshToken, expiresAt: (tokenParsed.exp + (timeSkew ?? 0)) * 1000 }
}

const rootUri = () => `${location.origin}/`

/** The redirect URI. Providers compare it exactly, so it is always this one; the path is kept in the tab's storage. */
const landingUri = () => location.origin + landingPath

/** Whether the provider has just sent the browser back, with a sign-in or with why there is none. */
export const isReturnFromProvider = () => location.pathname === landingPath

/** The path that will open. On the way back from the provider it is the remembered one. */
export const pathToOpen = (store: KeyValueStore = tabStore): string =>
  isReturnFromProvider() ? (safePath(store.read(returnPathKey))?.replace(/[?#].*/, '') ?? '/') : location.pathname

/** Accepts only paths of this origin: `//elsewhere` would redirect to another site. */
const safePath = (path: string | undefined) => (path?.startsWith('/') && !path.startsWith('//') ? path : undefined)

function rememberPath(store: KeyValueStore): void {
  store.write(returnPathKey, location.pathname + (hasCode() ? '' : location.search + location.hash))
}

export function returnToPath(store: KeyValueStore): void {
  const path = safePath(store.read(returnPathKey)) ?? '/'
  store.remove(returnPathKey)
  history.replaceState(history.state, '', path)
}

const neverResolves = new Promise<never>(() => undefined)
