import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { prepared, type Transaction } from '../../../platform/database/transaction.ts'
import { withoutCopy } from '../../../platform/database/without-copy.ts'
import type { Space } from './projected-variation.ts'

/**
 * A field has at most so many spaces for more than one variation (a few more where several are made at once). Where items
 * have own values in ever other variations, the sets of those that share the rest are too many to be asked for in a list:
 * what would need another one is written once for each of its variations.
 */
export const maxSharedSpaces = 100

/** Which of these spaces have a row. */
export async function findThere(trx: Transaction, tenantId: string, spaces: readonly number[]): Promise<number[]> {
  const rows = await prepared(
    trx,
    'find-spaces',
    sql<{ space: number }>`
      select space from index_space where tenant_id = ${tenantId} and space = any(${spaces}::bigint[])`,
  )
  return rows.map(({ space }) => space)
}

/**
 * Inserts the spaces, as far as their fields may have more of them; answers which. One transaction of a tenant at a time,
 * so that each counts what the others have made.
 */
export async function makeSpaces(trx: Transaction, tenantId: string, missing: readonly Space[]): Promise<number[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended('index_space' || ${tenantId}, 0))`.execute(trx)
  const reaches = [...new Map(missing.map((space) => [space.reach, space])).values()]
  const rows = {
    reaches: reaches.map(({ reach, variationIds }) => ({ reach, variation_ids: variationIds })),
    spaces: missing.map((space) => ({
      space: space.space,
      content_type_id: space.contentTypeId,
      technical_field_name: space.technicalFieldName,
      qualifier: space.qualifier,
      reach: space.reach,
      variation_count: space.variationIds.length,
    })),
  }
  const made = await sql<{ space: number }>`
    with known as (
      select content_type_id, technical_field_name, qualifier, count(*) as count
      from index_space
      where tenant_id = ${tenantId} and variation_count > 1
        and technical_field_name = any(${missing.map((space) => space.technicalFieldName)}::text[])
      group by 1, 2, 3
    ), reaches as (
      insert into index_reach (tenant_id, reach, variation_ids)
      select ${tenantId}::uuid, row.* from jsonb_to_recordset(${JSON.stringify(rows.reaches)})
        as row (reach bigint, variation_ids uuid[])
      on conflict do nothing ${withoutCopy}
    )
    insert into index_space (tenant_id, space, content_type_id, technical_field_name, qualifier, reach, variation_count)
    select ${tenantId}::uuid, row.* from jsonb_to_recordset(${JSON.stringify(rows.spaces)}) as row (space bigint,
      content_type_id uuid, technical_field_name text, qualifier text, reach bigint, variation_count integer)
    left join known on known.content_type_id = row.content_type_id
      and known.technical_field_name = row.technical_field_name and known.qualifier = row.qualifier
    where row.variation_count = 1 or coalesce(known.count, 0) < ${maxSharedSpaces}
    on conflict do nothing
    returning space`.execute(trx)
  return made.rows.map(({ space }) => space)
}

/** Joins, as `sp`, the space of a row of the index, with the variations that it stands for in `re`. */
export const joinSpace = (tenantId: string, space: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  join index_space sp on sp.tenant_id = ${tenantId} and sp.space = ${space}
  join index_reach re on re.tenant_id = ${tenantId} and re.reach = sp.reach`

/** Whether the space of a row of the index has the variation. */
export const spaceHas = (
  tenantId: string,
  space: RawBuilder<unknown>,
  variationId: RawBuilder<unknown>,
): RawBuilder<SqlBool> => sql<SqlBool>`exists (
  select from index_space sp join index_reach re on re.tenant_id = ${tenantId} and re.reach = sp.reach
  where sp.tenant_id = ${tenantId} and sp.space = ${space} and ${variationId} = any(re.variation_ids))`
