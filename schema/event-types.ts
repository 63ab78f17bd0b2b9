/** What can happen to a reservation, as REST and webhooks write it (docs/partner-api/events-and-webhooks.md#events). */
export const eventTypes = [
  'reservation.created',
  'reservation.confirmed',
  'reservation.modified',
  'reservation.cancelled',
  'reservation.expired',
  'reservation.checked_in',
  'reservation.completed',
  'reservation.no_show',
  'reservation.refunded',
] as const
export type EventType = (typeof eventTypes)[number]

/** In place of a cursor: where the log ends at the time of the request. */
export const endOfLog = 'now'

type Underscored<T extends string> = T extends `${infer A}.${infer B}` ? `${A}_${B}` : never
type EnumOf<T extends EventType> = Uppercase<Underscored<T>>

/** A type as GraphQL names it, such as RESERVATION_CHECKED_IN. */
export const enumOfType = <T extends EventType>(type: T): EnumOf<T> => type.replace('.', '_').toUpperCase() as EnumOf<T>

/** The dotted name of a type of GraphQL; its enum holds no other. */
export const typeOfEnum = (name: EnumOf<EventType>): EventType => name.toLowerCase().replace('_', '.') as EventType
