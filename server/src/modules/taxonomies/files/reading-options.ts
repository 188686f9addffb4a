import type { ConceptFileFormat } from '@pim/contract'

/** How a file of concepts is read, and for which tenant. */
export interface ReadingOptions {
  readonly format: ConceptFileFormat
  readonly emptyCells: 'keep' | 'clear'
  readonly defaultLanguage: string
  /** Of its variations. */
  readonly tenantLanguages: readonly string[]
}
