export { anyOf, type Condition, fieldCondition } from './page/condition.repository.ts'
export { findByItems, findLinked, isDelivered } from './page/delivered-item.repository.ts'
export type { Allowance, DeliveredRow } from './page/delivered-row.ts'
export * from './page/delivery-list.repository.ts'
export { branchesOfField, sortKeyOfField } from './page/field-branch.repository.ts'
export type { Branch, ListOrder, ListPage, OrderedReading } from './page/list-source.ts'
export { readPage } from './page/read-page.ts'
export { searchHandlers } from './search/handlers.ts'
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
