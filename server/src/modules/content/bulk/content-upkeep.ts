import type { Database } from '../../../platform/database/database.ts'
import type { Jobs } from '../../../platform/jobs/jobs.ts'
import type { ContentChange } from '../../content-model/index.ts'
import type { ConceptContent } from '../../taxonomies/index.ts'
import type { VariationContent } from '../../tenants/index.ts'
import { createTypeChange } from './change-type.ts'
import { createVariationChange } from './change-variations.ts'
import { createConceptDetach } from './detach-concepts.ts'

/**
 * Keeps content in line with what it is made of. Types, variations and taxonomies do not know content; they are handed
 * one of these, so that there is one place where their changes reach items.
 */
export interface ContentUpkeep {
  readonly ofTypes: ContentChange
  readonly ofVariations: VariationContent
  readonly ofConcepts: ConceptContent
}

export const createContentUpkeep = (deps: { readonly database: Database; readonly jobs: Jobs }): ContentUpkeep => ({
  ofTypes: createTypeChange(deps),
  ofVariations: createVariationChange(deps),
  ofConcepts: createConceptDetach(deps),
})
