export { deliveryChanged, notifyDelivery, type TouchedDelivery, type TouchedList } from './delivery-change.ts'
export { appendEvents, type Event, type EventPosition, type NewEvent, readEvents } from './event.repository.ts'
