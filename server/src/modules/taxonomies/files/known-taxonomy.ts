import type { StoredConcept } from '../concept-words.ts'

/** What is known of the taxonomy before the import. */
export interface KnownTaxonomy {
  readonly concepts: readonly StoredConcept[]
  /** Ids and codes of concepts that were merged into others, and the ids of those. */
  readonly leads: ReadonlyMap<string, string>
  readonly defaultLanguage: string
  /** Ids for concepts that are made. */
  readonly newId: () => string
}
