import type { ContentTypeKind, Status } from '@pim/contract'
import type { RawBuilder } from 'kysely'
import type { StoredType } from '../../content-model/index.ts'
import type { EntryScope } from '../write/projected-variation.ts'
import type { ColumnCondition, Condition, ListPlace } from './filter.repository.ts'
import type { Direction, FieldKeys } from './list-source.ts'

/** A list as it was asked for, with every name resolved: nothing in it needs checking any more. */
export interface ListQuery extends ListPlace {
  /** Lists what is live instead of the working copies. */
  readonly published: boolean
  /** Of the index entries that the list reads. */
  readonly scopes: readonly EntryScope[]
  /** Every type of these kinds, by technical name. */
  readonly types: readonly StoredType[]
  /** Undefined: all of them. */
  readonly typeIds: ReadonlySet<string> | undefined
  readonly statuses: readonly Status[] | undefined
  readonly conditions: readonly (Condition | ColumnCondition)[]
  readonly order: Order
  readonly offset: number
  readonly limit: number
  readonly countsAll?: boolean | undefined
}

export type OrderColumn =
  | 'modified_at'
  | 'name_key'
  | 'status'
  | 'completeness'
  | 'readiness'
  | 'translation'
  | 'modified_by'

export type Order =
  | { readonly by: OrderColumn; readonly direction: Direction }
  | { readonly by: 'type'; readonly direction: Direction }
  | { readonly by: 'field'; readonly keys: FieldKeys; readonly direction: Direction }
  /**
   * How well the words match a row `v`. Tiers: conditions that find ever fewer and better rows, the first of them all that
   * match; where too many match to be ranked, they are read one after the other.
   */
  | {
      readonly by: 'relevance'
      readonly rank: RawBuilder<unknown>
      readonly tiers: readonly Condition[]
      readonly direction: 'desc'
    }

/** One row of the list. */
export interface ListedRow {
  readonly contentVariationId: string
  readonly contentItemId: string
  readonly contentTypeId: string
  readonly kind: ContentTypeKind
  readonly name: string
  /** The variation whose title the name is; null: the name of the item, which is in the language of the default one. */
  readonly nameVariationId: string | null
  /** The name of the item where it is called by a title. */
  readonly itemName: string | null
  readonly binaryId: string | null
  readonly status: Status
  readonly hasUnpublishedChanges: boolean
  readonly completeness: number
  readonly deliveryTargets: string[]
  readonly missingFields: string[]
  readonly translation: number
  readonly version: number
  readonly conceptIds: string[]
  readonly modifiedAt: string
  readonly modifiedBy: string
  readonly isDeleted: boolean
}
