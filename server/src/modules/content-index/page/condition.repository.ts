import type { Comparison } from '@pim/field-types'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { endOfPrefix, keyUse, rangeOfColumn, sortableKey, spaceOf } from '../write/index-keys.ts'
import type { ProjectionScope } from '../write/projected-variation.ts'

/**
 * Something that content variations are narrowed by, said twice: once to test a row that was found in some other way,
 * once to find the rows by it. Which of the two is cheap depends on the data, so whoever asks decides at that time.
 */
export interface Condition {
  /** Of the row `v`, which has `tenant_id` and `content_variation_id`. */
  readonly holds: RawBuilder<SqlBool>
  /** The `content_variation_id`s for which it holds, some perhaps twice; absent where no index could answer that. */
  readonly find?: FindIds | undefined
  /** Those for which it does not hold, where that is what an index could answer. */
  readonly findOthers?: FindIds | undefined
  /** Whether finding them takes so long that nobody should do it twice. */
  readonly isCostly?: boolean
  /** Whether columns tell, so that the index of an order may say it of rows that are passed. */
  readonly isOfRow?: boolean
  /** Whether it may find the same one twice. */
  readonly repeats?: boolean
  /** What it finds its rows among; left out: everything in the variation, whatever the list shows of that. */
  readonly spans?: Span
}

/** The kinds that the list is of; working copies of these; the types that it is narrowed to. Deleted as the list has it. */
export type Span = 'kinds' | 'copies' | 'types'

/** A query for at most so many; null for all. */
export type FindIds = (most: number | null) => RawBuilder<unknown>

/** A filter as the room of one content type's field has read it, and where the keys of that field lie. */
export interface ComparedField {
  readonly contentTypeId: string
  readonly technicalFieldName: string
  readonly variationIds: readonly string[]
  readonly scopes: readonly ProjectionScope[]
  readonly comparison: Comparison
}

/** Holds of a row for which one of these is true; where the filter is a negative one, for which none is. */
export function fieldCondition(tenantId: string, fields: readonly ComparedField[]): Condition {
  const condition = anyOf(fields.map((field) => keyCondition(tenantId, field)))
  return fields[0]?.comparison.negated === true ? not(condition) : condition
}

function keyCondition(tenantId: string, { scopes, variationIds, comparison, ...field }: ComparedField): Condition {
  const { qualifier } = comparison
  const spaces = variationIds.flatMap((variationId) =>
    scopes.map((scope) => spaceOf(scope, { ...field, variationId, qualifier })),
  )
  const [space] = spaces
  const inSpace = spaces.length === 1 ? sql`k.space = ${space}::bigint` : sql`k.space = any(${spaces}::bigint[])`
  const keys = keysOf(comparison)
  const isOneKey =
    spaces.length === 1 && (comparison.operator === 'all' || comparison.values.length === 1) && isEquality(comparison)
  // By key where that is one look-up. Otherwise by the row: IS TRUE keeps the planner from going through all keys of
  // the field that would do, in search of the one row.
  const has = (key: RawBuilder<SqlBool>) =>
    isOneKey ? sql<SqlBool>`${inSpace} and ${key}` : sql<SqlBool>`${inSpace} and (${key}) is true`
  const found = (key: RawBuilder<SqlBool>) =>
    sql`select k.content_variation_id from index_key k where k.tenant_id = ${tenantId} and ${inSpace} and ${key}`
  const inField = sql<SqlBool>`k.tenant_id = ${tenantId} and ${inSpace}`
  const isSort = sql<SqlBool>`k.use <> ${sql.lit(keyUse.find)}`
  // Values that can be ordered have one key each for that, so that nobody has to tell those of one document apart.
  const valued: FindIds = (most) => sql`
    (select k.content_variation_id from index_key k where ${inField} and ${isSort}) union all
    (select distinct k.content_variation_id from index_key k
      where ${inField} and not exists (select from index_key k where ${inField} and ${isSort}))
    limit ${most}`
  const [first, ...others] = keys
  const part = comparison.operator === 'contains' ? comparison.values[0] : undefined
  return {
    // Not EXISTS: the planner would make a join of it, over all keys of the field, to look at a few rows.
    holds: sql<SqlBool>`(${sql.join(
      keys.map(
        (key) => sql<SqlBool>`coalesce((select true from index_key k
          where k.tenant_id = ${tenantId} and k.content_variation_id = v.content_variation_id and ${has(key)}
          limit 1), false)`,
      ),
      sql` and `,
    )})`,
    find: (most) =>
      comparison.operator === 'exists'
        ? valued(most)
        : part !== undefined && hasTrigram.test(part)
          ? sql`select id as content_variation_id from unnest(${spaces}::bigint[]) space,
            documents_with_part(space, ${part}, ${most}::integer) id limit ${most}`
          : others.length === 0
            ? sql`${found(first ?? sql`false`)} limit ${most}`
            : sql`select content_variation_id from (${sql.join(keys.map(found), sql` intersect `)}) k limit ${most}`,
    repeats: !isOneKey && comparison.operator !== 'exists',
    isCostly: part !== undefined,
    spans: 'types',
  }
}

/** What an index of parts knows texts by. */
const hasTrigram = /[\p{L}\p{N}]{3}/u

const isEquality = ({ operator }: Comparison): boolean => operator === 'eq' || operator === 'in' || operator === 'all'

/** Conditions on a key `k`; each has to hold for some key of the row. */
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
      return [sql`k.key = any(${keys}::text[]) and ${isFound}`]
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
      // Not LIKE: nothing in what is looked for means anything but itself.
      return [sql`${start} and ${end} and strpos(substr(k.key, 2), ${values[0] ?? ''}) > 0 and ${isFound}`]
    case 'exists':
      return [sql`true`]
  }
}

/** Does not hold where the other does. */
export const not = ({ holds, find, ...condition }: Condition): Condition => ({
  ...condition,
  holds: sql<SqlBool>`not ${holds}`,
  findOthers: find,
})

/** One of these has to hold. */
export function anyOf(conditions: readonly Condition[]): Condition {
  const [only] = conditions
  if (only !== undefined && conditions.length === 1) return only
  if (conditions.length === 0) return { holds: sql<SqlBool>`false`, find: () => sql`select null::uuid where false` }
  const finds = conditions.map(({ find }) => find)
  const all = finds.filter((find) => find !== undefined)
  const holds = sql.join(
    conditions.map((condition) => condition.holds),
    sql` or `,
  )
  if (all.length < finds.length) return { holds: sql<SqlBool>`(${holds})` }
  const together = (most: number | null) =>
    sql.join(
      all.map((find) => sql`(${find(most)})`),
      sql` union all `,
    )
  return {
    holds: sql<SqlBool>`(${holds})`,
    find: (most) => sql`select content_variation_id from (${together(most)}) k limit ${most}`,
    repeats: true,
    ...(conditions.every(({ spans }) => spans === only?.spans) && only?.spans && { spans: only.spans }),
  }
}
