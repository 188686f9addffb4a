import { type SqlBool, sql } from 'kysely'
import type { Transaction } from '../../platform/database/transaction.ts'
import type { Condition } from '../listing/index.ts'
import type { ProjectionScope } from '../projection/index.ts'

/** The concepts and everything below them. */
export async function withDescendants(
  trx: Transaction,
  tenantId: string,
  conceptIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive below as (
      select concept_id as id from concept where tenant_id = ${tenantId} and concept_id = any(${conceptIds}::uuid[])
      union
      select child.concept_id from below
      join concept child on child.tenant_id = ${tenantId} and child.parent_concept_id = below.id
    )
    select id from below`.execute(trx)
  return rows.map(({ id }) => id)
}

/** Has one of the concepts, in whichever field. */
export function hasConcept(
  tenantId: string,
  variationId: string,
  scopes: readonly ProjectionScope[],
  conceptIds: readonly string[],
): Condition {
  const isOne = sql`r.tenant_id = ${tenantId} and r.ref_id = any(${conceptIds}::uuid[])
    and r.scope = any(${scopes}::"char"[]) and r.variation_id = ${variationId}`
  return {
    holds: sql<SqlBool>`coalesce((select true from content_reference r
      where ${isOne} and r.content_variation_id = v.content_variation_id limit 1), false)`,
    find: (most) => sql`select r.content_variation_id from content_reference r where ${isOne} limit ${most}`,
  }
}
