import { type SqlBool, sql } from 'kysely'
import type { Condition } from '../listing/index.ts'
import type { ProjectionScope } from '../projection/index.ts'

/** Has one of the concepts, in whichever field. */
export function hasConcept(
  tenantId: string,
  variationId: string,
  scopes: readonly ProjectionScope[],
  conceptIds: readonly string[],
): Condition {
  const isOne = sql`r.scope = any(${scopes}::"char"[]) and r.variation_id = ${variationId}
    and r.ref_id = any(${conceptIds}::uuid[])`
  return {
    // IS TRUE keeps the planner from going through all that have the concepts, in search of the one row.
    holds: sql<SqlBool>`coalesce((select true from content_reference r
      where r.tenant_id = ${tenantId} and r.content_variation_id = v.content_variation_id and (${isOne}) is true
      limit 1), false)`,
    find: (most) => sql`select r.content_variation_id from content_reference r
      where r.tenant_id = ${tenantId} and ${isOne} limit ${most}`,
    repeats: true,
  }
}
