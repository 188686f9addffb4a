import type { ContentType } from '@pim/contract/content-model/schemas.ts'
import { LRUCache } from 'lru-cache'
import type { Transaction } from '../../platform/database/transaction.ts'
import {
  acquireSharedTypeLock,
  findDefinition,
  findTypeKey,
  findTypeKeyByName,
  findTypeKeys,
  type TypeKey,
  typeLookupById,
} from './content-type.repository.ts'

/**
 * A content type as it is kept. As long as its revision stays, so does this very object: what is derived from a field
 * (parsed settings, value schemas) is kept by the field object, and must not be made anew for every save.
 */
export interface StoredType extends TypeKey {
  readonly type: ContentType
}

/** Definitions by their ids; together at most so many bytes of JSON, which take several times as much in memory. */
const known = new LRUCache<string, StoredType>({ max: 2_000, maxSize: 16 * 2 ** 20 })

/** Ids of types by tenant and name. A type never gets another name; it can be deleted, and made again with another id. */
const idsByName = new LRUCache<string, string>({ max: 2_000 })

/** A type whose revision is known: its definition is read where another one is kept. */
export async function withDefinition(
  trx: Transaction,
  tenantId: string,
  key: TypeKey,
): Promise<StoredType | undefined> {
  const stored = known.get(key.contentTypeId)
  if (stored?.revision === key.revision) return stored
  const found = await findDefinition(trx, tenantId, key.contentTypeId)
  if (found === undefined) return undefined
  const { byteSize, ...read } = found
  const fresh = { ...read, type: frozen(read.type) }
  known.set(fresh.contentTypeId, fresh, { size: byteSize })
  return fresh
}

/** Shared by every request that comes: nobody may change it under the others. */
const frozen = (type: ContentType): ContentType => {
  for (const field of type.fields) Object.freeze(field)
  Object.freeze(type.fields)
  return Object.freeze(type)
}

export async function findTypeByName(
  trx: Transaction,
  tenantId: string,
  technicalName: string,
): Promise<StoredType | undefined> {
  const key = await findTypeKeyByName(trx, tenantId, technicalName)
  return key && withDefinition(trx, tenantId, key)
}

/** Every type of the tenant, by name. */
export async function findTypes(trx: Transaction, tenantId: string): Promise<StoredType[]> {
  const keys = await findTypeKeys(trx, tenantId)
  const types = await Promise.all(keys.map((key) => withDefinition(trx, tenantId, key)))
  return types.filter((type) => type !== undefined)
}

/** The fields that name these channels as those on which they are required. */
export async function findFieldsByChannel(
  trx: Transaction,
  tenantId: string,
  channels: readonly string[],
): Promise<{ readonly channel: string; readonly technicalName: string; readonly technicalFieldName: string }[]> {
  const types = await findTypes(trx, tenantId)
  return types.flatMap(({ type }) =>
    type.fields.flatMap(({ technicalName: technicalFieldName, required }) =>
      channels.flatMap((each) =>
        Array.isArray(required) && required.includes(each)
          ? [{ channel: each, technicalName: type.technicalName, technicalFieldName }]
          : [],
      ),
    ),
  )
}

/** Locks a type shared and reads it. */
export async function lockTypeShared(
  trx: Transaction,
  tenantId: string,
  contentTypeId: string,
): Promise<StoredType | undefined> {
  // Two statements, because one that waits for the lock would read the type with a snapshot from before the wait.
  const [, key] = await Promise.all([
    acquireSharedTypeLock(trx, tenantId, typeLookupById(contentTypeId)),
    findTypeKey(trx, tenantId, contentTypeId),
  ])
  return key && withDefinition(trx, tenantId, key)
}

/** The same by name, without asking for the id where it was asked for before. */
export async function lockTypeSharedByName(
  trx: Transaction,
  tenantId: string,
  technicalName: string,
): Promise<StoredType | undefined> {
  const name = `${tenantId} ${technicalName}`
  const remembered = idsByName.get(name)
  const held = remembered === undefined ? undefined : await lockTypeShared(trx, tenantId, remembered)
  if (held !== undefined) return held
  const named = await findTypeByName(trx, tenantId, technicalName)
  if (named === undefined) return undefined
  idsByName.set(name, named.contentTypeId)
  return lockTypeShared(trx, tenantId, named.contentTypeId)
}
