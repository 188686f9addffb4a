export { maxAnswerLength, refuseTooLarge } from './answer-size.ts'
export {
  findBeginnings,
  findContents,
  findDelivered,
  findMissing,
  findTexts,
  insertLongValues,
  type PlacedLongValue,
} from './long-value.repository.ts'
