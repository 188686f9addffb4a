import type { ContentType } from '@pim/contract'
import type { Reference } from '@pim/field-types'

/** A content variation with resolved values: the input of all index entries. */
export interface ProjectedVariation {
  readonly contentVariationId: string
  readonly contentItemId: string
  readonly variationId: string
  /** Of the variation; decides the order of names. */
  readonly languageCode: string
  readonly contentType: ContentType
  readonly contentTypeId: string
  readonly name: string
  readonly isDeleted: boolean
  /** By technical name. A field that nobody in the chain has a value for may be left out. */
  readonly values: ResolvedFields
}

export type ResolvedFields = Readonly<Record<string, ResolvedValue>>

export interface ResolvedValue {
  readonly value: unknown
  readonly sourceVariationId: string | null
}

/** What is live: values resolved from published snapshots alone. */
export interface PublishedVariation extends ProjectedVariation {
  readonly publishedVersion: number
  /** ISO 8601, as the database gives it. */
  readonly publishedAt: string
  /** Empty: every target. */
  readonly deliveryTargets: readonly string[]
}

/** An item with all its variations, as the index knows it. */
export interface IndexedItem {
  readonly contentItemId: string
  readonly contentTypeId: string
  readonly contentType: ContentType
  readonly isDeleted: boolean
  readonly working: readonly ProjectedVariation[]
  readonly live: readonly PublishedVariation[]
}

/** `before` null: nothing of the item is in the index. `after` null: nothing of it stays. */
export interface IndexChange {
  readonly before: IndexedItem | null
  readonly after: IndexedItem | null
}

/** What a list shows: working copies, what is live, or working copies of deleted items. */
export type ProjectionScope = 'w' | 'p' | 'd'

/** What an entry stands for: `b` for the working copy and for what is live, where both are alike. */
export type EntryScope = ProjectionScope | 'b'

/** The entries that a list of these scopes reads. A variation is in one of them at most. */
export const entryScopesOf = (scopes: readonly ProjectionScope[]): EntryScope[] =>
  scopes.includes('w') || scopes.includes('p') ? [...scopes, 'b'] : [...scopes]

/** A reference of a value to an item, a concept or a binary, with its position in the field. */
export interface PlacedReference {
  readonly kind: Reference['kind']
  readonly id: string
  readonly position: number
}

/** Where a row of the index lies. */
export interface EntryPlace {
  readonly contentItemId: string
  readonly scope: EntryScope
  readonly space: number
}

/** What the entries of a space are of: a field of a content type. */
export interface SpaceField {
  readonly contentTypeId: string
  readonly technicalFieldName: string
  /** A currency or a unit: keys of different qualifiers are not comparable. */
  readonly qualifier: string
}

/** A space of the index: one field, for the variations that share an entry. */
export interface Space extends SpaceField {
  readonly space: number
  /** The number of the set of variations. */
  readonly reach: number
  /** In their order. */
  readonly variationIds: readonly string[]
}
