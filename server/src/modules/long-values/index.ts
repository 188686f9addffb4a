export { maxAnswerLength, refuseTooLarge } from './answer-size.ts'
export { findContents, findDelivered, insertLongValues, type PlacedLongValue } from './long-value.repository.ts'
