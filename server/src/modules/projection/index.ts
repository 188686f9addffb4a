export { keyUse } from './index-keys.ts'
export { stemmerOf } from './language.ts'
export type {
  ProjectedVariation,
  ProjectionScope,
  PublishedVariation,
  ResolvedValue,
} from './projected-variation.ts'
export {
  findReferences as linksOf,
  findReferrers as linkedTo,
  type IncomingFilter,
  type IncomingReference,
  type OutgoingReference,
} from './reference.repository.ts'
export { projectPublished, projectWorking, remove, withdrawPublished } from './service.ts'
export { endOfPrefix, rangeOfColumn, sortableKey } from './sortable-key.ts'
export { spaceOf, wordSpaceOf } from './space.ts'
export { type SearchTerm, searchTermsOf } from './words.ts'
