import type { ApiKey } from '@pim/contract/api-keys/schemas.ts'
import { sql } from 'kysely'
import type { KeyKind } from '../../http/context.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { channelsOfTenantOf, isPausedTenant, type StoredChannels } from '../tenants/index.ts'

const columns = [
  'api_key_id as apiKeyId',
  'name',
  'kind',
  'prefix',
  'delivery_targets as deliveryTargets',
  'content_types as contentTypeTechnicalNames',
  'created_at as createdAt',
  'created_by as createdBy',
  'expires_at as expiresAt',
  'revoked_at as revokedAt',
  'last_used_at as lastUsedAt',
  'version',
] as const

export type StoredKey = ApiKey & { readonly version: number; readonly kind: KeyKind }

/** With each change; two callers that saw the same version cannot both find it one below the new one. */
const nextVersion = sql<number>`version + 1`

export const findKeys = (trx: Transaction, tenantId: string): Promise<StoredKey[]> =>
  trx
    .selectFrom('api_key')
    .where('tenant_id', '=', tenantId)
    .select(columns)
    .orderBy('created_at', 'desc')
    .orderBy('api_key_id', 'desc')
    .execute()

/** Keys that are not revoked. */
export async function countKeys(trx: Transaction, tenantId: string): Promise<number> {
  const { count } = await trx
    .selectFrom('api_key')
    .where('tenant_id', '=', tenantId)
    .where('revoked_at', 'is', null)
    .select(sql<number>`count(*)::integer`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export async function isValidImportKey(trx: Transaction, tenantId: string, apiKeyId: string): Promise<boolean> {
  const found = await trx
    .selectFrom('api_key')
    .select('api_key_id')
    .where('tenant_id', '=', tenantId)
    .where('api_key_id', '=', apiKeyId)
    .where('kind', '=', 'import')
    .where('revoked_at', 'is', null)
    .where(sql<boolean>`coalesce(expires_at > now(), true)`)
    .executeTakeFirst()
  return found !== undefined
}

/** How many keys that are not revoked name these channels. */
export async function countKeysByTarget(
  trx: Transaction,
  tenantId: string,
  targets: readonly string[],
): Promise<{ readonly technicalName: string; readonly count: number }[]> {
  const { rows } = await sql<{ technicalName: string; count: number }>`
    select target as "technicalName", count(*)::integer as count
    from api_key k cross join lateral unnest(k.delivery_targets) as target
    where k.tenant_id = ${tenantId} and k.revoked_at is null and target = any(${targets}::text[])
    group by 1`.execute(trx)
  return rows
}

export async function findTargetsOfKey(
  trx: Transaction,
  tenantId: string,
  apiKeyId: string,
): Promise<{ readonly deliveryTargets: string[]; readonly kind: KeyKind }> {
  const found = await trx
    .selectFrom('api_key')
    .where('tenant_id', '=', tenantId)
    .where('api_key_id', '=', apiKeyId)
    .select(['delivery_targets as deliveryTargets', 'kind'])
    .executeTakeFirst()
  return found ?? { deliveryTargets: [], kind: 'delivery' }
}

const oneKey = (trx: Transaction, tenantId: string, apiKeyId: string) =>
  trx.updateTable('api_key').where('tenant_id', '=', tenantId).where('api_key_id', '=', apiKeyId)

export interface NewKeyRow {
  readonly apiKeyId: string
  readonly name: string
  readonly kind: KeyKind
  readonly prefix: string
  readonly hash: Buffer
  readonly deliveryTargets: readonly string[]
  readonly contentTypeTechnicalNames: readonly string[]
  readonly expiresAt: string | null
  readonly createdBy: string
}

export const insertKey = (trx: Transaction, tenantId: string, key: NewKeyRow): Promise<StoredKey> =>
  trx
    .insertInto('api_key')
    .values({
      tenant_id: tenantId,
      api_key_id: key.apiKeyId,
      name: key.name,
      kind: key.kind,
      prefix: key.prefix,
      key_hash: key.hash,
      previous_key_hash: null,
      delivery_targets: [...key.deliveryTargets],
      content_types: [...key.contentTypeTechnicalNames],
      expires_at: key.expiresAt,
      created_by: key.createdBy,
    })
    .returning(columns)
    .executeTakeFirstOrThrow()

export interface KeyLimits {
  readonly name?: string | undefined
  readonly deliveryTargets?: readonly string[] | undefined
  readonly contentTypeTechnicalNames?: readonly string[] | undefined
  readonly expiresAt?: string | null | undefined
}

export const changeKey = (
  trx: Transaction,
  tenantId: string,
  apiKeyId: string,
  limits: KeyLimits,
): Promise<StoredKey | undefined> =>
  oneKey(trx, tenantId, apiKeyId)
    .set({
      version: nextVersion,
      ...(limits.name !== undefined && { name: limits.name }),
      ...(limits.deliveryTargets && { delivery_targets: [...limits.deliveryTargets] }),
      ...(limits.contentTypeTechnicalNames && { content_types: [...limits.contentTypeTechnicalNames] }),
      ...(limits.expiresAt !== undefined && { expires_at: limits.expiresAt }),
    })
    .returning(columns)
    .executeTakeFirst()

/**
 * Replaces the secret; the one before stays valid for `graceSeconds`, and any older one ends now. Undefined where the
 * key is unknown or revoked.
 */
export const replaceSecret = (
  trx: Transaction,
  tenantId: string,
  apiKeyId: string,
  secret: { readonly hash: Buffer; readonly prefix: string; readonly graceSeconds: number },
): Promise<StoredKey | undefined> =>
  oneKey(trx, tenantId, apiKeyId)
    .where('revoked_at', 'is', null)
    .set({
      version: nextVersion,
      key_hash: secret.hash,
      prefix: secret.prefix,
      previous_key_hash: secret.graceSeconds > 0 ? sql`key_hash` : null,
      previous_key_expires_at:
        secret.graceSeconds > 0 ? sql`now() + make_interval(secs => ${secret.graceSeconds})` : null,
    })
    .returning(columns)
    .executeTakeFirst()

/** Revokes the key and both of its secrets. Repeating it keeps the first time of revocation. */
export const revokeKey = (trx: Transaction, tenantId: string, apiKeyId: string): Promise<StoredKey | undefined> =>
  oneKey(trx, tenantId, apiKeyId)
    .set({
      version: nextVersion,
      revoked_at: sql`coalesce(revoked_at, now())`,
      previous_key_hash: null,
      previous_key_expires_at: null,
    })
    .returning(columns)
    .executeTakeFirst()

export interface GrantRow {
  readonly tenantId: string
  readonly externalId: string
  readonly isPaused: boolean
  readonly apiKeyId: string
  readonly kind: KeyKind
  readonly deliveryTargets: string[]
  readonly contentTypes: string[]
  readonly channels: StoredChannels
  readonly validUntil: string | null
}

/** Looks a key up by the hash of its secret, across tenants: the tenant is only known from the key. */
export async function findGrant(system: Transaction, hash: Buffer): Promise<GrantRow | undefined> {
  const { rows } = await sql<GrantRow>`
    select tenant_id as "tenantId", external_id as "externalId", api_key_id as "apiKeyId", kind,
      delivery_targets as "deliveryTargets", content_types as "contentTypes", valid_until as "validUntil",
      ${isPausedTenant('found')} as "isPaused", ${channelsOfTenantOf('found')} as channels
    from api_key_by_hash(${hash}) found`.execute(system)
  return rows[0]
}

export async function recordKeyUse(system: Transaction, tenantId: string, apiKeyId: string): Promise<void> {
  await sql`select api_key_was_used(${tenantId}, ${apiKeyId})`.execute(system)
}
