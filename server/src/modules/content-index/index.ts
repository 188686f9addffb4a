export { type Allowance, bodyOf, type DeliveredRow } from './delivered/delivered-row.ts'
export { isWholeRow, wholeRows } from './delivered/long-rows.ts'
export { searchHandlers } from './search/handlers.ts'
export type { AskedFields, ListedFields, ReadListedFields } from './search/listed-fields.ts'
export type { ListTables } from './search/listed-row.repository.ts'
export type { AskedRowValues, ReadRowValues, RowValue } from './search/matches/row-values.ts'
export { findModel, type TenantModel } from './search/read-question.ts'
export { findSelected, type ListSources } from './search/service.ts'
export { appendCounts, type CountChange, type CountedAs, itemCount } from './write/content-count.repository.ts'
export { findDeletedWithKeys } from './write/deleted-key.repository.ts'
export { namesItems } from './write/deleted-keys.ts'
export { wholeFields } from './write/delivered.ts'
export { deliveredChanges } from './write/entries.ts'
export {
  findEntries,
  findKeptCounts,
  type StoredEntry,
} from './write/entry-check.repository.ts'
export { type FileEntries, fileEntriesOf, liveDocumentsOf } from './write/file-entries.ts'
export { keysOfValue } from './write/index-keys.ts'
export type { IndexChange, IndexedItem, ProjectedVariation, PublishedVariation } from './write/projected-variation.ts'
export {
  findTenantsToRebuild,
  lockRebuild,
  moveRebuild,
  readRecipe,
  setRecipe,
} from './write/rebuild.repository.ts'
export { claimRecipe, entryRecipe, indexRecipe, rowRecipe } from './write/recipe.ts'
export {
  findDanglingConcepts,
  findItemsWithConcepts,
  findLinkedIds,
  findLiveReferrers,
  findReferences,
  findReferredElsewhere,
  findReferrers,
  findUsesOfFile,
  type IncomingFilter,
  itemsReferringTo,
  type LivePlace,
  type LiveReferrer,
} from './write/reference.repository.ts'
export { requiredKeys } from './write/touched.ts'
export { rewriteIndex, tellDelivery, writeIndex } from './write/write-index.ts'
