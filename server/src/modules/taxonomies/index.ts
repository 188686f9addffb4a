export type { ConceptContent, TaxonomiesDependencies } from './access.ts'
export { conceptExists, findDescendants as descendantsOf, findTaxonomyIds } from './concept.repository.ts'
export { findConceptsNamed } from './concept-name.repository.ts'
export { taxonomiesHandlers } from './handlers.ts'
