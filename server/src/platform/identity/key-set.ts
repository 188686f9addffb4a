import { type CryptoKey, createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose'

/** Loads the provider's public keys. */
export type KeySource = () => Promise<JSONWebKeySet>

/** The provider cannot be reached, so a token can be neither accepted nor refused. Becomes a 503. */
export class IdentityProviderAway extends Error {
  override readonly name = 'IdentityProviderAway'
}

export interface KeySetOptions {
  readonly source: KeySource
  /** Minimum time between two requests to the provider: made-up key ids in tokens must not cause one each. */
  readonly retryAfterMs?: number
  /** After this time the keys are loaded again in the background, so that a withdrawn key stops working. */
  readonly refreshAfterMs?: number
  readonly now?: () => number
}

type LocalKeys = ReturnType<typeof createLocalJWKSet>

/**
 * Caches the provider's keys, and uses the cached ones while the provider is down. An unknown key id loads them again,
 * at most once in `retryAfterMs` for all callers. Throws `IdentityProviderAway` where the key cannot be looked up.
 */
export function rotatingKeySet(options: KeySetOptions): JWTVerifyGetKey<CryptoKey> {
  const { source, retryAfterMs = 10_000, refreshAfterMs = 600_000, now = Date.now } = options
  let keys: LocalKeys | undefined
  let loadedAt = Number.NEGATIVE_INFINITY
  let lastError: unknown
  let loading: Promise<void> | undefined

  const load = (): Promise<void> => {
    if (loading) return loading
    // Defence 4
    if (now() - loadedAt < retryAfterMs) return Promise.resolve()
    loadedAt = now()
    loading = source()
      .then((set) => {
        keys = createLocalJWKSet(set)
        lastError = undefined
      })
      .catch((error: unknown) => {
        lastError = error
      })
      .finally(() => {
        loading = undefined
      })
    return loading
  }
  const away = () => new IdentityProviderAway('The identity provider does not give its keys', { cause: lastError })

  return async (header, token) => {
    if (!keys) await load()
    if (!keys) throw away()
    // Defence 4, without: if (now() - loadedAt > refreshAfterMs) await load().then(() => lastError && Promise.reject(away()))
    if (now() - loadedAt > refreshAfterMs) void load()
    try {
      return await keys(header, token)
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error
      await load()
      // Not refused as forged while the provider is away: a rotation of keys in that time would sign everyone out.
      if (lastError !== undefined) throw away()
      return keys(header, token)
    }
  }
}

/** Loads the keys over HTTP, with a time-out and a limit on the size. */
export const remoteKeys =
  (url: string, timeoutMs = 5_000): KeySource =>
  async () => {
    const response = await fetch(url, {
      headers: { accept: 'application/json' },
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (!response.ok) throw new Error(`The identity provider answered ${response.status} for its keys`)
    const body = await response.text()
    if (body.length > 1_000_000) throw new Error('The identity provider sent more keys than it can have')
    return JSON.parse(body) as JSONWebKeySet
  }
