/** What can happen to a reservation, as the specification writes it (decisions 8). */
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

type Underscored<T extends string> = T extends `${infer A}.${infer B}` ? `${A}_${B}` : T

/** The name of a type in GraphQL. */
export const enumOfType = <T extends EventType>(type: T): Uppercase<Underscored<T>> =>
  type.replace('.', '_').toUpperCase() as Uppercase<Underscored<T>>

type TypeName = Uppercase<Underscored<EventType>>
const typesByEnum = new Map<TypeName, EventType>(eventTypes.map((type) => [enumOfType(type), type]))

/** The dotted name of a type of GraphQL. */
export const typeOfEnum = (name: TypeName): EventType => typesByEnum.get(name) ?? 'reservation.modified'
