import type { ContentTypeKind } from '@pim/contract'

/** What is asked about the words of one variation, of working copies or of what is live. */
export interface WordsPlace {
  readonly variationId: string
  readonly isPublished: boolean
  readonly kinds: readonly ContentTypeKind[]
  /** Of what is deleted, what is not, or both. */
  readonly deleted: readonly boolean[]
}
