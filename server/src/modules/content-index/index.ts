export { countDelivered, type DeliveryTally } from './page/count.repository.ts'
export { findByItem, findByItems, findLinked, isDelivered } from './page/delivered-item.repository.ts'
export { type Allowance, bodyOf, type DeliveredRow, type Reach } from './page/delivered-row.ts'
export {
  belongsToDelivery,
  type DeliveryColumn,
  type DeliveryPlace,
  deliveredRows,
  deliveredTable,
  findAllDelivered,
  ofItem,
  rangeOfAll,
  rangesOfCombinations,
  sortKeyOfColumn,
} from './page/delivery-list.repository.ts'
export { anyOf, type Condition } from './page/filter.repository.ts'
export { fieldCondition } from './page/filter-field.repository.ts'
export type { IndexPlace } from './page/index-place.repository.ts'
export { ListOutdated } from './page/list-outdated.ts'
export type { KnownCounts, ListOrder, ListPage, ListSource, OrderedScan } from './page/list-source.ts'
export { isWholeRow, wholeRows } from './page/long-rows.ts'
export { readPage } from './page/page.ts'
export { type OnPlan, planLog } from './page/plan-report.ts'
export { sortKeyOfField } from './page/sort.repository.ts'
export { maxRanges, scanOfField } from './page/sort.ts'
export { searchHandlers } from './search/handlers.ts'
export type { AskedFields, ListedFields, ReadListedFields } from './search/listed-fields.ts'
export type { ListTables } from './search/listed-row.repository.ts'
export type { AskedRowValues, ReadRowValues, RowValue } from './search/matches/row-values.ts'
export { findSelected, type ListSources } from './search/service.ts'
export { appendCounts, type CountChange, type CountedAs, itemCount } from './write/content-count.repository.ts'
export { findDeletedWithKeys } from './write/deleted-key.repository.ts'
export { namesItems } from './write/deleted-keys.ts'
export { deliveredChanges } from './write/entries.ts'
export {
  findDeliveryCountFaults,
  findEntries,
  findKeptCounts,
  type StoredEntry,
} from './write/entry-check.repository.ts'
export { type FileEntries, fileEntriesOf } from './write/file-entries.ts'
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
  findLiveReferrers,
  findReferences,
  findReferredElsewhere,
  findReferrers,
  type IncomingFilter,
  itemsReferringTo,
  type LiveReferrer,
} from './write/reference.repository.ts'
export { findSpaces, type Spaces } from './write/space.repository.ts'
export { requiredKeys } from './write/touched.ts'
export { remakeIndex, rewriteIndex, writeIndex } from './write/write-index.ts'
