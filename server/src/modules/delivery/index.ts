export { createDeliveryFastPath } from './from-memory.ts'
export { type BinaryContent, type DeliveryParts, deliveryHandlers } from './handlers.ts'
export { createKeptAnswers, type KeptAnswers } from './kept-answers.ts'
export { createDeliveryService, type DeliveryService } from './service.ts'
