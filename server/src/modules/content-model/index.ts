export { compareTypes, type KeptField, type TypeChange, touchesItems } from './compare-types.ts'
export {
  acquireSharedTypeLock,
  lockTypeExclusive,
  measureModel,
  technicalNameOf,
  typeIdsWithNames,
  typeRevisionOf,
} from './content-type.repository.ts'
export { contentModelHandlers } from './handlers.ts'
export { normalType } from './normal-form.ts'
export { type ChangedType, type ContentChange, type ContentModelService, createContentModelService } from './service.ts'
export type { StoredType } from './stored-types.ts'
export {
  findFieldsByChannel,
  findTypeByName,
  findTypes,
  lockTypeShared,
  lockTypeSharedByName,
  withDefinition,
} from './stored-types.ts'
