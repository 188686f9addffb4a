export { maxAnswerLength, refuseTooLarge } from './answer-size.ts'
export {
  findContents,
  findDelivered,
  findMissing,
  insertLongValues,
  type PlacedLongValue,
} from './long-value.repository.ts'
