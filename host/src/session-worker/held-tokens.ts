import type { Provider, Tokens } from './protocol.ts'

/**
 * Milliseconds before its expiry from which a token is renewed in the background; half of its time where it is valid for less
 * than twice as long, or each call would renew it.
 */
const renewBeforeMs = 30_000
/** Milliseconds before its expiry from which a call waits for the new token. */
const minValidityMs = 5_000
/** Milliseconds between two looks at the expiry, so that the session does not end while nobody makes a call. */
const watchMs = 5_000

/** Milliseconds after which a provider that does not answer counts as away. */
const providerDeadlineMs = 10_000
const sessionLock = 'pim-session'

/** The provider takes the refresh token no more: only a new sign-in helps. */
class Refused extends Error {}

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

export function heldTokens(provider: Provider, first: Tokens, onEnded: () => void): HeldTokens {
  let held = first
  let renewing: Promise<string> | undefined
  let renewBefore = renewBeforeMs
  const isValidFor = (milliseconds: number) => held.expiresAt - Date.now() > milliseconds

  const exchange = async (isHeldRefused: boolean) => {
    try {
      held = await inTurn('shared', () => refreshed(provider, held))
      renewBefore = renewBeforeOf(held)
    } catch (failure) {
      if (!(failure instanceof Refused)) {
        // The provider did not answer, but the token is still valid: it is used, and renewed later.
        if (isValidFor(0) && !isHeldRefused) return held.accessToken
        throw failure
      }
      held = { ...held, accessToken: '', refreshToken: '', expiresAt: 0 }
      clearInterval(watch)
      onEnded()
      return neverSettles
    }
    return held.accessToken
  }
  const renew = (isHeldRefused = false) => {
    // Defence 6, without: renewing = exchange(isHeldRefused).finally(() => {
    renewing ??= exchange(isHeldRefused).finally(() => {
      renewing = undefined
    })
    return renewing
  }
  const renewInBackground = () => void renew().catch(() => undefined)
  const watch = setInterval(() => {
    if (!isValidFor(renewBefore)) renewInBackground()
  }, watchMs)

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
      const { logoutUrl, clientId } = provider
      const answer = await inTurn('exclusive', () =>
        post(logoutUrl, { client_id: clientId, refresh_token: held.refreshToken }),
      )
      if (!answer.ok) throw new Error(`The provider answered ${answer.status} to the end of the session.`)
      clearInterval(watch)
    },
  }
}

const renewBeforeOf = ({ expiresAt }: Tokens): number => Math.min(renewBeforeMs, (expiresAt - Date.now()) / 2)

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

async function refreshed({ tokenUrl, clientId }: Provider, { refreshToken }: Tokens): Promise<Tokens> {
  const askedAt = Date.now()
  const answer = await post(tokenUrl, { grant_type: 'refresh_token', client_id: clientId, refresh_token: refreshToken })
  if (answer.status === 400 || answer.status === 401) throw new Refused(`The provider answered ${answer.status}.`)
  if (!answer.ok) throw new Error(`The provider answered ${answer.status}.`)
  const fresh = (await answer.json()) as { access_token: string; refresh_token?: string; expires_in: number }
  return {
    accessToken: fresh.access_token,
    // Defence 6, without: refreshToken,
    refreshToken: fresh.refresh_token ?? refreshToken,
    expiresAt: askedAt + fresh.expires_in * 1000,
  }
}
