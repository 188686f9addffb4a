import type { ContentType } from '@pim/contract'

/** A content variation as it stands after fallback: everything that lists, searches and delivery are made from. */
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
  /** As it stood before, where everything made from it is known to be right: then what is the same stays unwritten. */
  readonly was?: ProjectedVariation
}

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

/** Working copies, working copies of deleted items, what is live: found apart, so that none pays for the others. */
export type ProjectionScope = 'w' | 'd' | 'p'
