import type { ContentTypeKind, TranslationState } from '@pim/contract'
import { rangeOfTranslation } from '@pim/contract/content-variation/translation.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type IndexPlace, joinOnly, joinVariations, standsForRow } from './index-place.repository.ts'

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
  /** Whether the predicate reads columns of `v` alone, which the index of an order may hold. */
  readonly readsRowOnly?: boolean
  /** Whether it is about the words of documents: nothing else in a list is as loosely put. */
  readonly ofWords?: boolean
  /** Whether the query may find the same row twice. */
  readonly mayRepeat?: boolean
  /** What the query finds its rows among; left out: everything in the variation, whether the list shows it or not. */
  readonly domain?: Domain
}

/**
 * The kinds that the list shows; the working copies of these; the content types that it is narrowed to. What is deleted
 * counts in all three as it does in the list.
 */
export type Domain = 'kinds' | 'copies' | 'types'

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
    ...(conditions.every(({ domain }) => domain === only?.domain) && only?.domain && { domain: only.domain }),
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

/** The tables of content variations, handed in by the module that owns them. Both have the columns of `inPlace`. */
export interface ListTables {
  /** With name and file. */
  readonly variations: RawBuilder<unknown>
  /** With who changed it last, and when. */
  readonly copies: RawBuilder<unknown>
  readonly items: RawBuilder<unknown>
}

/** What every list of content variations is narrowed to; each of its indexes begins with these columns. */
export interface ListPlace {
  readonly tables: ListTables
  /** Which of the tables the rows `v` are of: the one that has the order of the list. */
  readonly rowsOf: keyof ListTables
  readonly variationId: string
  readonly kinds: readonly ContentTypeKind[]
  /** Of what is deleted, what is not, or both. */
  readonly deleted: readonly boolean[]
}

export const tableOf = ({ tables, rowsOf }: Pick<ListPlace, 'tables' | 'rowsOf'>): RawBuilder<unknown> => tables[rowsOf]

export const inPlace = (tenantId: string, { variationId, kinds, deleted }: ListPlace): RawBuilder<SqlBool> =>
  sql<SqlBool>`v.tenant_id = ${tenantId} and v.variation_id = ${variationId} and v.kind = any(${kinds}::text[])
    and v.is_deleted = any(${deleted}::boolean[])`

/** A condition on a column that lists can be ordered by. */
export interface ColumnCondition extends Condition {
  readonly column: 'modified_at' | 'completeness' | 'readiness' | 'translation' | 'modified_by' | 'mime_type'
  /** The same of a row `b` of an index: a range of the index whose order is that of the column. */
  readonly bounds: RawBuilder<SqlBool>
}

/** The columns that only the working copies have; the others stand in both tables. */
const ofCopies: ReadonlySet<string> = new Set([
  'modified_at',
  'modified_by',
  'has_unpublished_changes',
  'delivery_targets',
])

type Test = (value: RawBuilder<unknown>) => RawBuilder<SqlBool>

const column = (tenantId: string, place: ListPlace, name: ColumnCondition['column'], is: Test): ColumnCondition => ({
  column: name,
  bounds: is(sql`b.${sql.ref(name)}`),
  ...columnOf(tenantId, place, name, is),
})

function columnOf(tenantId: string, place: ListPlace, name: string, is: Test): Condition {
  const inRow = place.rowsOf === 'copies' || !ofCopies.has(name)
  const table = inRow ? tableOf(place) : place.tables.copies
  return {
    // Not EXISTS: the planner would turn it into a join over all rows that match, to test a few.
    predicate: inRow
      ? is(sql`v.${sql.ref(name)}`)
      : sql<SqlBool>`coalesce((select ${is(sql`w.${sql.ref(name)}`)} from ${place.tables.copies} w
          where w.tenant_id = ${tenantId} and w.content_variation_id = v.content_variation_id), false)`,
    findMatching: (most) => sql`select v.content_variation_id from ${table} v
      where ${inPlace(tenantId, place)} and ${is(sql`v.${sql.ref(name)}`)} limit ${most}`,
    readsRowOnly: inRow,
    domain: 'copies',
  }
}

export const modifiedBy = (tenantId: string, place: ListPlace, userIds: readonly string[]): ColumnCondition =>
  column(tenantId, place, 'modified_by', (value) => sql`${value} = any(${userIds}::text[])`)

export const ofMimeType = (tenantId: string, place: ListPlace, mimeTypes: readonly string[]): ColumnCondition =>
  column(tenantId, place, 'mime_type', (value) => sql`${value} = any(${mimeTypes}::text[])`)

/** Without a parameter: the planner then sees that the partial index of unpublished changes fits. */
export const differsFromLive = (tenantId: string, place: ListPlace, differs: boolean): Condition =>
  columnOf(tenantId, place, 'has_unpublished_changes', (value) => (differs ? sql`${value}` : sql`not ${value}`))

/** Found by the index of readiness, whichever order the list has. */
export const readyBetween = (tenantId: string, place: ListPlace, { from, to }: Range<number>): ColumnCondition => {
  const is: Test = (value) => sql`${value} >= ${from ?? 0}::smallint and ${value} <= ${to ?? 100}::smallint`
  return {
    ...column(tenantId, place, 'readiness', is),
    findMatching: (most) => sql`select v.content_variation_id from ${place.tables.variations} v
      where ${inPlace(tenantId, place)} and ${is(sql`v.readiness`)} limit ${most}`,
  }
}

