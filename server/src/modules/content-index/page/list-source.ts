import type { RawBuilder, SqlBool } from 'kysely'
import type { EntryScope } from '../write/projected-variation.ts'
import type { RowCount } from './count.repository.ts'
import type { CandidateQuery, Condition } from './filter.repository.ts'

export type Direction = 'asc' | 'desc'

/** The keys of one field: where they lie, in the variation that the list shows. */
export interface FieldKeys {
  readonly spaces: readonly number[]
  readonly scopes: readonly EntryScope[]
  readonly variationId: string
}

/** One range of one index, in the order of a list. A scan merges its ranges as it reads them. */
export interface IndexRange {
  /** Rows `b` that have `content_variation_id`; those of keys, `content_item_id`. */
  readonly from: RawBuilder<unknown>
  readonly where: RawBuilder<SqlBool>
  /** What the rows are ordered by, as the index has it. */
  readonly sortKey: RawBuilder<unknown>
  /** Whether they are rows of the list's own table: conditions can then be tested without another look-up. */
  readonly isListTable?: boolean
}

/** Index ranges that hold the rows of a list in its order. */
export interface OrderedScan {
  readonly ranges: readonly IndexRange[]
  /** Whether the ranges hold the rows of the list and no others; otherwise each row has to be tested. */
  readonly isExact: boolean
}

export interface ListOrder {
  readonly direction: Direction
  /** The sort key of a row `v` that was not read off an index in order; null comes last in either direction. */
  readonly sortKey: RawBuilder<unknown>
  /** Absent where no index has this order. */
  readonly scan?: OrderedScan | undefined
  /**
   * The keys, if the order is that of a field: the index ranges then hold items, and none without a value. Rows of equal
   * keys follow each other by the ids of their items.
   */
  readonly keys?: FieldKeys | undefined
}

/** Counts that were taken for one page of a list serve its other pages too. */
export type KnownCounts = Map<CandidateQuery, RowCount>

/** A list that a page is read of: everything that the reader has to know about it. */
export interface ListSource<Row> {
  readonly tenantId: string
  /** The table of the rows `v`, which have `tenant_id` and `content_variation_id`. */
  readonly table: RawBuilder<unknown>
  /** Whether a row `v` stands in the list, apart from the conditions. */
  readonly belongs: RawBuilder<SqlBool>
  /** Finds every row that `belongs` may hold for. */
  readonly findAll: CandidateQuery
  /** `select page.s, … from page join …`, with a column "contentVariationId": reads all columns of the few rows. */
  readonly select: RawBuilder<Row>
  readonly conditions: readonly Condition[]
  readonly order: ListOrder
  /** Upper bound of the length: the rows of the list, apart from the conditions. */
  readonly possible: number
  /** The exact length, where it is kept as rows change. */
  readonly total: number | undefined
  /**
   * Whether what the list was put together from, and is kept in memory, is still so. Left out where it was read in the same
   * transaction. Where it is not, reading the page throws `ListOutdated`.
   */
  readonly isCurrent?: RawBuilder<SqlBool> | undefined
  /** Where a caller keeps counts of conditions, for as long as they hold. */
  readonly known?: KnownCounts | undefined
  /** Whether every row that the condition finds stands in the list, apart from the other conditions. */
  containsAllOf(condition: Condition): boolean
  readonly offset: number
  readonly limit: number
}

export interface ListPage<Row> {
  readonly rows: readonly Row[]
  readonly total: number
  /** There are at least `total`. */
  readonly isCapped: boolean
}

export interface ListRow {
  readonly contentVariationId: string
}
