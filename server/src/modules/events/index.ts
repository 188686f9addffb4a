export {
  deliveryChanged,
  keyFingerprint,
  notifyDelivery,
  type TouchedDelivery,
  type TouchedList,
  touchedOf,
} from './delivery-change.ts'
export {
  appendEvents,
  type Event,
  type EventPosition,
  eraseEventDetails,
  findLastEvent,
  findSeenEvents,
  insertOfEvents,
  type NamedEvent,
  type NewEvent,
  readEvents,
} from './event.repository.ts'
