import type { ContentType, ContentTypeKind } from '@pim/contract/content-model/schemas.ts'
import { type RawBuilder, sql } from 'kysely'
import { prepared, type Transaction } from '../../platform/database/transaction.ts'

export interface TypeKey {
  readonly contentTypeId: string
  readonly revision: number
}

const typeKeys = (trx: Transaction, tenantId: string) =>
  trx
    .selectFrom('content_type')
    .where('tenant_id', '=', tenantId)
    .select(['content_type_id as contentTypeId', 'revision'])

/** All types of the tenant, ordered by technical name. */
export const findTypeKeys = (trx: Transaction, tenantId: string): Promise<TypeKey[]> =>
  prepared(trx, 'content-type-keys', typeKeys(trx, tenantId).orderBy('technical_name'))

/** How many types the tenant has, and their fields and bytes together. */
export interface ModelSize {
  readonly contentTypes: number
  readonly contentTypeFields: number
  readonly contentTypeBytes: number
}

export async function measureModel(trx: Transaction, tenantId: string): Promise<ModelSize> {
  return await trx
    .selectFrom('content_type')
    .where('tenant_id', '=', tenantId)
    .select([
      sql<number>`count(*)::integer`.as('contentTypes'),
      sql<number>`coalesce(sum(field_count), 0)::integer`.as('contentTypeFields'),
      sql<number>`coalesce(sum(byte_size), 0)::bigint`.as('contentTypeBytes'),
    ])
    .executeTakeFirstOrThrow()
}

/** For a statement of another module that is limited to types by their names. */
export const typeIdsWithNames = (tenantId: string, names: readonly string[] | null): RawBuilder<string> =>
  sql<string>`(select content_type_id from content_type
    where tenant_id = ${tenantId} and technical_name = any(${names}::text[]))`

/**
 * How to find one type: `id` is its id, or a subquery that finds it. `name` names the prepared statement of that text.
 */
export interface TypeLookup {
  readonly name: string
  readonly id: RawBuilder<string>
}

export const typeLookupById = (contentTypeId: string): TypeLookup => ({
  name: 'by-id',
  id: sql`${contentTypeId}::uuid`,
})

export async function findTypeKey(
  trx: Transaction,
  tenantId: string,
  contentTypeId: string,
): Promise<TypeKey | undefined> {
  const query = typeKeys(trx, tenantId).where('content_type_id', '=', contentTypeId)
  const [key] = await prepared<TypeKey>(trx, 'content-type-key-by-id', query)
  return key
}

export async function findTypeKeyByName(
  trx: Transaction,
  tenantId: string,
  technicalName: string,
): Promise<TypeKey | undefined> {
  const query = typeKeys(trx, tenantId).where('technical_name', '=', technicalName)
  const [key] = await prepared<TypeKey>(trx, 'content-type-key-by-name', query)
  return key
}

export async function findTypeNames(trx: Transaction, tenantId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('content_type')
    .where('tenant_id', '=', tenantId)
    .select('technical_name as name')
    .execute()
  return rows.map(({ name }) => name)
}

export interface TypeSize {
  readonly contentTypeId: string
  readonly byteSize: number
}

/** Of all types of the tenant, or of those of one kind, ordered by technical name. */
export const findTypeSizes = (
  trx: Transaction,
  tenantId: string,
  kind: ContentTypeKind | undefined,
): Promise<TypeSize[]> =>
  trx
    .selectFrom('content_type')
    .where('tenant_id', '=', tenantId)
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? 'user'))
    .select(['content_type_id as contentTypeId', 'byte_size as byteSize'])
    .orderBy('technical_name')
    .execute()

/** Definitions as the JSON text of an object, ordered by technical name. */
export const findDefinitionTexts = (
  trx: Transaction,
  tenantId: string,
  contentTypeIds: readonly string[],
): Promise<{ readonly text: string; readonly revision: number }[]> =>
  trx
    .selectFrom('content_type')
    .where('tenant_id', '=', tenantId)
    .where('content_type_id', 'in', [...contentTypeIds])
    .select([sql<string>`definition::text`.as('text'), 'revision'])
    .orderBy('technical_name')
    .execute()

