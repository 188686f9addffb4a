import type { DeployKey, DeployRight } from '@pim/contract/deploy-keys/schemas.ts'
import { sql } from 'kysely'
import type { DeployKeyGrant } from '../../http/context.ts'
import type { Transaction } from '../../platform/database/transaction.ts'

const columns = [
  'deploy_key_id as deployKeyId',
  'section',
  'name',
  'rights',
  'prefix',
  'created_at as createdAt',
  'created_by as createdBy',
  'expires_at as expiresAt',
  'revoked_at as revokedAt',
  'last_used_at as lastUsedAt',
] as const

/** Newest first. */
export const findDeployKeys = (system: Transaction): Promise<DeployKey[]> =>
  system
    .selectFrom('deploy_key')
    .select(columns)
    .orderBy('created_at', 'desc')
    .orderBy('deploy_key_id', 'desc')
    .execute()

export async function findDeployKeyNames(system: Transaction): Promise<ReadonlyMap<string, string>> {
  const keys = await system.selectFrom('deploy_key').select(['deploy_key_id', 'name']).execute()
  return new Map(keys.map(({ deploy_key_id, name }) => [deploy_key_id, name]))
}

export interface NewDeployKeyRow {
  readonly deployKeyId: string
  readonly section: string
  readonly name: string
  readonly rights: readonly DeployRight[]
  readonly prefix: string
  readonly hash: Buffer
  readonly publicKey: Buffer
  readonly expiresAt: string | null
  readonly createdBy: string
}

export const insertDeployKey = (system: Transaction, key: NewDeployKeyRow): Promise<DeployKey> =>
  system
    .insertInto('deploy_key')
    .values({
      deploy_key_id: key.deployKeyId,
      section: key.section,
      name: key.name,
      rights: [...key.rights],
      prefix: key.prefix,
      key_hash: key.hash,
      public_key: key.publicKey,
      expires_at: key.expiresAt,
      created_by: key.createdBy,
    })
    .returning(columns)
    .executeTakeFirstOrThrow()

/** Undefined where there is none, or it is revoked already. */
export const endDeployKey = (system: Transaction, deployKeyId: string): Promise<DeployKey | undefined> =>
  system
    .updateTable('deploy_key')
    .set({ revoked_at: sql`now()` })
    .where('deploy_key_id', '=', deployKeyId)
    .where('revoked_at', 'is', null)
    .returning(columns)
    .executeTakeFirst()

/** The rights of a key that is valid now. Stores the time of its use, at most once a minute. */
export async function useDeployKey(system: Transaction, hash: Buffer): Promise<DeployKeyGrant | undefined> {
  const found = await system
    .selectFrom('deploy_key')
    .select(['deploy_key_id as deployKeyId', 'name', 'section', 'rights', 'public_key as publicKey'])
    .select(sql<boolean>`coalesce(last_used_at < now() - interval '1 minute', true)`.as('isNoted'))
    .where('key_hash', '=', hash)
    .where('revoked_at', 'is', null)
    .where(sql<boolean>`coalesce(expires_at > now(), true)`)
    .executeTakeFirst()
  if (found === undefined) return undefined
  const { isNoted, ...grant } = found
  if (isNoted)
    await system
      .updateTable('deploy_key')
      .set({ last_used_at: sql`now()` })
      .where('deploy_key_id', '=', grant.deployKeyId)
      .execute()
  return grant
}
