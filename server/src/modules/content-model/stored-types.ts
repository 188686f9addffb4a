import type { ContentType } from '@pim/contract/content-model/schemas.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import {
  type AskedType,
  findDefinition,
  findTypeKey,
  findTypeKeyByName,
  findTypeKeys,
  shareType,
  type TypeKey,
  typeWithId,
} from './content-type.repository.ts'

/**
 * A content type as it is kept. As long as its revision stays, so does this very object: what is derived from a field
 * (parsed settings, value schemas) is kept by the field object, and must not be made anew for every save.
 */
export interface StoredType extends TypeKey {
  readonly type: ContentType
}

/** Definitions by their ids; the least recently used one goes. */
const known = new Map<string, StoredType>()
const mostKnown = 2_000

function remember(stored: StoredType): StoredType {
  known.delete(stored.contentTypeId)
  known.set(stored.contentTypeId, stored)
  const [oldest] = known.keys()
  if (known.size > mostKnown && oldest !== undefined) known.delete(oldest)
  return stored
}

async function withDefinition(trx: Transaction, tenantId: string, key: TypeKey): Promise<StoredType | undefined> {
  const stored = known.get(key.contentTypeId)
  if (stored?.revision === key.revision) return remember(stored)
  const fresh = await findDefinition(trx, tenantId, key.contentTypeId)
  return fresh && remember({ ...fresh, type: frozen(fresh.type) })
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

export async function findTypeById(
  trx: Transaction,
  tenantId: string,
  contentTypeId: string,
): Promise<StoredType | undefined> {
  const key = await findTypeKey(trx, tenantId, typeWithId(contentTypeId))
  return key && withDefinition(trx, tenantId, key)
}

/** Every type of the tenant, by name. */
export async function findTypes(trx: Transaction, tenantId: string): Promise<StoredType[]> {
  const keys = await findTypeKeys(trx, tenantId)
  const types = await Promise.all(keys.map((key) => withDefinition(trx, tenantId, key)))
  return types.filter((type) => type !== undefined)
}

/**
 * For every transaction that writes content of the type, before it locks any item: the type stays as it is until the
 * transaction ends. Without this a save could write values of a shape that a change of the type has just swept away.
 */
export const holdType = (trx: Transaction, tenantId: string, contentTypeId: string): Promise<StoredType | undefined> =>
  holdAskedType(trx, tenantId, typeWithId(contentTypeId))

/** The same where only the database knows yet which type it is. */
export async function holdAskedType(
  trx: Transaction,
  tenantId: string,
  type: AskedType,
): Promise<StoredType | undefined> {
  // Statements of their own: one that waits for the lock would read the type as it was before the wait.
  const [, key] = await Promise.all([shareType(trx, type), findTypeKey(trx, tenantId, type)])
  return key && withDefinition(trx, tenantId, key)
}
