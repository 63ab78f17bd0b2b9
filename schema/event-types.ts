import { CatalogEventType as catalogEventEnum, ReservationEventType } from './generated/enums.ts'

type EventEnum = (typeof ReservationEventType)[number]
type CatalogEventEnum = (typeof catalogEventEnum)[number]
type Dotted<T extends EventEnum | CatalogEventEnum> = T extends `${infer Subject}_${infer Rest}`
  ? `${Lowercase<Subject>}.${Lowercase<Rest>}`
  : never

/** Events of a reservation, as REST and webhooks write it (docs/partner-api/events-and-webhooks.md#events). */
export type EventType = Dotted<EventEnum>

/** Changes of what is sold, as REST and webhooks write them. */
export type CatalogEventType = Dotted<CatalogEventEnum>

export type AnyEventType = EventType | CatalogEventType

/** The dotted name of a type of GraphQL, such as `reservation.checked_in`. */
export const typeOfEnum = <E extends EventEnum | CatalogEventEnum>(name: E): Dotted<E> =>
  name.toLowerCase().replace('_', '.') as Dotted<E>

/** A type as GraphQL names it, such as RESERVATION_CHECKED_IN. */
export const enumOfType = (type: EventType): EventEnum => type.replace('.', '_').toUpperCase() as EventEnum
/** The same for a change of what is sold, such as AVAILABILITY_UPDATED. */
export const enumOfCatalogType = (type: CatalogEventType): CatalogEventEnum =>
  type.replace('.', '_').toUpperCase() as CatalogEventEnum

export const eventTypes: readonly EventType[] = ReservationEventType.map(typeOfEnum)
export const catalogEventTypes: readonly CatalogEventType[] = catalogEventEnum.map(typeOfEnum)
export const allEventTypes: readonly AnyEventType[] = [...eventTypes, ...catalogEventTypes]

export const isCatalogEventType = (type: string): type is CatalogEventType =>
  (catalogEventTypes as readonly string[]).includes(type)

export const isReservationEventType = (type: string): type is EventType =>
  (eventTypes as readonly string[]).includes(type)

/** Names that webhooks and requests may have in place of types: all of a kind, and everything. */
export const typePatterns = ['reservation.*', 'availability.*', 'product.*', 'pricing.*', '*'] as const

/** The types that a name stands for: itself, all of a wildcard, or none when it is neither. */
export function typesMatching(name: string): readonly AnyEventType[] {
  if (name === '*') return allEventTypes
  const kind = name.endsWith('.*') ? name.slice(0, -1) : undefined
  return allEventTypes.filter((type) => (kind === undefined ? type === name : type.startsWith(kind)))
}

/** In place of a cursor: where the log ends at the time of the request. */
export const endOfLog = 'now'
