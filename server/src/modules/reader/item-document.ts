import type { ContentTypeKind, Status } from '@pim/contract'
import type { KeyUse } from '../../core/sortable-key.ts'

/** An item as it is written into the file of its tenant: everything that lists, filters and searches ask about. */
export interface ItemDocument {
  readonly contentItemId: string
  readonly contentTypeId: string
  readonly kind: ContentTypeKind
  readonly isDeleted: boolean
  readonly rows: readonly RowDocument[]
  readonly keys: readonly KeyDocument[]
  readonly words: readonly WordsDocument[]
  readonly live: readonly LiveDocument[]
}

/** A content variation. */
export interface RowDocument {
  readonly contentVariationId: string
  readonly variationId: string
  readonly status: Status
  readonly name: string
  /** The variation whose title the name is; null: it is the name of the item. */
  readonly nameVariationId: string | null
  /** The name of the item where it is called by another title; else null. */
  readonly itemName: string | null
  /** By which lists of the variation's language are ordered. */
  readonly nameKey: string
  /** Of what is live, where it has another name; null: the same. */
  readonly liveNameKey: string | null
  /** ISO 8601, with all digits of the database. */
  readonly modifiedAt: string
  readonly modifiedBy: string
  readonly completeness: number
  readonly readiness: number
  readonly translation: number
  readonly version: number
  /** The file of a media item. */
  readonly binaryId: string | null
  readonly mimeType: string | null
  readonly isLive: boolean
  readonly hasUnpublishedChanges: boolean
  /** Channels; none: all of them. */
  readonly deliveryTargets: readonly string[]
  /** Technical names of required fields without a value. */
  readonly missingFields: readonly string[]
}

/** What is delivered of a content variation. */
export interface LiveDocument {
  readonly contentVariationId: string
  readonly variationId: string
  readonly name: string
  /** By which lists of the variation's language are ordered. */
  readonly nameKey: string
  readonly publishedVersion: number
  /** ISO 8601, with all digits of the database. */
  readonly publishedAt: string
  /** Channels; none: all of them. */
  readonly deliveryTargets: readonly string[]
  /** The file of a media item. */
  readonly binaryId: string | null
  readonly mimeType: string | null
  /** Variations with the same values share it. */
  readonly body: BodyDocument
}

/** JSON of values that are not empty and of the variations that they are from; `key` is a hash of both. */
export interface BodyDocument {
  readonly key: string
  readonly fields: string
  /** Technical names of the fields that it has, with commas between. */
  readonly names: string
  readonly sources: string
}

/** For which of the item's variations something stands; left out: for all of them. */
export interface Standing {
  readonly variationIds?: readonly string[]
  readonly inWorking: boolean
  readonly inLive: boolean
}

export interface KeyDocument extends Standing {
  /** The name of what the key is of, see `fieldName` and `conceptsName`. */
  readonly of: string
  readonly key: string
  /** Of a reference in its field; left out: it does not count. */
  readonly position?: number
  readonly use: KeyUse
}

export interface WordsDocument extends Standing {
  /** By rows of the file: words of texts, each once but for those whose order counts, and marks; see `columnsOf`. */
  readonly title: string
  readonly name: string
  readonly rest: string
  readonly marks: string
  /** What it is called by, see `headLines`. */
  readonly heads: string
}

/** What keys are of: a field of a type, or its amounts in one unit or currency. */
export const fieldName = (contentTypeId: string, technicalFieldName: string, qualifier = ''): string =>
  `${contentTypeId} ${technicalFieldName} ${qualifier}`

/** What the keys of concepts are of, in whichever field they stand. */
export const conceptsName = 'concepts'
