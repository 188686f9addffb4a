import { sql } from 'kysely'
import { prepared, type Transaction } from '../../../platform/database/transaction.ts'
import type { IndexKeyRow } from './index-keys.ts'

/** Replaces the keys of these documents by a difference: keys that are there already cause no write and no WAL. */
export async function replaceIndexKeys(
  trx: Transaction,
  tenantId: string,
  documents: readonly string[],
  live: boolean,
  rows: readonly IndexKeyRow[],
): Promise<void> {
  await prepared(
    trx,
    'replace-index-keys',
    sql`
    with wanted as (
      select space, key collate "C" as key, content_variation_id, use
      from unnest(${rows.map((row) => row.space)}::bigint[], ${rows.map((row) => row.key)}::text[],
        ${rows.map((row) => row.contentVariationId)}::uuid[], ${rows.map((row) => row.use)}::smallint[])
        as row (space, key, content_variation_id, use)
    ), present as (
      select space, key, content_variation_id, use from index_key
      where tenant_id = ${tenantId} and content_variation_id = any(${documents}::uuid[]) and (space < 0) = ${live}
    ), gone as (
      delete from index_key using (
        select space, key, content_variation_id from present
        except select space, key, content_variation_id from wanted
      ) old
      where index_key.tenant_id = ${tenantId} and index_key.space = old.space and index_key.key = old.key
        and index_key.content_variation_id = old.content_variation_id
    )
    insert into index_key (tenant_id, space, key, content_variation_id, use)
    select ${tenantId}::uuid, * from (select * from wanted except select * from present) new
    on conflict (tenant_id, space, key, content_variation_id) do update set use = excluded.use`,
  )
}

export async function removeIndexKeys(trx: Transaction, tenantId: string, documents: readonly string[]): Promise<void> {
  await sql`
    delete from index_key
    where tenant_id = ${tenantId} and content_variation_id = any(${documents}::uuid[])`.execute(trx)
}
