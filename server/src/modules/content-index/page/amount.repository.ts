import { type SqlBool, sql } from 'kysely'
import { keyUse } from '../write/index-keys.ts'
import { type CandidateQuery, type Condition, intersectionOf } from './filter.repository.ts'
import { type IndexPlace, inScopes, joinVariations } from './index-place.repository.ts'

/** A key of the index and where it lies. */
export interface KeyInSpace {
  readonly space: number
  readonly key: string
}

/** Has one of these keys, each in its space. */
export function hasOneOf(place: IndexPlace, keys: readonly KeyInSpace[]): Condition {
  const { tenantId, scopes } = place
  const spaces = keys.map(({ space }) => space)
  const texts = keys.map(({ key }) => key)
  const isFound = sql<SqlBool>`${inScopes(sql`k.scope`, scopes)} and k.use <> ${sql.lit(keyUse.sort)}`
  return {
    // By the item, whose keys are few. IS TRUE keeps the planner from reading all rows of these keys, to test one.
    predicate: sql<SqlBool>`coalesce((select true from index_key k
      where k.tenant_id = ${tenantId} and k.content_item_id = v.content_item_id and k.space = any(${spaces}::bigint[])
        and (${isFound} and (k.space, k.key) in (select * from unnest(${spaces}::bigint[], ${texts}::text[]))) is true
      limit 1), false)`,
    findMatching: (most) => sql`select e.content_variation_id
      from unnest(${spaces}::bigint[], ${texts}::text[]) as asked (space, key)
      join index_key k on k.tenant_id = ${tenantId} and k.space = asked.space and k.key = asked.key and ${isFound}
      ${joinVariations(place, 'k', 'known')} limit ${most}`,
    mayRepeat: true,
  }
}

/** Matches what all of these do; each of them has an index. */
export function allOf(conditions: readonly Condition[]): Condition {
  const [only] = conditions
  if (only !== undefined && conditions.length === 1) return only
  return {
    predicate: sql<SqlBool>`(${sql.join(
      conditions.map(({ predicate }) => predicate),
      sql` and `,
    )})`,
    findMatching: intersectionOf(
      conditions.flatMap(({ findMatching }): CandidateQuery[] => (findMatching ? [findMatching] : [])),
      [],
    ),
  }
}
