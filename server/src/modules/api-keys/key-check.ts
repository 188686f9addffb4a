import { LRUCache } from 'lru-cache'
import type { ApiKeyGrant, KeyKind } from '../../http/context.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Notifications } from '../../platform/database/notifications.ts'
import { createFreshCache } from '../../platform/fresh-cache/fresh-cache.ts'
import { marketChannels } from '../tenants/index.ts'
import { findGrant, recordKeyUse } from './api-key.repository.ts'
import { hashOf, maxKeyLength } from './secret.ts'

/** Every node forgets what it knew of the key, or of all keys of the tenant, that this names, before the caller of a revocation has its answer. */
export const apiKeyChanged = 'api-key-changed'

const noteUseEveryMs = 60_000
const maxKnownKeys = 10_000

export interface KeyCheck {
  /**
   * Answers what the key allows; undefined where it is unknown, revoked, expired, not valid yet or of another kind. Answers
   * without a promise where the key is in the cache.
   * `beforeLookUp` is called before the database is asked for a key of which nothing is known; it may throw.
   */
  verify(
    key: string,
    kind: KeyKind,
    beforeLookUp?: () => void,
  ): ApiKeyGrant | undefined | Promise<ApiKeyGrant | undefined>
  /** What a key for delivery allows that was looked up a moment ago; never asks the database. */
  peek(key: string): ApiKeyGrant | undefined
  close(): void
}

/** One row by its key. A database that takes longer is away, and then what is known goes on. */
const lookUpMs = 1_000

interface KnownKey {
  readonly grant: ApiKeyGrant
  readonly validUntil: number
  /** When it was last said that the key is in use. */
  notedAt: number
}

export function createKeyCheck(deps: {
  readonly database: Database
  readonly notifications: Notifications
  readonly onError: (error: unknown) => void
  readonly now?: (() => number) | undefined
}): KeyCheck {
  const { database, notifications, now = Date.now } = deps
  const known = createFreshCache<KnownKey>({
    size: maxKnownKeys,
    isCurrent: () => notifications.isCurrent,
    now,
    validUntil: (key) => key.validUntil,
    load: async (hash) => {
      const row = await database.asKeyLookUp((trx) => findGrant(trx, Buffer.from(hash, 'base64')), {
        deadlineMs: lookUpMs,
      })
      return (
        row && {
          grant: {
            apiKeyId: row.apiKeyId,
            kind: row.kind,
            tenant: { tenantId: row.tenantId, externalId: row.externalId, isPaused: row.isPaused },
            deliveryTargets: row.deliveryTargets,
            contentTypeTechnicalNames: row.contentTypes,
            channels: marketChannels(row.channels),
          },
          validUntil: row.validUntil === null ? Number.POSITIVE_INFINITY : Date.parse(row.validUntil),
          notedAt: usedAt.get(row.apiKeyId) ?? 0,
        }
      )
    },
  })
  /** Outlives the cache's entries: a key that is looked up every few seconds is noted once a minute all the same. */
  const usedAt = new LRUCache<string, number>({ max: maxKnownKeys })

  const close = notifications.listen(apiKeyChanged, (payload) => {
    if (payload === undefined) known.forget()
    else known.forget(({ grant }) => grant.apiKeyId === payload.apiKeyId || grant.tenant.tenantId === payload.tenantId)
  })

  const ofKind = (key: KnownKey | undefined, kind: KeyKind): ApiKeyGrant | undefined =>
    // Defence 179, without: key ? noted(key) : undefined
    key?.grant.kind === kind ? noted(key) : undefined

  function noted(key: KnownKey): ApiKeyGrant {
    const usedNow = now()
    if (usedNow - key.notedAt < noteUseEveryMs) return key.grant
    key.notedAt = usedNow
    const { apiKeyId, tenant } = key.grant
    usedAt.set(apiKeyId, usedNow)
    // Nobody waits for it, and a delivery does not fail because it cannot be written down.
    database.asSystem((trx) => recordKeyUse(trx, tenant.tenantId, apiKeyId)).catch(deps.onError)
    return key.grant
  }

  return {
    verify(key, kind, beforeLookUp) {
      if (key.length > maxKeyLength) return undefined
      // The cache knows keys by their hash too: no secret stays in memory for others to find.
      const found = known.get(hashOf(key).toString('base64'), beforeLookUp)
      if (!(found instanceof Promise)) return ofKind(found, kind)
      return found.then((loaded) => ofKind(loaded, kind))
    },
    peek(key) {
      const found = key.length > maxKeyLength ? undefined : known.peek(hashOf(key).toString('base64'))
      return ofKind(found, 'delivery')
    },
    close,
  }
}