export async function findDefinition(
  trx: Transaction,
  tenantId: string,
  contentTypeId: string,
): Promise<(TypeKey & { readonly type: ContentType; readonly byteSize: number }) | undefined> {
  return trx
    .selectFrom('content_type')
    .where('tenant_id', '=', tenantId)
    .where('content_type_id', '=', contentTypeId)
    .select(['content_type_id as contentTypeId', 'revision', 'definition as type', 'byte_size as byteSize'])
    .executeTakeFirst()
}

export async function insertType(
  trx: Transaction,
  tenantId: string,
  contentTypeId: string,
  type: ContentType,
  userId: string,
): Promise<void> {
  await trx
    .insertInto('content_type')
    .values({
      tenant_id: tenantId,
      content_type_id: contentTypeId,
      technical_name: type.technicalName,
      kind: type.kind,
      definition: JSON.stringify(type),
      modified_by: userId,
    })
    .execute()
}

export async function updateType(
  trx: Transaction,
  tenantId: string,
  contentTypeId: string,
  type: ContentType,
  userId: string,
): Promise<void> {
  // Read first: the sequence is not on the server that has the row, where the database is distributed.
  const { rows } = await sql<{ next: number }>`select nextval('content_type_revision')::integer as next`.execute(trx)
  await trx
    .updateTable('content_type')
    .set({
      kind: type.kind,
      definition: JSON.stringify(type),
      revision: rows[0]?.next ?? 0,
      modified_at: sql`now()`,
      modified_by: userId,
    })
    .where('tenant_id', '=', tenantId)
    .where('content_type_id', '=', contentTypeId)
    .execute()
}

export async function removeType(trx: Transaction, tenantId: string, contentTypeId: string): Promise<void> {
  await trx
    .deleteFrom('content_type')
    .where('tenant_id', '=', tenantId)
    .where('content_type_id', '=', contentTypeId)
    .execute()
}

/** The technical name of a content type, for a statement that has the type's id in a column. */
export const technicalNameOf = (
  tenantId: string,
  contentTypeId: RawBuilder<unknown>,
): RawBuilder<string> => sql<string>`(
  select technical_name from content_type where tenant_id = ${tenantId} and content_type_id = ${contentTypeId})`

/** The revision of a content type, in the same way. */
export const typeRevisionOf = (
  tenantId: string,
  contentTypeId: RawBuilder<unknown>,
): RawBuilder<number> => sql<number>`(
  select revision from content_type where tenant_id = ${tenantId} and content_type_id = ${contentTypeId})`

/**
 * Takes a shared advisory lock on a content type until the transaction ends. Every transaction that writes content of the
 * type does this before it locks an item, and reads the type after it: otherwise a save could write values for a definition
 * that has just been changed. Shared and exclusive locks are taken in a
 * statement that reads the row of the type: on a cluster such a statement runs where the tenant's rows are, and one without
 * a table on the coordinator, where neither would see the other.
 */
export async function acquireSharedTypeLock(trx: Transaction, tenantId: string, lookup: TypeLookup): Promise<void> {
  const lock = lockOfType(tenantId, lookup.id, sql.raw('pg_advisory_xact_lock_shared'))
  await prepared(trx, `hold-content-type-${lookup.name}`, lock)
}

const lockOfType = (tenantId: string, id: RawBuilder<string>, lock: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select ${lock}(hashtextextended('content-type:' || t.content_type_id::text, 0))
    from content_type t where t.tenant_id = ${tenantId} and t.content_type_id = ${id}`

/**
 * Takes the exclusive advisory lock on a content type: waits for all saves in progress and blocks new ones until the
 * transaction ends.
 */
export async function lockTypeExclusive(trx: Transaction, tenantId: string, contentTypeId: string): Promise<void> {
  await lockOfType(tenantId, sql`${contentTypeId}::uuid`, sql.raw('pg_advisory_xact_lock')).execute(trx)
}

/** Takes the exclusive advisory lock on a tenant's content model, so that its changes run one after the other. */
export async function lockModelExclusive(trx: Transaction, tenantId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`content-model:${tenantId}`}, 0))`.execute(trx)
}
