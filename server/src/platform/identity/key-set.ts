import { type CryptoKey, createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose'

/** Where the provider's public keys come from: its address, or the embedded provider itself. */
export type KeySource = () => Promise<JSONWebKeySet>

/** The provider cannot be asked, so whether the token is good cannot be told. Never a reason to refuse the token. */
export class IdentityProviderAway extends Error {
  override readonly name = 'IdentityProviderAway'
}

export interface KeySetOptions {
  readonly source: KeySource
  /** Unknown key ids must not let a stranger make us call the provider at will. */
  readonly retryAfterMs?: number
  /** After this long the keys are asked for again in the background, so that a withdrawn key stops working. */
  readonly refreshAfterMs?: number
  readonly now?: () => number
}

type LocalKeys = ReturnType<typeof createLocalJWKSet>

/**
 * The provider's keys, kept. While the provider is down those we have go on serving; an unknown key id asks for them
 * anew, at most once per `retryAfterMs` whoever asks.
 */
export function rotatingKeySet(options: KeySetOptions): JWTVerifyGetKey<CryptoKey> {
  const { source, retryAfterMs = 10_000, refreshAfterMs = 600_000, now = Date.now } = options
  let keys: LocalKeys | undefined
  let askedAt = Number.NEGATIVE_INFINITY
  let lastFault: unknown
  let asking: Promise<void> | undefined

  const ask = (): Promise<void> => {
    if (asking) return asking
    if (now() - askedAt < retryAfterMs) return Promise.resolve()
    askedAt = now()
    asking = source()
      .then((set) => {
        keys = createLocalJWKSet(set)
        lastFault = undefined
      })
      .catch((fault: unknown) => {
        lastFault = fault
      })
      .finally(() => {
        asking = undefined
      })
    return asking
  }
  const away = () => new IdentityProviderAway('The identity provider does not give its keys', { cause: lastFault })

  return async (header, token) => {
    if (!keys) await ask()
    if (!keys) throw away()
    if (now() - askedAt > refreshAfterMs) void ask()
    try {
      return await keys(header, token)
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error
      await ask()
      // A key we cannot look up is no forged key: were it refused, everyone would be signed out by a rotation
      // that happens while the provider is hard to reach.
      if (lastFault !== undefined) throw away()
      return keys(header, token)
    }
  }
}

/** Keys over HTTP, with a deadline and a bound on the size. */
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
