export { anyOf, type ComparedField, type Condition, type FindIds, fieldCondition } from './condition.repository.ts'
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
export { spaceOf, wordSpaceOf } from './space.ts'
export { type SearchTerm, searchTermsOf } from './words.ts'
