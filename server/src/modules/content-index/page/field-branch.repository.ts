import { type SqlBool, sql } from 'kysely'
import { keyUse } from '../write/index-keys.ts'
import type { Branch } from './list-source.ts'

/** The values of a field, in their order; rows without one are in none of these. */
export const branchesOfField = (tenantId: string, spaces: readonly string[]): Branch[] =>
  spaces.map((space) => ({
    from: sql`index_key b`,
    where: sql<SqlBool>`b.tenant_id = ${tenantId} and b.space = ${space}::bigint
      and b.use <> ${sql.lit(keyUse.find)}`,
    sortKey: sql`b.key`,
  }))

/** The value of a field of a row `v` that was found in some other way. */
export const sortKeyOfField = (tenantId: string, spaces: readonly string[]) => sql`(
  select k.key from index_key k
  where k.tenant_id = ${tenantId} and k.content_variation_id = v.content_variation_id
    and k.space = any(${spaces}::bigint[]) and k.use <> ${sql.lit(keyUse.find)} limit 1)`
