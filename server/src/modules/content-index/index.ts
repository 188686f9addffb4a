export { countDelivered, type DeliveryTally } from './page/count.repository.ts'
export { findByItem, findByItems, findLinked, isDelivered } from './page/delivered-item.repository.ts'
export type { Allowance, DeliveredRow } from './page/delivered-row.ts'
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
export { anyOf, type Condition, type ListTables } from './page/filter.repository.ts'
export { fieldCondition } from './page/filter-field.repository.ts'
export type { KnownCounts, ListOrder, ListPage, ListSource, OrderedScan } from './page/list-source.ts'
export { readPage } from './page/page.ts'
export { type OnPlan, planLog } from './page/plan-report.ts'
export { rangesOfField, sortKeyOfField } from './page/sort.repository.ts'
export { maxRanges } from './page/sort.ts'
export { searchHandlers } from './search/handlers.ts'
export { appendCounts, type CountChange, type CountedAs } from './write/content-count.repository.ts'
export { spaceOf } from './write/index-keys.ts'
export { projectPublished, projectWorking, remove, withdrawPublished } from './write/project.ts'
export type { ProjectedVariation, ProjectionScope, PublishedVariation } from './write/projected-variation.ts'
export {
  findDanglingConcepts,
  findItemsWithConcepts,
  findReferences,
  findReferrers,
  itemsReferringTo,
} from './write/reference.repository.ts'
export { requiredKeys } from './write/touched.ts'
