import type { ApiKey, ChangeApiKey, CreateApiKey, NewApiKey } from '@pim/contract/api-keys/schemas.ts'
import type { Actor } from '../../core/caller.ts'
import { type IfMatch, requireMatch } from '../../core/caller.ts'
import { invalidPlace, Problem } from '../../core/problem.ts'
import type { Database } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/new-id.ts'
import type { Notifications } from '../../platform/database/notifications.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { recordChange } from '../audit/index.ts'
import type { Quotas } from '../quotas/index.ts'
import { lockedChannelNames, requireChannels } from '../tenants/index.ts'
import {
  changeKey,
  countKeys,
  findKeys,
  findTargetsOfKey,
  insertKey,
  replaceSecret,
  revokeKey,
  type StoredKey,
} from './api-key.repository.ts'
import { apiKeyChanged } from './key-check.ts'
import { hashOf, newSecret, prefixOf } from './secret.ts'

export type ApiKeysService = ReturnType<typeof createApiKeysService>

export function createApiKeysService(deps: {
  readonly database: Database
  readonly notifications: Notifications
  readonly quotas: Quotas
}) {
  const { database, notifications, quotas } = deps

  const list = (tenantId: string): Promise<ApiKey[]> =>
    database.inTenantReadOnly(tenantId, (trx) => findKeys(trx, tenantId))

  /** `secret` is given only by the demo, whose key is published; otherwise it is random. */
  const create = async (actor: Actor, request: CreateApiKey, secret = newSecret()): Promise<NewApiKey> => {
    const apiKeyId = newId()
    const created = await database.inTenant(
      actor.tenantId,
      async (trx) => {
        requireNoChannels(request.kind, request.deliveryTargets)
        await requireOwnChannels(trx, actor.tenantId, request.deliveryTargets, [])
        await quotas.require(trx, actor.tenantId, { quota: 'apiKeys', adding: 1, count: countKeys })
        const [key] = await Promise.all([
          insertKey(trx, actor.tenantId, {
            apiKeyId,
            name: request.name,
            kind: request.kind ?? 'delivery',
            prefix: prefixOf(secret),
            hash: hashOf(secret),
            deliveryTargets: request.deliveryTargets ?? [],
            contentTypeTechnicalNames: request.contentTypeTechnicalNames ?? [],
            expiresAt: request.expiresAt ?? null,
            createdBy: actor.userId,
          }),
          note(trx, actor, 'create', apiKeyId, { name: request.name, kind: request.kind ?? 'delivery' }),
        ])
        return key
      },
      { once: actor.once },
    )
    return withSecret(actor, created, secret)
  }

  const change = (actor: Actor, apiKeyId: string, request: ChangeApiKey, ifMatch?: IfMatch): Promise<ApiKey> =>
    changed(actor, { apiKeyId, ifMatch }, 'change', { changed: Object.keys(request) }, async (trx) => {
      const before = await findTargetsOfKey(trx, actor.tenantId, apiKeyId)
      requireNoChannels(before.kind, request.deliveryTargets)
      await requireOwnChannels(trx, actor.tenantId, request.deliveryTargets, before.deliveryTargets)
      return changeKey(trx, actor.tenantId, apiKeyId, request)
    })

  const rotate = async (
    actor: Actor,
    apiKeyId: string,
    graceSeconds: number,
    ifMatch?: IfMatch,
  ): Promise<NewApiKey> => {
    const secret = newSecret()
    const key = await changed(actor, { apiKeyId, ifMatch }, 'rotate', { graceSeconds }, (trx) =>
      replaceSecret(trx, actor.tenantId, apiKeyId, { hash: hashOf(secret), prefix: prefixOf(secret), graceSeconds }),
    )
    return withSecret(actor, key, secret)
  }

  const revoke = (actor: Actor, apiKeyId: string, ifMatch?: IfMatch): Promise<ApiKey> =>
    changed(actor, { apiKeyId, ifMatch }, 'revoke', {}, (trx) => revokeKey(trx, actor.tenantId, apiKeyId))

  const changed = async (
    actor: Actor,
    { apiKeyId, ifMatch }: { readonly apiKeyId: string; readonly ifMatch: IfMatch },
    verb: string,
    details: Readonly<Record<string, unknown>>,
    update: (trx: Transaction) => Promise<StoredKey | undefined>,
  ): Promise<ApiKey> => {
    return await database.inTenant(
      actor.tenantId,
      async (trx) => {
        const key = await update(trx)
        if (key === undefined) throw new Problem('NOT_FOUND')
        // The update has waited for others and raised the version; a refusal rolls it back.
        requireMatch(ifMatch, key.version - 1)
        await Promise.all([
          note(trx, actor, verb, apiKeyId, { name: key.name, ...details }),
          // Defence 20
          notifications.send(trx, apiKeyChanged, { apiKeyId }),
        ])
        return key
      },
      { once: actor.once },
    )
  }

  const note = (
    trx: Transaction,
    { tenantId, userId }: Actor,
    verb: string,
    entityId: string,
    details: Readonly<Record<string, unknown>>,
  ): Promise<void> =>
    recordChange(trx, tenantId, { userId, action: `apiKey.${verb}`, entityKind: 'apiKey', entityId, details })

  return { list, create, change, rotate, revoke }
}

/** Whoever imports reads nothing that is delivered: a limit that means nothing would look like one. */
function requireNoChannels(kind: ApiKey['kind'], targets: readonly string[] = []): void {
  if (kind === 'import' && targets.length > 0)
    throw invalidPlace('body.deliveryTargets', 'NOT_ALLOWED', 'are for keys that read what is delivered')
}

/** Refuses channels that the tenant does not have, apart from those that the key names already. */
async function requireOwnChannels(
  trx: Transaction,
  tenantId: string,
  targets: readonly string[] = [],
  before: readonly string[],
): Promise<void> {
  if (targets.length === 0) return
  const known = [...(await lockedChannelNames(trx, tenantId)), ...before]
  requireChannels(known, targets, (at) => `body.deliveryTargets[${at}]`)
}

/**
 * What is kept with an idempotency key is the key without its secret, of which there is only a hash anywhere. So a repeat
 * cannot have it: it gets the rest, and rotates the key for a secret that it knows.
 */
function withSecret({ once }: Actor, made: ApiKey, secret: string): NewApiKey {
  if (once?.isRepeat) throw new Problem('SECRET_SHOWN_ONCE', { firstAnswer: made })
  return { ...made, key: secret }
}
