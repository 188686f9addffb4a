export type { StoredType } from './stored-types.ts'
export { findTypeById, findTypeByName, findTypes, holdType } from './stored-types.ts'
