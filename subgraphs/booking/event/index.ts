export { eventTypes, type EventType, type ReservationEvent } from './event.ts'
export { EventHub } from './hub.ts'
