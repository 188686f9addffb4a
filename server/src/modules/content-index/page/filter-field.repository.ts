import type { Comparison } from '@pim/field-types'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { endOfPrefix, keyUse, rangeOfColumn, sortableKey } from '../../../core/sortable-key.ts'
import { anyOf, type CandidateQuery, type Condition, not } from './filter.repository.ts'
import { type IndexPlace, inScopes, joinVariations, standsForRow } from './index-place.repository.ts'

/** A filter on one field of one content type, as its field type reads it. */
export interface ComparedField {
  readonly contentTypeId: string
  readonly technicalFieldName: string
  readonly comparison: Comparison
}

/** Matches where one of the comparisons does; where the filter is negated, where none does. */
export function fieldCondition(place: IndexPlace, fields: readonly ComparedField[]): Condition {
  const condition = anyOf(fields.map((field) => keyCondition(place, field)))
  return fields[0]?.comparison.negated === true ? not(condition) : condition
}

function keyCondition(place: IndexPlace, { comparison, ...field }: ComparedField): Condition {
  const { tenantId, scopes } = place
  const spaces = place.spaces.of({ ...field, qualifier: comparison.qualifier ?? '' })
  const [space] = spaces
  const inSpace = sql<SqlBool>`${spaces.length === 1 ? sql`k.space = ${space}::bigint` : sql`k.space = any(${spaces}::bigint[])`}
    and ${inScopes(sql`k.scope`, scopes)}`
  const keys = keysOf(comparison)
  const isOneKey = (comparison.operator === 'all' || comparison.values.length === 1) && isEquality(comparison)
  // By key where that is one look-up. Otherwise by row: IS TRUE keeps the planner from reading every key of the field
  // that matches, to find the one row.
  const has = (key: RawBuilder<SqlBool>) =>
    isOneKey && spaces.length === 1
      ? sql<SqlBool>`${inSpace} and ${key}`
      : sql<SqlBool>`${inSpace} and (${key}) is true`
  const join = joinVariations(place)
  const found = (key: RawBuilder<SqlBool>) =>
    sql`select e.content_variation_id from index_key k ${join}
      where k.tenant_id = ${tenantId} and ${inSpace} and ${key}`
  const inField = sql<SqlBool>`k.tenant_id = ${tenantId} and ${inSpace}`
  const isSort = sql<SqlBool>`k.use <> ${sql.lit(keyUse.find)}`
  // A field that can be ordered has one sort key for each document, so these need no DISTINCT.
  const valued: CandidateQuery = (most) => sql`
    (select e.content_variation_id from index_key k ${join} where ${inField} and ${isSort}) union all
    (select distinct e.content_variation_id from index_key k ${join}
      where ${inField} and not exists (select from index_key k where ${inField} and ${isSort}))
    limit ${most}`
  const items = (key: RawBuilder<SqlBool>) =>
    sql`select k.content_item_id, k.use = ${sql.lit(keyUse.findAndSort)} as once from index_key k
      where ${inField} and ${key}`
  const valuedItems: CandidateQuery = (most) => sql`
    select content_item_id, true as once from (
      (select k.content_item_id from index_key k where ${inField} and ${isSort}) union all
      (select distinct k.content_item_id from index_key k
        where ${inField} and not exists (select from index_key k where ${inField} and ${isSort}))
    ) k limit ${most}`
  const [first, ...others] = keys
  const part = comparison.operator === 'contains' ? comparison.values[0] : undefined
  return {
    // Not EXISTS: the planner would turn it into a join over all keys of the field, to test a few rows.
    predicate: sql<SqlBool>`(${sql.join(
      keys.map(
        (key) => sql<SqlBool>`coalesce((select true from index_key k
          where k.tenant_id = ${tenantId} and k.content_item_id = v.content_item_id and ${has(key)}
            and ${standsForRow(place)}
          limit 1), false)`,
      ),
      sql` and `,
    )})`,
    findMatching: (most) =>
      comparison.operator === 'exists'
        ? valued(most)
        : part !== undefined && hasTrigram.test(part)
          ? sql`select e.content_variation_id from (
              select space, id as content_item_id from unnest(${spaces}::bigint[]) space,
                documents_with_part(${tenantId}, space, ${scopes}::text[], ${part}, ${most}::integer) id
            ) k ${join} limit ${most}`
          : others.length === 0
            ? sql`${found(first ?? sql`false`)} limit ${most}`
            : sql`select content_variation_id from (${sql.join(keys.map(found), sql` intersect `)}) k limit ${most}`,
    ...(place.variationIds.length === 1 &&
      others.length === 0 &&
      part === undefined && {
        items: {
          place,
          find:
            comparison.operator === 'exists' ? valuedItems : (most) => sql`${items(first ?? sql`false`)} limit ${most}`,
        },
      }),
    mayRepeat: !isOneKey && comparison.operator !== 'exists',
    isExpensive: part !== undefined,
    isOfTypes: true,
  }
}

/** The shortest part that a trigram index can look up. */
const hasTrigram = /[\p{L}\p{N}]{3}/u

const isEquality = ({ operator }: Comparison): boolean => operator === 'eq' || operator === 'in' || operator === 'all'

/** Predicates on a key `k`; for each of them the row needs a key that meets it. */
function keysOf({ column, operator, values }: Comparison): RawBuilder<SqlBool>[] {
  const isFound = sql<SqlBool>`k.use <> ${sql.lit(keyUse.sort)}`
  const range = rangeOfColumn(column)
  const keys = values.map((value) => sortableKey(column, value))
  const [low = '', high = ''] = keys
  const between = (from: RawBuilder<SqlBool>, to: RawBuilder<SqlBool>) => [
    sql<SqlBool>`${from} and ${to} and ${isFound}`,
  ]
  const start = sql<SqlBool>`k.key >= ${range.from}`
  const end = sql<SqlBool>`k.key < ${range.to}`
  switch (operator) {
    case 'eq':
    case 'in':
      return [sql`${keys.length === 1 ? sql`k.key = ${low}` : sql`k.key = any(${keys}::text[])`} and ${isFound}`]
    case 'all':
      return keys.map((key) => sql`k.key = ${key} and ${isFound}`)
    case 'gt':
      return between(sql`k.key > ${low}`, end)
    case 'gte':
      return between(sql`k.key >= ${low}`, end)
    case 'lt':
      return between(start, sql`k.key < ${low}`)
    case 'lte':
      return between(start, sql`k.key <= ${low}`)
    case 'between':
      return between(sql`k.key >= ${low}`, sql`k.key <= ${values.length > 1 ? high : low}`)
    case 'startsWith':
      return between(sql`k.key >= ${low}`, sql`k.key < ${endOfPrefix(low) ?? range.to}`)
    case 'contains':
      // Not LIKE: no character of the text is a wildcard.
      return [sql`${start} and ${end} and strpos(substr(k.key, 2), ${values[0] ?? ''}) > 0 and ${isFound}`]
    case 'exists':
      return [sql`true`]
  }
}
