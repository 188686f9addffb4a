/** A place of an item that named a concept before a merge: an entry, or a list of concepts. */
export interface ConceptPlace {
  /** Null: what all variations share. */
  readonly variationId: string | null
  /** `live`: what is published of the variation; `liveShared`: with what all shared then. */
  readonly state: 'working' | 'live' | 'liveShared'
  readonly field: string
  /** Within the value of the field, as references are told; empty: the whole value. */
  readonly path: string
  readonly before: string | readonly string[]
  readonly after: string | readonly string[]
}
