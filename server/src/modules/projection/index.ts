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
