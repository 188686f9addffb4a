import type { RawBuilder, SqlBool } from 'kysely'
import type { Condition, FindIds, Span } from './condition.repository.ts'

export type Direction = 'asc' | 'desc'

/** One stretch of one index in the order of a list; several of them are merged as they are read. */
export interface Branch {
  /** Rows `b` that have `content_variation_id`. */
  readonly from: RawBuilder<unknown>
  readonly where: RawBuilder<SqlBool>
  /** What they are ordered by, as the index has it. */
  readonly sortKey: RawBuilder<unknown>
  /** Whether they are rows of the list's own table, so that the index alone may tell what they are. */
  readonly isRow?: boolean
}

/** How a list can be read off indexes in its order. */
export interface OrderedReading {
  readonly branches: readonly Branch[]
  /** Whether the branches hold the list and nothing else, so that rows need not be looked at. */
  readonly isExact: boolean
  /** Conditions that hold for all rows of the branches. */
  readonly satisfied?: ReadonlySet<Condition>
  /** Rows of the list that come before the first branch. */
  readonly skipped?: number
  /** Whether the far end may be read first: not where branches follow each other. */
  readonly canReverse?: boolean
}

export interface ListOrder {
  readonly direction: Direction
  /** Of a row `v` that was found in some other way; null comes last in either direction. */
  readonly sortKey: RawBuilder<unknown>
  /** Absent where no index has this order. */
  readonly reading?: OrderedReading | undefined
  /** Where the keys lie, if the order is that of a field: rows without a value are in no branch. */
  readonly spaces?: readonly string[] | undefined
  /**
   * What is good enough where the order comes of no index and the list is too long to be sorted: what `first` holds
   * for, then the rest, both in another order.
   */
  readonly otherwise?: Otherwise | undefined
}

export interface Otherwise {
  readonly first: Condition
  /** What holds wherever that does. */
  readonly implied: Condition
  readonly order: ListOrder
}

/** A list that a page is to be read of: all that its reader has to know about what it is a list of. */
export interface ListSource<Row> {
  readonly tenantId: string
  /** The table of the rows `v`, which have `tenant_id` and `content_variation_id`. */
  readonly table: RawBuilder<unknown>
  /** What a row `v` has to be, conditions aside, to stand in the list. */
  readonly belongs: RawBuilder<SqlBool>
  /** Everything that could belong. */
  readonly findAll: FindIds
  /** `select page.s, … from page join …`, with a column "contentVariationId": the few rows that are read whole. */
  readonly select: RawBuilder<Row>
  readonly conditions: readonly Condition[]
  readonly order: ListOrder
  /** As many rows at most. */
  readonly possible: number
  /** As many rows at least. */
  readonly atLeast?: number
  /** As many rows exactly, where nothing narrows the list but what is counted as it changes. */
  readonly total: number | undefined
  /** Whether whatever a condition of this span finds stands in the list. */
  covers(span: Span | undefined): boolean
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
