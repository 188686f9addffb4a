import type { AccessToken, Provider, Tokens } from './protocol.ts'
import { providerDeadlineMs, Refused } from './provider-answers.ts'
import type { SessionOfServer } from './session-of-server.ts'

/**
 * Milliseconds before its expiry from which a token is renewed in the background; half of its time where it is valid for less
 * than twice as long, or each call would renew it.
 */
const renewBeforeMs = 30_000
/** Milliseconds before its expiry from which a call waits for the new token. */
const minValidityMs = 5_000
/** Milliseconds between two looks at the expiry, so that the session does not end while nobody makes a call. */
const watchMs = 5_000

const sessionLock = 'pim-session'

export interface HeldTokens {
  /** A token that is valid for some more seconds. Never settles once the session has ended. */
  current: () => Promise<string>
  /** Gets a new token; one request for all who ask meanwhile. Never settles once the session has ended. */
  renew: () => Promise<string>
  /** The same after the API has refused the token: where the provider refuses too, the session has ended. */
  renewRefused: () => Promise<string>
  /** Ends the session at the provider. */
  end: () => Promise<void>
}

/** What becomes of the session. */
export interface Told {
  /** The server holds it for this browser. */
  onHeld: () => void
  /** Only a new sign-in helps. */
  onEnded: () => void
}

/** Of a sign-in in this tab. */
export interface SignIn {
  provider: Provider
  tokens: Tokens
  arrival: string | undefined
}

/**
 * Tokens of the session that the server holds for this browser; of a sign-in in this tab, whose session it takes over, and whose own
 * refresh token is used where it has none.
 */
export function heldTokens(server: SessionOfServer, told: Told, signIn?: SignIn): HeldTokens {
  let held: AccessToken = signIn?.tokens ?? { accessToken: '', expiresAt: 0 }
  let own = signIn?.tokens.refreshToken
  let isOfServer = signIn === undefined
  let renewing: Promise<string> | undefined
  let renewBefore = renewBeforeMs
  const isValidFor = (milliseconds: number) => held.expiresAt - Date.now() > milliseconds

  const refreshed = async (): Promise<AccessToken> => {
    const ofServer = isOfServer ? await server.renew() : undefined
    if (ofServer !== undefined) return ofServer
    isOfServer = false
    if (signIn === undefined || own === undefined) throw new Refused('There is no session.')
    const { fresh, refreshToken } = await refreshedBy(signIn.provider, own)
    own = refreshToken
    return fresh
  }
  const handOver = async ({ tokens, arrival = '' }: SignIn): Promise<AccessToken> => {
    const begun = await server.begin(tokens.refreshToken, arrival)
    if (begun === undefined) return held
    isOfServer = true
    told.onHeld()
    return begun
  }
  const exchange = async (isHeldRefused: boolean, refresh: () => Promise<AccessToken>) => {
    try {
      // One after the other: where a provider gives a new refresh token each time, all tabs have the newest of the server.
      held = await inTurn('exclusive', refresh)
      renewBefore = renewBeforeOf(held)
    } catch (failure) {
      if (!(failure instanceof Refused)) {
        // The provider did not answer, but the token is still valid: it is used, and renewed later.
        if (isValidFor(0) && !isHeldRefused) return held.accessToken
        throw failure
      }
      held = { accessToken: '', expiresAt: 0 }
      own = undefined
      clearInterval(watch)
      told.onEnded()
      return neverSettles
    }
    return held.accessToken
  }
  const renew = (isHeldRefused = false, refresh = refreshed) => {
    // Defence 6, without: renewing = exchange(isHeldRefused, refresh).finally(() => {
    renewing ??= exchange(isHeldRefused, refresh).finally(() => {
      renewing = undefined
    })
    return renewing
  }
  const renewInBackground = () => void renew().catch(() => undefined)
  const watch = setInterval(() => {
    if (!isValidFor(renewBefore)) renewInBackground()
  }, watchMs)

  if (signIn === undefined) renewInBackground()
  else if (signIn.arrival !== undefined) void renew(false, () => handOver(signIn)).catch(() => undefined)

  return {
    renew: () => renew(),
    renewRefused: () => renew(true),
    current: async () => {
      // Defence 6
      if (!isValidFor(minValidityMs)) return renew()
      if (!isValidFor(renewBefore)) renewInBackground()
      return held.accessToken
    },
    end: async () => {
      await inTurn('exclusive', async () => {
        if (isOfServer && (await server.end())) return
        if (signIn === undefined || own === undefined) throw new Error('There is no session to end.')
        const { logoutUrl, clientId } = signIn.provider
        const answer = await post(logoutUrl, { client_id: clientId, refresh_token: own })
        if (!answer.ok) throw new Error(`The provider answered ${answer.status} to the end of the session.`)
      })
      clearInterval(watch)
    },
  }
}

const renewBeforeOf = ({ expiresAt }: AccessToken): number => Math.min(renewBeforeMs, (expiresAt - Date.now()) / 2)

const neverSettles = new Promise<never>(() => undefined)

const post = (url: string, fields: Record<string, string>) =>
  fetch(url, {
    method: 'POST',
    body: new URLSearchParams(fields),
    redirect: 'error',
    signal: AbortSignal.timeout(providerDeadlineMs),
  })

/** Throws where the provider gives no answer. The connection is then used for the sign-in, so the question costs little. */
export async function reach({ documentUrl }: Provider): Promise<void> {
  await fetch(documentUrl, {
    mode: 'no-cors',
    credentials: 'include',
    signal: AbortSignal.timeout(providerDeadlineMs),
  })
}

/**
 * Runs a call to the provider under a Web Lock that all tabs of this browser have in common: renewals share it, the end of
 * the session has it alone. Keycloak keeps a session that is renewed while it ends, and who signs out would stay signed in.
 * Without TLS there are no Web Locks, and a lock that does not come in time is not waited for: the call is then made at once.
 */
async function inTurn<T>(mode: LockMode, call: () => Promise<T>): Promise<T> {
  const { locks } = navigator as { locks?: LockManager }
  let begun: Promise<T> | undefined
  const begin = () => {
    begun = call()
    return begun
  }
  const signal = AbortSignal.timeout(providerDeadlineMs)
  await locks?.request(sessionLock, { mode, signal }, begin).catch(() => undefined)
  return begun ?? call()
}

async function refreshedBy({ tokenUrl, clientId }: Provider, refreshToken: string) {
  const askedAt = Date.now()
  const answer = await post(tokenUrl, { grant_type: 'refresh_token', client_id: clientId, refresh_token: refreshToken })
  if (answer.status === 400 || answer.status === 401) throw new Refused(`The provider answered ${answer.status}.`)
  if (!answer.ok) throw new Error(`The provider answered ${answer.status}.`)
  const renewed = (await answer.json()) as { access_token: string; refresh_token?: string; expires_in: number }
  return {
    fresh: { accessToken: renewed.access_token, expiresAt: askedAt + renewed.expires_in * 1000 },
    // Defence 6, without: refreshToken,
    refreshToken: renewed.refresh_token ?? refreshToken,
  }
}
