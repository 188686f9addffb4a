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

/** Joins, as `e`, the content variations in the list's variations that a key `k` stands for. */
export function joinVariations({ tenantId, table, variationIds }: IndexPlace): RawBuilder<unknown> {
  const [variationId] = variationIds
  const item = sql`e.tenant_id = ${tenantId} and e.content_item_id = k.content_item_id`
  // Every space that is asked for has the only variation.
  return variationIds.length === 1
    ? sql`cross join lateral (select * from ${table} e where ${item} and e.variation_id = ${variationId} offset 0) e`
    : sql`${joinSpace(tenantId, sql`k.space`)} cross join lateral (
        select * from ${table} e where ${item} and e.variation_id = any(re.variation_ids)
          and e.variation_id = any(${variationIds}::uuid[]) offset 0) e`
}

/** Joins, as `e`, the content variation in the list's only variation, row by row. */
export const joinOnly = ({ tenantId, table, variationIds: [variationId] }: IndexPlace): RawBuilder<unknown> =>
  sql`cross join lateral (select e.content_variation_id from ${table} e where e.tenant_id = ${tenantId}
    and e.content_item_id = k.content_item_id and e.variation_id = ${variationId} offset 0) e`

/** Whether a key `k` of the item of a row `v` stands for the variation of the row. */
export const standsForRow = ({ tenantId, variationIds }: IndexPlace): RawBuilder<SqlBool> =>
  variationIds.length === 1 ? sql<SqlBool>`true` : spaceHas(tenantId, sql`k.space`, sql`v.variation_id`)
