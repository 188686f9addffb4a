import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { keyUse } from '../../../core/sortable-key.ts'
import { type CandidateQuery, intersectionOf } from './filter.repository.ts'
import { inScopes } from './index-place.repository.ts'
import type { FieldKeys, IndexRange, ListSource } from './list-source.ts'

/** The values of a field in their order; rows without a value are in none of the ranges. */
export const rangesOfField = (tenantId: string, { spaces, scopes }: FieldKeys): IndexRange[] =>
  spaces.flatMap((space) =>
    scopes.map((scope) => ({
      from: sql`index_key b`,
      where: sql<SqlBool>`b.tenant_id = ${tenantId} and b.space = ${space}::bigint and b.scope = ${scope}::"char"
        and b.use <> ${sql.lit(keyUse.find)}`,
      sortKey: sql`b.key`,
    })),
  )

const sortKeysIn = (tenantId: string, { spaces, scopes }: FieldKeys): RawBuilder<SqlBool> =>
  sql<SqlBool>`k.tenant_id = ${tenantId} and k.space = any(${spaces}::bigint[]) and ${inScopes(sql`k.scope`, scopes)}
    and k.use <> ${sql.lit(keyUse.find)}`

/** Finds the rows of the list that have no value in the field. */
export const findWithoutValue = <Row>({ tenantId, table, findAll }: ListSource<Row>, keys: FieldKeys): CandidateQuery =>
  intersectionOf(
    [findAll],
    [
      (most) => sql`select e.content_variation_id from index_key k
        join ${table} e on e.tenant_id = ${tenantId} and e.content_item_id = k.content_item_id
          and e.variation_id = ${keys.variationId}
        where ${sortKeysIn(tenantId, keys)} limit ${most}`,
    ],
  )

/** The value of the field, of a row `v` that was not read off an index in order. */
export const sortKeyOfField = (tenantId: string, keys: FieldKeys) => sql`(
  select k.key from index_key k
  where ${sortKeysIn(tenantId, keys)} and k.content_item_id = v.content_item_id limit 1)`
