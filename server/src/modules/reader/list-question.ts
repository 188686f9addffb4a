import type { ContentTypeKind, Status } from '@pim/contract'
import type { Comparison } from '@pim/field-types'

/** A list as it was asked for, with every name resolved. Plain data: whatever engine answers it gets nothing else. */
export interface ListQuestion extends SelectionQuestion {
  /** What rows that are no files themselves are shown with. */
  readonly pictures: PicturePlaces
}

export interface PicturePlaces {
  readonly mimeTypes: readonly string[]
  /** Fields that may refer to a picture, by content type, in the order in which they are looked at. */
  readonly fields: Readonly<Record<string, readonly string[]>>
}

/** The same where the ids of the rows are enough. */
export interface SelectionQuestion {
  readonly variationId: string
  readonly kinds: readonly ContentTypeKind[]
  /** Of what is deleted, what is not, or both. */
  readonly deleted: readonly boolean[]
  /** Live content instead of working copies. */
  readonly isPublished: boolean
  /** Undefined: all of them. */
  readonly contentTypeIds: readonly string[] | undefined
  readonly statuses: readonly Status[] | undefined
  readonly conditions: readonly Condition[]
  readonly order: Order
  readonly offset: number
  readonly limit: number
  /** Whether rows are counted to the last one. */
  readonly countsAll: boolean
}

export type Direction = 'asc' | 'desc'

export type RowColumn = 'modifiedAt' | 'modifiedBy' | 'completeness' | 'readiness' | 'translation' | 'mimeType'

export interface ComparedField {
  readonly contentTypeId: string
  readonly technicalFieldName: string
  readonly comparison: Comparison
}

export type Condition =
  /** Within a range, the bounds belong to it; null: without that end. */
  | {
      readonly is: 'between'
      readonly column: RowColumn
      readonly from: string | number | null
      readonly to: string | number | null
    }
  | { readonly is: 'one of'; readonly column: RowColumn; readonly values: readonly string[] }
  | { readonly is: 'unlike live'; readonly differs: boolean }
  | { readonly is: 'for channels'; readonly channels: readonly string[] }
  /** Goes to the channel and lacks as many of the fields that its type needs there as is said; rows of no other types. */
  | { readonly is: 'lacking'; readonly channel: string; readonly types: readonly LackingOfType[] }
  /** Has one of the concepts, in whichever field. */
  | { readonly is: 'with concept'; readonly conceptIds: readonly string[] }
  /** Meets one of the comparisons; where these are negated, none. */
  | { readonly is: 'field'; readonly fields: readonly ComparedField[] }
  /** Has one of these keys. */
  | { readonly is: 'with key'; readonly keys: readonly { readonly of: string; readonly key: string }[] }
  | { readonly is: 'with words'; readonly words: Words }
  | { readonly is: 'all of' | 'any of'; readonly conditions: readonly Condition[] }

export interface LackingOfType {
  readonly contentTypeId: string
  readonly fields: readonly string[]
  readonly from: number
  readonly to: number
}

/** A query of the engine's words; see `words.ts`. Empty: nothing matches. */
export type Words = string

export type OrderColumn = 'modifiedAt' | 'name' | 'status' | 'completeness' | 'readiness' | 'translation' | 'modifiedBy'

export type Order =
  | { readonly by: OrderColumn; readonly direction: Direction }
  /** `contentTypeIds`: all types, in the order of their names. */
  | { readonly by: 'type'; readonly direction: Direction; readonly contentTypeIds: readonly string[] }
  | {
      readonly by: 'field'
      readonly direction: Direction
      readonly contentTypeId: string
      readonly technicalFieldName: string
    }
  | { readonly by: 'relevance'; readonly ranking: Ranking }

/** How well rows match what was typed; see `rank.ts`. */
export interface Ranking {
  /** What was typed without case and accents, and with the letters that are kept in some language. */
  readonly plain: string
  readonly kept: string
  /** The same in another number, squashed: a title that is one of these is called so, too. */
  readonly otherTitles: readonly string[]
  readonly title: RankSteps
  readonly name: RankSteps
  /** For each term what it may stand as inside of a word of the title; none where that does not count. */
  readonly parts: readonly { readonly anywhere: string; readonly atTheEnd: readonly string[] }[]
  /** From the best down, each finds fewer rows than the next; the last is all that match. */
  readonly tiers: readonly Condition[]
  /** Any of the ways in which what it is called may match. */
  readonly inName: Words
  readonly amounts: readonly Condition[]
}

/** From the best match down. */
export interface RankSteps {
  /** All words as they were typed. */
  readonly written: Words
  /** The same, or other forms of them. */
  readonly whole: Words
  /** The last one begun. */
  readonly begun: Words
}

export interface ListedId {
  readonly contentItemId: string
  readonly contentVariationId: string
}

/** A row as lists show it. */
export interface ListedRow extends ListedId {
  readonly contentTypeId: string
  readonly kind: ContentTypeKind
  readonly name: string
  /** The variation whose title the name is; null: the name of the item, which is in the language of the default one. */
  readonly nameVariationId: string | null
  /** The name of the item where it is called by another title. */
  readonly itemName: string | null
  /** The file of a media item, or the first picture in the fields of another one. */
  readonly binaryId: string | null
  readonly status: Status
  readonly hasUnpublishedChanges: boolean
  readonly completeness: number
  readonly deliveryTargets: readonly string[]
  readonly missingFields: readonly string[]
  readonly translation: number
  readonly version: number
  readonly conceptIds: readonly string[]
  /** ISO 8601, as the database gives it. */
  readonly modifiedAt: string
  readonly modifiedBy: string
  readonly isDeleted: boolean
}

export interface ListAnswer extends SelectionAnswer<ListedRow> {
  /** Whether changes may be missing that this server has heard of. */
  readonly isBehind?: boolean
}

export interface SelectionAnswer<Row extends ListedId = ListedId> {
  readonly rows: readonly Row[]
  readonly total: number
  /** Whether there are more than `total`. */
  readonly isCapped: boolean
}
