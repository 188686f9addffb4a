import { createHash } from 'node:crypto'
import { errors, type JWTPayload, jwtVerify } from 'jose'
import { LRUCache } from 'lru-cache'
import { type Claims, type Identity, identityFrom, type RoleSource } from './identity.ts'
import { type KeySource, rotatingKeySet } from './key-set.ts'
import { type MembershipSource, membershipFrom } from './membership.ts'

export interface VerifierOptions extends RoleSource {
  readonly issuer: string
  /** Other clients of the realm whose tokens are taken (`azp`). */
  readonly furtherClientIds?: readonly string[]
  /** What `aud` must contain. Left out, `azp` alone tells our tokens from those of other clients. */
  readonly audience?: string
  readonly keys: KeySource
  /** Left out, the token's own claims hold until it expires. */
  readonly membership?: MembershipSource
  /** How old what we know of a membership may become. */
  readonly membershipMaxAgeMs?: number
  readonly keysRetryAfterMs?: number
  readonly cacheSize?: number
  readonly now?: () => number
}

export interface TokenVerifier {
  /**
   * Throws `TokenRefused`, or `IdentityProviderAway` when it cannot be told. `beforeCheck` is called before the signature of
   * a token is checked that is neither known nor being checked; what it throws is thrown, and the provider is not asked.
   */
  verify(token: string, beforeCheck?: () => void): Promise<Identity>
  /** Forgets the known membership of this person, or of everybody: it has just been changed. */
  recheck(userId?: string): void
}

/** The token is not one of ours, or not any more. The reason is for the log; the caller learns nothing from it. */
export class TokenRefused extends Error {
  override readonly name = 'TokenRefused'
}

interface Known {
  identity: Identity
  readonly claims: Claims
  readonly expiresAt: number
  /** When the provider last vouched for the membership. */
  asOf: number
  renewing?: Promise<void> | undefined
  ended: boolean
}

const skewSeconds = 5
const maxTokenLength = 16_384
/** After a failed question the next one waits, or each request would hang as long as the provider does. */
const askAgainAfterMs = 10_000

export const scopesIn = ({ scope }: Claims): string[] => (typeof scope === 'string' ? scope.split(' ') : [])

export function createTokenVerifier(options: VerifierOptions): TokenVerifier {
  const { now = Date.now, cacheSize = 10_000, membershipMaxAgeMs = 50_000 } = options
  const keySet = rotatingKeySet({
    source: options.keys,
    now,
    ...(options.keysRetryAfterMs === undefined ? {} : { retryAfterMs: options.keysRetryAfterMs }),
  })
  const membership = options.membership && membershipFrom(options.membership, options)
  const clients = new Set([options.clientId, ...(options.furtherClientIds ?? [])])
  const known = new LRUCache<string, Known>({ max: cacheSize })
  const changedAt = new LRUCache<string, number>({ max: cacheSize })
  let allChangedAt = 0
  let askAgainAt = 0
  /** A page opens with many calls at once: one of them checks the token, the others wait for that. */
  const checking = new Map<string, Promise<Known>>()

  async function check(token: string): Promise<JWTPayload> {
    if (token.length > maxTokenLength) throw new TokenRefused('too long')
    try {
      const { payload } = await jwtVerify(token, keySet, {
        // Defence 2
        issuer: options.issuer,
        ...(options.audience === undefined ? {} : { audience: options.audience }),
        // Defence 1
        algorithms: ['RS256', 'ES256'],
        requiredClaims: ['sub', 'exp', 'iat'],
        clockTolerance: skewSeconds,
        currentDate: new Date(now()),
      })
      return payload
    } catch (error) {
      if (error instanceof errors.JOSEError) throw new TokenRefused(error.code, { cause: error })
      throw error
    }
  }

  function admit(claims: JWTPayload): Known {
    // ID and refresh tokens of the same realm carry the same signature: only `typ` tells them apart.
    // Defence 2
    if (claims.typ !== 'Bearer') throw new TokenRefused('not an access token')
    // Defence 2
    if (typeof claims.azp !== 'string' || !clients.has(claims.azp)) throw new TokenRefused('of another client')
    // The provider tells the membership of today for tokens with this scope only: any other would outlive it.
    // Defence 111
    if (!scopesIn(claims).includes('openid')) throw new TokenRefused('without the scope openid')
    const identity = identityFrom(claims, options)
    if (identity.userId === '' || identity.userId.length > 200) throw new TokenRefused('of nobody')
    const expiresAt = ((claims.exp ?? 0) + skewSeconds) * 1_000
    return { identity, claims, expiresAt, asOf: Math.min((claims.iat ?? 0) * 1_000, now()), ended: false }
  }

  function checkOnce(key: string, token: string, beforeCheck?: () => void): Promise<Known> {
    const underway = checking.get(key)
    if (underway) return underway
    beforeCheck?.()
    const checked = check(token)
      .then((claims) => {
        const entry = admit(claims)
        known.set(key, entry)
        return entry
      })
      .finally(() => checking.delete(key))
    checking.set(key, checked)
    return checked
  }

  function renew(token: string, entry: Known): Promise<void> {
    if (!membership || now() < askAgainAt) return Promise.resolve()
    const asked = now()
    entry.renewing ??= membership
      .renew(token, entry.identity, entry.claims)
      .then((identity) => {
        if (identity) entry.identity = identity
        else entry.ended = true
        entry.asOf = asked
      })
      .catch(() => {
        // The provider is away: what it last said goes on holding, at most until the token expires.
        askAgainAt = now() + askAgainAfterMs
      })
      .finally(() => {
        entry.renewing = undefined
      })
    return entry.renewing
  }

  return {
    async verify(token, beforeCheck) {
      const key = createHash('sha256').update(token).digest('base64')
      let entry = known.get(key)
      if (!entry || entry.expiresAt <= now()) entry = await checkOnce(key, token, beforeCheck)

      const age = now() - entry.asOf
      const lastChangedAt = Math.max(allChangedAt, changedAt.get(entry.identity.userId) ?? 0)
      // Defence 3, without: const isStale = false
      const isStale = age > membershipMaxAgeMs || entry.asOf <= lastChangedAt
      if (isStale) await renew(token, entry)
      else if (age > membershipMaxAgeMs / 2) void renew(token, entry)
      if (entry.ended) throw new TokenRefused('session over')
      return entry.identity
    },
    recheck(userId) {
      if (userId === undefined) allChangedAt = now()
      else changedAt.set(userId, now())
    },
  }
}
