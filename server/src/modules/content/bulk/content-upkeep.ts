import type { Database } from '../../../platform/database/database.ts'
import type { Jobs } from '../../../platform/jobs/jobs.ts'
import type { ContentChange } from '../../content-model/index.ts'
import type { ConceptContent } from '../../taxonomies/index.ts'
import type { VariationContent } from '../../tenants/index.ts'
import { createTypeChange } from './change-type.ts'
import { createVariationChange } from './change-variations.ts'
import { createConceptDetach } from './detach-concepts.ts'

/**
 * Applies changes of types, variations and concepts to content. Those modules do not import content (it imports them);
 * app.ts hands each of them its part of this.
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
