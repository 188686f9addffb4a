import { type SqlBool, sql } from 'kysely'
import type { ProjectionScope } from '../write/projected-variation.ts'
import type { Condition } from './condition.repository.ts'

/** Has one of the concepts, in whichever field. */
export function hasConcept(
  tenantId: string,
  variationId: string,
  scopes: readonly ProjectionScope[],
  conceptIds: readonly string[],
): Condition {
  const here = sql`r.tenant_id = ${tenantId} and r.scope = any(${scopes}::"char"[]) and r.variation_id = ${variationId}`
  // The ids as a query of their own: the planner would weigh every one of thousands, for longer than it takes to look.
  const ids = sql`select unnest(${conceptIds}::uuid[])`
  return {
    // CASE keeps the planner from weighing every one of thousands of ids, and from going through all that have the
    // concepts in search of the one row. A document is of one variation, so that the key alone can tell.
    holds: sql<SqlBool>`coalesce((select true from content_reference r
      where r.tenant_id = ${tenantId} and r.content_variation_id = v.content_variation_id
        and case when r.scope = any(${scopes}::"char"[]) then r.ref_id = any(${conceptIds}::uuid[]) else false end
      limit 1), false)`,
    find: (most) => sql`select r.content_variation_id from content_reference r
      where ${here} and r.ref_id = any(array(${ids})) limit ${most}`,
    repeats: true,
  }
}
