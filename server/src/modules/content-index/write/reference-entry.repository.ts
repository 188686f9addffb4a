import { sql } from 'kysely'
import { type Transaction, written } from '../../../platform/database/transaction.ts'
import { withoutCopy } from '../../../platform/database/without-copy.ts'
import type { EntryPlace, PlacedReference } from './projected-variation.ts'

export interface ReferenceRow extends EntryPlace, PlacedReference {}

/** Removes and adds references; none may be among both. */
export async function writeReferences(
  trx: Transaction,
  tenantId: string,
  gone: readonly ReferenceRow[],
  made: readonly ReferenceRow[],
): Promise<void> {
  await written(
    trx,
    'write-references',
    sql`
    with gone as (
      delete from content_reference using unnest(${gone.map((row) => row.contentItemId)}::uuid[],
        ${gone.map((row) => row.scope)}::"char"[], ${gone.map((row) => row.space)}::bigint[],
        ${gone.map((row) => row.id)}::uuid[]) as old (content_item_id, scope, space, ref_id)
      where content_reference.tenant_id = ${tenantId}
        and content_reference.content_item_id = old.content_item_id and content_reference.scope = old.scope
        and content_reference.space = old.space and content_reference.ref_id = old.ref_id
    )
    insert into content_reference (tenant_id, content_item_id, scope, space, ref_kind, ref_id, position)
    select ${tenantId}::uuid, row.* from unnest(${made.map((row) => row.contentItemId)}::uuid[],
      ${made.map((row) => row.scope)}::"char"[], ${made.map((row) => row.space)}::bigint[],
      ${made.map((row) => row.kind)}::text[], ${made.map((row) => row.id)}::uuid[],
      ${made.map((row) => row.position)}::integer[])
      as row (content_item_id, scope, space, ref_kind, ref_id, position)
    on conflict (tenant_id, content_item_id, scope, space, ref_id)
      do update set position = excluded.position, ref_kind = excluded.ref_kind ${withoutCopy}`,
  )
}

export async function removeReferencesOfItems(
  trx: Transaction,
  tenantId: string,
  contentItemIds: readonly string[],
): Promise<void> {
  await written(
    trx,
    'remove-references-of-items',
    sql`delete from content_reference
      where tenant_id = ${tenantId} and content_item_id = any(${contentItemIds}::uuid[])`,
  )
}