/** In one of these states; found by the index of translation, whichever order the list has. */
export const translatedAs = (
  tenantId: string,
  place: ListPlace,
  states: readonly TranslationState[],
): ColumnCondition => {
  const ranges = states.map(rangeOfTranslation)
  const [from, to] = [Math.min(...ranges.map((each) => each.from)), Math.max(...ranges.map((each) => each.to))]
  // The outermost bounds as well: an index is read between them, and no further.
  const is: Test = (value) =>
    sql`(${value} >= ${from}::smallint and ${value} <= ${to}::smallint and (${sql.join(
      ranges.map((range) => sql`${value} between ${range.from}::smallint and ${range.to}::smallint`),
      sql` or `,
    )}))`
  return {
    ...column(tenantId, place, 'translation', is),
    findMatching: (most) => sql`select v.content_variation_id from ${place.tables.variations} v
      where ${inPlace(tenantId, place)} and ${is(sql`v.translation`)} limit ${most}`,
  }
}

/** The fields that a channel requires of a type, and how many of them may be missing. */
export interface MissingOfType {
  readonly contentTypeId: string
  readonly fields: readonly string[]
  readonly from: number
  readonly to: number
}

/**
 * Rows that go to the channel and lack as many of the fields that it requires as their type allows here; no rows of other
 * types. No index serves it: it is tested on rows that another condition or the order finds. Rows that lack nothing, which
 * are most, are decided without counting.
 */
export function lacksFor(
  tenantId: string,
  place: ListPlace,
  channel: string,
  types: readonly MissingOfType[],
): Condition {
  const byId = JSON.stringify(
    Object.fromEntries(types.map(({ contentTypeId, fields, from, to }) => [contentTypeId, { fields, from, to }])),
  )
  const whole = types.flatMap(({ contentTypeId, from }) => (from === 0 ? [contentTypeId] : []))
  const ofType = sql`(${byId}::jsonb -> v.content_type_id::text)`
  const lacks = (
    value: RawBuilder<unknown>,
  ) => sql`case when ${value} is null then v.content_type_id = any(${whole}::uuid[])
    else coalesce((select count(*) from unnest(${value}) f where ${ofType} -> 'fields' ? f)
      between (${ofType} ->> 'from')::integer and (${ofType} ->> 'to')::integer, false) end`
  const isMet = (row: 'v' | 'w') =>
    sql<SqlBool>`(${namesOneOf(sql.ref(`${row}.delivery_targets`), [channel])} and ${lacks(sql.ref(`${row}.missing_fields`))})`
  if (place.rowsOf === 'copies') return { predicate: isMet('v') }
  return {
    predicate: sql<SqlBool>`coalesce((select ${isMet('w')} from ${place.tables.copies} w
      where w.tenant_id = ${tenantId} and w.content_variation_id = v.content_variation_id), false)`,
  }
}

const namesOneOf = (value: RawBuilder<unknown>, channels: readonly string[]): RawBuilder<SqlBool> =>
  sql<SqlBool>`(cardinality(${value}) = 0 or ${value} && ${channels}::text[])`

/**
 * Rows that go to one of the channels: they name one of them, or none. Most rows name none, so a page is full after a few
 * rows. Where few rows match, the scan reads the index of the latest changes, which holds the channels.
 */
export const goesTo = (tenantId: string, place: ListPlace, targets: readonly string[]): Condition =>
  columnOf(tenantId, place, 'delivery_targets', (value) => namesOneOf(value, targets))

interface Range<Value> {
  readonly from?: Value | undefined
  readonly to?: Value | undefined
}

export const modifiedBetween = (tenantId: string, place: ListPlace, { from, to }: Range<string>): ColumnCondition =>
  column(
    tenantId,
    place,
    'modified_at',
    (value) => sql`${value} >= ${from ?? '-infinity'}::timestamptz and ${value} <= ${to ?? 'infinity'}::timestamptz`,
  )

export const completeBetween = (tenantId: string, place: ListPlace, { from, to }: Range<number>): ColumnCondition =>
  column(
    tenantId,
    place,
    'completeness',
    (value) => sql`${value} >= ${from ?? 0}::smallint and ${value} <= ${to ?? 100}::smallint`,
  )

/** Has one of the concepts, in whichever field. */
export function hasConcept(place: IndexPlace, conceptIds: readonly string[]): Condition {
  const { tenantId, scopes } = place
  // The ids as a query of their own: the planner would estimate each of thousands, which takes longer than the look-up.
  const ids = sql`select unnest(${conceptIds}::uuid[])`
  return {
    // CASE keeps the planner from estimating each of thousands of ids, and from reading every row that has one of the
    // concepts to find this one.
    predicate: sql<SqlBool>`coalesce((select true from content_reference r
      where r.tenant_id = ${tenantId} and r.content_item_id = v.content_item_id
        and case when r.scope = any(${scopes}::"char"[]) and r.ref_id = any(${conceptIds}::uuid[])
          then ${standsForRow(place, 'r', 'any')} else false end
      limit 1), false)`,
    findMatching: (most) => sql`select e.content_variation_id from content_reference r
      ${joinVariations(place, 'r', 'any')}
      where r.tenant_id = ${tenantId} and r.scope = any(${scopes}::"char"[]) and r.ref_id = any(array(${ids}))
      limit ${most}`,
    mayRepeat: true,
  }
}
