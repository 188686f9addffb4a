import { sql } from 'kysely'
import type { Transaction } from '../../../platform/database/transaction.ts'

/** Deleted items that have one of these keys of a field. */
export async function findDeletedWithKeys(
  trx: Transaction,
  tenantId: string,
  field: { readonly contentTypeId: string; readonly technicalFieldName: string },
  keys: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct key.content_item_id as id from index_space space
    join index_key key on key.tenant_id = ${tenantId} and key.space = space.space and key.scope = 'd'
      and key.key = any(${[...keys]}::text[])
    where space.tenant_id = ${tenantId} and space.technical_field_name = ${field.technicalFieldName}
      and space.content_type_id = ${field.contentTypeId} and space.qualifier = ''`.execute(trx)
  return rows.map(({ id }) => id)
}
