import { ReservationEventType } from './generated/enums.ts'

type EventEnum = (typeof ReservationEventType)[number]
type Dotted<T extends EventEnum> = T extends `${infer Subject}_${infer Rest}`
  ? `${Lowercase<Subject>}.${Lowercase<Rest>}`
  : never

/** Events of a reservation, as REST and webhooks write it (docs/partner-api/events-and-webhooks.md#events). */
export type EventType = Dotted<EventEnum>

/** The dotted name of a type of GraphQL, such as `reservation.checked_in`. */
export const typeOfEnum = (name: EventEnum): EventType => name.toLowerCase().replace('_', '.') as EventType

/** A type as GraphQL names it, such as RESERVATION_CHECKED_IN. */
export const enumOfType = (type: EventType): EventEnum => type.replace('.', '_').toUpperCase() as EventEnum

export const eventTypes: readonly EventType[] = ReservationEventType.map(typeOfEnum)

/** In place of a cursor: where the log ends at the time of the request. */
export const endOfLog = 'now'
