import { sql } from 'kysely'
import { prepared, type Transaction, written } from '../../../platform/database/transaction.ts'
import { withoutCopy } from '../../../platform/database/without-copy.ts'
import type { DeletedKey } from './deleted-keys.ts'

/** Deleted items that have one of these keys of a field. */
export async function findDeletedWithKeys(
  trx: Transaction,
  tenantId: string,
  { contentTypeId, technicalFieldName }: Pick<DeletedKey, 'contentTypeId' | 'technicalFieldName'>,
  keys: readonly string[],
): Promise<string[]> {
  const rows = await prepared(
    trx,
    'find-deleted-with-keys',
    sql<{ id: string }>`
    select distinct content_item_id as id from deleted_key
    where tenant_id = ${tenantId} and content_type_id = ${contentTypeId}
      and technical_field_name = ${technicalFieldName} and key = any(${keys}::text[])`,
  )
  return rows.map(({ id }) => id)
}

/** Adds keys of items that have none there. */
export async function insertDeletedKeys(
  trx: Transaction,
  tenantId: string,
  made: readonly DeletedKey[],
): Promise<void> {
  await written(
    trx,
    'insert-deleted-keys',
    sql`
    insert into deleted_key (tenant_id, content_type_id, technical_field_name, key, content_item_id)
    select ${tenantId}::uuid, row.* from unnest(${made.map((row) => row.contentTypeId)}::uuid[],
      ${made.map((row) => row.technicalFieldName)}::text[], ${made.map((row) => row.key)}::text[],
      ${made.map((row) => row.contentItemId)}::uuid[])
      as row (content_type_id, technical_field_name, key, content_item_id) ${withoutCopy}`,
  )
}

export async function removeDeletedKeys(
  trx: Transaction,
  tenantId: string,
  contentItemIds: readonly string[],
): Promise<void> {
  await written(
    trx,
    'remove-deleted-keys',
    sql`delete from deleted_key where tenant_id = ${tenantId} and content_item_id = any(${contentItemIds}::uuid[])`,
  )
}
