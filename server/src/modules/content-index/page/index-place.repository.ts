import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { EntryScope } from '../write/projected-variation.ts'
import { joinSpace, type Spaces, spaceHas } from '../write/space.repository.ts'

/** Where the rows of a list lie in the index. An entry stands for an item in the variations of its space. */
export interface IndexPlace {
  readonly tenantId: string
  /** The content variations that entries stand for, with a unique index by item and variation. */
  readonly table: RawBuilder<unknown>
  readonly variationIds: readonly string[]
  readonly scopes: readonly EntryScope[]
  /** Those of the fields that the list asks about, which one of its variations is in. */
  readonly spaces: Spaces
}

/**
 * Whether an entry lies in one of the scopes, as literals: for an array in a parameter the planner assumes ten of them, and
 * then finds the look-up by key dearer than reading all that the tenant has.
 */
export const inScopes = (scope: RawBuilder<unknown>, scopes: readonly EntryScope[]): RawBuilder<SqlBool> =>
  sql<SqlBool>`${scope} in (${sql.join(scopes.map((each) => sql`${sql.lit(each)}::"char"`))})`

/** Joins, as `e`, the content variations in the list's variations that an entry with this name stands for. */
export function joinVariations(
  { tenantId, table, variationIds }: IndexPlace,
  entry: 'k' | 'r',
  /** `known`: every space that is asked for has the only variation. */
  spaces: 'known' | 'any',
): RawBuilder<unknown> {
  const [variationId] = variationIds
  const item = sql`e.tenant_id = ${tenantId} and e.content_item_id = ${sql.ref(entry)}.content_item_id`
  if (variationIds.length === 1 && spaces === 'known')
    return sql`cross join lateral (select * from ${table} e where ${item} and e.variation_id = ${variationId} offset 0) e`
  const space = joinSpace(tenantId, sql`${sql.ref(entry)}.space`)
  return variationIds.length === 1
    ? sql`${space} and ${variationId}::uuid = any(re.variation_ids) cross join lateral (
        select * from ${table} e where ${item} and e.variation_id = ${variationId} offset 0) e`
    : sql`${space} cross join lateral (select * from ${table} e where ${item} and e.variation_id = any(re.variation_ids)
        and e.variation_id = any(${variationIds}::uuid[]) offset 0) e`
}

/** Joins, as `e`, the content variation in the list's only variation, row by row. */
export const joinOnly = ({ tenantId, table, variationIds: [variationId] }: IndexPlace): RawBuilder<unknown> =>
  sql`cross join lateral (select e.content_variation_id from ${table} e where e.tenant_id = ${tenantId}
    and e.content_item_id = k.content_item_id and e.variation_id = ${variationId} offset 0) e`

/** Whether an entry of the item of a row `v` stands for the variation of the row. */
export const standsForRow = (
  { tenantId, variationIds }: IndexPlace,
  entry: 'k' | 'r',
  spaces: 'known' | 'any',
): RawBuilder<SqlBool> =>
  variationIds.length === 1 && spaces === 'known'
    ? sql<SqlBool>`true`
    : spaceHas(tenantId, sql`${sql.ref(entry)}.space`, sql`v.variation_id`)
