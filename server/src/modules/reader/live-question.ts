import type { Condition, Direction } from './list-question.ts'

/** The channels that a reader may be answered on. */
export interface Reach {
  /** Where some channels have some variations only: those of the reader's that have every variation. */
  readonly targets: readonly string[] | null
  /** Those of the reader's that have only these variations. */
  readonly limited: readonly { readonly technicalName: string; readonly variationIds: readonly string[] }[]
}

/** A list of what is live, as it was asked for, with every name resolved. Plain data, as `ListQuestion`. */
export interface LiveQuestion {
  readonly variationIds: readonly string[]
  readonly contentTypeIds: readonly string[]
  readonly reach: Reach
  /** Undefined: of all items. */
  readonly contentItemId?: string | undefined
  readonly conditions: readonly Condition[]
  readonly order: LiveOrder
  readonly offset: number
  readonly limit: number
}

/** What is live of items, in the order of their ids as they were asked for; of one item by the ids of its content variations. */
export interface LiveItemsQuestion {
  readonly contentItemIds: readonly string[]
  /** Undefined: in all of them. */
  readonly variationId: string | undefined
  /** Undefined: of all types. */
  readonly contentTypeIds: readonly string[] | undefined
  readonly reach: Reach
  /** No more rows than this. */
  readonly limit: number
}

/** Rows that are alike in it are ordered by their ids; rows without a value come last either way. */
export type LiveOrder =
  | { readonly by: 'id' | 'publication' | 'name'; readonly direction: Direction }
  /** In the only variation of the list. */
  | {
      readonly by: 'field'
      readonly direction: Direction
      readonly contentTypeId: string
      readonly technicalFieldName: string
    }

/** A content variation as it is delivered. */
export interface LiveRow {
  readonly contentItemId: string
  readonly contentVariationId: string
  readonly variationId: string
  readonly contentTypeId: string
  readonly name: string
  readonly publishedVersion: number
  /** ISO 8601, as the database gives it. */
  readonly publishedAt: string
  /** JSON of the values that are not empty, the names of their fields with commas between, and the variations that they are from. */
  readonly fields: string
  readonly names: string
  readonly sources: string
}

export interface LiveItemsAnswer {
  readonly rows: readonly LiveRow[]
  /** Whether changes may be missing that this server has heard of. */
  readonly isBehind?: boolean
}

export interface LiveAnswer extends LiveItemsAnswer {
  readonly total: number
  /** Whether there are more than `total`. */
  readonly isCapped: boolean
}
