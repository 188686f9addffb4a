import { sql } from 'kysely'
import type { KeyUse } from '../../../core/sortable-key.ts'
import { type Transaction, written } from '../../../platform/database/transaction.ts'
import { withoutCopy } from '../../../platform/database/without-copy.ts'
import type { EntryPlace } from './projected-variation.ts'

export interface KeyRow extends EntryPlace {
  readonly key: string
  readonly use: KeyUse
}

/** Adds keys of items that have none. The look for a key that is there already would be a fifth of the work. */
export async function insertKeys(trx: Transaction, tenantId: string, made: readonly KeyRow[]): Promise<void> {
  await written(
    trx,
    'insert-index-keys',
    sql`insert into index_key (tenant_id, space, scope, key, content_item_id, use) ${rowsOf(tenantId, made)} ${withoutCopy}`,
  )
}

/** Removes and adds keys; none may be among both. */
export async function writeKeys(
  trx: Transaction,
  tenantId: string,
  gone: readonly KeyRow[],
  made: readonly KeyRow[],
): Promise<void> {
  await written(
    trx,
    'write-index-keys',
    sql`
    with gone as (
      delete from index_key using unnest(${gone.map((row) => row.space)}::bigint[],
        ${gone.map((row) => row.scope)}::"char"[], ${gone.map((row) => row.key)}::text[],
        ${gone.map((row) => row.contentItemId)}::uuid[]) as old (space, scope, key, content_item_id)
      where index_key.tenant_id = ${tenantId} and index_key.space = old.space and index_key.scope = old.scope
        and index_key.key = old.key and index_key.content_item_id = old.content_item_id
    )
    insert into index_key (tenant_id, space, scope, key, content_item_id, use) ${rowsOf(tenantId, made)}
    on conflict (tenant_id, space, scope, key, content_item_id) do update set use = excluded.use ${withoutCopy}`,
  )
}

const rowsOf = (tenantId: string, made: readonly KeyRow[]) => sql`
    select ${tenantId}::uuid, row.* from unnest(${made.map((row) => row.space)}::bigint[],
      ${made.map((row) => row.scope)}::"char"[], ${made.map((row) => row.key)}::text[],
      ${made.map((row) => row.contentItemId)}::uuid[], ${made.map((row) => row.use)}::smallint[])
      as row (space, scope, key, content_item_id, use)`

export async function removeKeysOfItems(
  trx: Transaction,
  tenantId: string,
  contentItemIds: readonly string[],
): Promise<void> {
  await written(
    trx,
    'remove-index-keys-of-items',
    sql`delete from index_key where tenant_id = ${tenantId} and content_item_id = any(${contentItemIds}::uuid[])`,
  )
}
