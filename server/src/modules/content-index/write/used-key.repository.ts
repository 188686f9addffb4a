import { sql } from 'kysely'
import type { Transaction } from '../../../platform/database/transaction.ts'

/** Which of these keys of a field an item has that is not deleted, in its working copy or in what is live of it. */
export async function findUsedKeys(
  trx: Transaction,
  tenantId: string,
  field: { readonly contentTypeId: string; readonly technicalFieldName: string },
  keys: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ key: string }>`
    select asked.key from unnest(${[...keys]}::text[]) as asked (key)
    where exists (select from index_space space
      join index_key key on key.tenant_id = ${tenantId} and key.space = space.space and key.scope <> 'd' and key.key = asked.key
      where space.tenant_id = ${tenantId} and space.technical_field_name = ${field.technicalFieldName}
        and space.content_type_id = ${field.contentTypeId} and space.qualifier = '')`.execute(trx)
  return new Set(rows.map(({ key }) => key))
}
