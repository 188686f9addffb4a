import type { ContentType } from '@pim/contract'
import type { Reference } from '@pim/field-types'

/** A content variation with resolved values: the input of all index entries. */
export interface ProjectedVariation {
  readonly contentVariationId: string
  readonly contentItemId: string
  readonly variationId: string
  /** Of the variation; decides how words are stemmed. */
  readonly languageCode: string
  readonly contentType: ContentType
  readonly contentTypeId: string
  readonly name: string
  readonly isDeleted: boolean
  /** By technical name. A field that nobody in the chain has a value for may be left out. */
  readonly values: Readonly<Record<string, ResolvedValue>>
  /** The state whose entries are stored; only differences from it are written. Left out where that is not known. */
  readonly previous?: ProjectedVariation
}

export interface ResolvedValue {
  readonly value: unknown
  readonly sourceVariationId: string | null
}

/** What is live: values resolved from published snapshots alone. */
export interface PublishedVariation extends ProjectedVariation {
  readonly previous?: PublishedVariation
  readonly publishedVersion: number
  /** ISO 8601, as the database gives it. */
  readonly publishedAt: string
  /** Empty: every target. */
  readonly deliveryTargets: readonly string[]
}

/** `w` working copies, `d` working copies of deleted items, `p` published: each has key spaces of its own. */
export type ProjectionScope = 'w' | 'd' | 'p'

/** A reference of a content variation to an item, a concept or a binary, with its position in the field. */
export interface ReferenceRow {
  readonly contentVariationId: string
  readonly contentItemId: string
  readonly variationId: string
  readonly technicalFieldName: string
  readonly kind: Reference['kind']
  readonly id: string
  readonly position: number
}
