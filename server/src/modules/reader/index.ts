export { fileForgotten, itemsChanged, noteChangedItems } from './changed-items.ts'
export { checkFiles as checkListFiles } from './check-files.ts'
export type { LiveItem, LivePage, LivePageQuestion, ReadDocuments } from './documents.ts'
export { recipe } from './file/recipe.ts'
export { openReaderFolder } from './folder.ts'
export {
  type BodyDocument,
  conceptsName,
  fieldName,
  type ItemDocument,
  type KeyDocument,
  type LiveDocument,
  type RowDocument,
  type Standing,
  type WordsDocument,
} from './item-document.ts'
export type {
  ComparedField,
  Condition,
  LackingOfType,
  ListAnswer,
  ListedId,
  ListedRow,
  ListQuestion,
  Order,
  OrderColumn,
  PicturePlaces,
  Ranking,
  RankSteps,
  SelectionQuestion,
} from './list-question.ts'
export type {
  LiveAnswer,
  LiveItemsAnswer,
  LiveItemsQuestion,
  LiveOrder,
  LiveQuestion,
  LiveRow,
  Reach,
} from './live-question.ts'
export { Reader, type ReaderOptions } from './reader.ts'
export { BeingPrepared } from './tenant-file.ts'
export type { WordsPlace } from './words-place.ts'
