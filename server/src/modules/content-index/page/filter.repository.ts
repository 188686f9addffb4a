import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type IndexPlace, joinOnly } from './index-place.repository.ts'

/**
 * One filter, as two queries: a predicate that tests a row found in some other way, and a query that finds the matching
 * rows by an index. Which of them is cheaper depends on the data, so the plan of each list chooses.
 */
export interface Condition {
  /** Tests a row `v`, which has `tenant_id` and `content_variation_id`. */
  readonly predicate: RawBuilder<SqlBool>
  /** Finds the rows that match; absent where no index can. */
  readonly findMatching?: CandidateQuery | undefined
  /** Finds the rows that do not match, where that is what an index can do. */
  readonly findExcluded?: CandidateQuery | undefined
  /** The items of the rows that match (or do not), where the list shows one variation; found without reading a row. */
  readonly items?: FoundItems | undefined
  /** Whether finding the rows is slow, so that it is done once at most. */
  readonly isExpensive?: boolean
  /** Whether the query may find the same row twice. */
  readonly mayRepeat?: boolean
  /** Whether all rows that the query finds are of the content types that the list is narrowed to. */
  readonly isOfTypes?: boolean
}

/** A query for `content_variation_id`s, `most` of them at most; null for all. */
export type CandidateQuery = (most: number | null) => RawBuilder<unknown>

export interface FoundItems {
  /** Finds `content_item_id`, and as `once` whether no other row that it finds has the same item. */
  readonly find: CandidateQuery
  readonly place: IndexPlace
}

/** Matches what the other does not. */
export const not = ({ predicate, findMatching, ...condition }: Condition): Condition => ({
  ...condition,
  predicate: sql<SqlBool>`not ${predicate}`,
  findExcluded: findMatching,
})

/** Matches what one of these does. */
export function anyOf(conditions: readonly Condition[]): Condition {
  const [only] = conditions
  if (only !== undefined && conditions.length === 1) return only
  if (conditions.length === 0)
    return { predicate: sql<SqlBool>`false`, findMatching: () => sql`select null::uuid where false` }
  const queries = conditions.flatMap(({ findMatching }) => findMatching ?? [])
  const predicates = conditions.map((condition) => condition.predicate)
  const predicate = sql<SqlBool>`(${sql.join(predicates, sql` or `)})`
  if (queries.length < conditions.length) return { predicate }
  return {
    predicate,
    findMatching: (most) =>
      sql`select content_variation_id from (${sql.join(
        queries.map((find) => sql`(${find(most)})`),
        sql` union all `,
      )}) k limit ${most}`,
    mayRepeat: true,
    isOfTypes: conditions.every(({ isOfTypes = false }) => isOfTypes),
  }
}

/** Finds what all of the first queries find and none of the others does. */
export const intersectionOf =
  (queries: readonly CandidateQuery[], excluded: readonly CandidateQuery[]): CandidateQuery =>
  (most) => {
    const all = sql.join(queries.map(inBrackets), sql` intersect `)
    const without = sql.join(excluded.map(inBrackets), sql` union all `)
    const set = excluded.length === 0 ? all : sql`(${all}) except (${without})`
    return sql`select content_variation_id from (${set}) k limit ${most}`
  }

/** The same of the items that conditions find: a row is looked up for those alone that all of them find. */
export const intersectionOfItems =
  (all: readonly [FoundItems, ...FoundItems[]]): CandidateQuery =>
  (most) =>
    sql`select e.content_variation_id from (${sql.join(
      all.map(({ find }) => sql`select content_item_id from (${find(null)}) i`),
      sql` intersect `,
    )}) k ${joinOnly(all[0].place)} limit ${most}`

const inBrackets = (find: CandidateQuery) => sql`(${find(null)})`
