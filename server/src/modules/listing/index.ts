export {
  anyOf,
  type ComparedField,
  type Condition,
  type FindIds,
  fieldCondition,
  type Span,
} from './condition.repository.ts'
export { branchesOfField, sortKeyOfField } from './field-branch.repository.ts'
export type { Branch, Direction, ListOrder, ListPage, ListRow, ListSource, OrderedReading } from './list-source.ts'
export { readPage } from './read-page.ts'
