export { compareTypes, type KeptField, type TypeChange, touchesItems } from './compare-types.ts'
export { contentModelHandlers } from './handlers.ts'
export { normalType } from './normal-form.ts'
export {
  type Author,
  type ChangedType,
  type ContentChange,
  type ContentModelService,
  createContentModelService,
} from './service.ts'
export type { StoredType } from './stored-types.ts'
export { findTypeById, findTypeByName, findTypes, holdAskedType, holdType } from './stored-types.ts'
