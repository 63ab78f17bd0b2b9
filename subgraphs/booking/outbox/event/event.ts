import { foldText } from '../../../../platform/values/text.ts'
import type { Author } from '../../../../platform/trust/author.ts'
import type { AnyEventType, CatalogEventType, EventType } from '../../../../schema/event-types.ts'
import type { ProductType, ShownReservation } from '../../reservation/index.ts'

/** The position of an event in the log, in commit order: the transaction that wrote it, then its number within. */
export interface LogPosition {
  readonly transaction: number
  readonly sequence: number
}

export const isAfter = (a: LogPosition, b: LogPosition): boolean =>
  a.transaction > b.transaction || (a.transaction === b.transaction && a.sequence > b.sequence)

interface EventInLog<Type extends AnyEventType> {
  readonly position: LogPosition
  readonly id: string
  readonly type: Type
  readonly occurredAt: Date
}

/** An event of a reservation. */
export interface ReservationLogEvent extends EventInLog<EventType> {
  readonly partnerId: string
  readonly reservationId: string
  /** Of the cenote or tour. */
  readonly productId: string
  readonly productType: ProductType
  /** The product that it moved the reservation away from; null for all other events. */
  readonly previousProductId: string | null
  readonly previousProductType: ProductType | null
  readonly version: number
  readonly author: Author
  /** The reservation as it was when this happened. */
  readonly reservation: ShownReservation
}

/** A change of what is sold, of one product or of every product of the environment. */
export interface ProductLogEvent extends EventInLog<CatalogEventType> {
  /** Null, as is the id, for every product. */
  readonly productType: ProductType | null
  readonly productId: string | null
  /** Of availability: the first and the last day that may have changed. */
  readonly dateFrom: string | null
  readonly dateTo: string | null
  /** Of a product: the members of its representation that changed. */
  readonly changed: readonly string[] | null
}

export type LoggedEvent = ReservationLogEvent | ProductLogEvent

export const isProductEvent = (event: LoggedEvent): event is ProductLogEvent => !('reservation' in event)

/** An event as a reader gets it. */
export type WithCursor<Event extends LoggedEvent> = Event & { readonly cursor: string }
export type ReservationEvent = WithCursor<ReservationLogEvent>
export type CatalogEvent = WithCursor<ProductLogEvent>

/** A page of the log. */
export interface EventPage<Event = ReservationEvent> {
  readonly events: readonly Event[]
  readonly endCursor: string | null
  readonly hasNextPage: boolean
  readonly hasPreviousPage: boolean
  /** Counted only when selected. */
  count(): Promise<number>
}

/** A page with events of both kinds. */
export type LogPage = EventPage<ReservationEvent | CatalogEvent>

export interface EventFilter {
  /** Whose events the reader may see; without it those of all partners. */
  readonly partnerId?: string | undefined
  /** Whose events it wants. */
  readonly wantedPartnerId?: string | undefined
  readonly types?: ReadonlySet<EventType> | undefined
  /** An event must concern all of these products. One that moved a reservation concerns two. */
  readonly ofProducts?: readonly string[]
  readonly productType?: ProductType | undefined
  readonly reservationId?: string | undefined
  /** A folded text. */
  readonly search?: string | undefined
  readonly occurredAfter?: Date | undefined
  readonly occurredBefore?: Date | undefined
}

/** An event of every product matches any product. */
export interface ProductEventFilter {
  readonly types?: ReadonlySet<CatalogEventType> | undefined
  /** Of one of these products, in lower case. */
  readonly productIds?: ReadonlySet<string> | undefined
  readonly productType?: ProductType | undefined
  readonly occurredAfter?: Date | undefined
  readonly occurredBefore?: Date | undefined
}

/** The filters of a reader for both kinds; without a filter it gets nothing of a kind. */
export interface LogFilter {
  readonly reservations?: EventFilter | undefined
  readonly products?: ProductEventFilter | undefined
}

/** The events after which no visit is to come; after all others it is, or takes place. */
export const closingTypes: ReadonlySet<EventType> = new Set([
  'reservation.cancelled',
  'reservation.expired',
  'reservation.completed',
  'reservation.no_show',
  'reservation.refunded',
])

const isFoundBy = (search: string, { bookingReference, resellerReference, guest }: ShownReservation): boolean =>
  foldText([bookingReference, resellerReference ?? '', guest.name, guest.email].join('\n')).includes(search)

/** Whether an event is of a product, or moved the reservation away from it; no cenote has the id of a tour. */
const isOf = (event: ReservationLogEvent, id: string): boolean =>
  event.productId === id || event.previousProductId === id

export const matches = (
  event: ReservationLogEvent,
  {
    partnerId,
    wantedPartnerId,
    types,
    ofProducts = [],
    productType,
    reservationId,
    search,
    occurredAfter,
    occurredBefore,
  }: EventFilter,
): boolean =>
  (partnerId === undefined || event.partnerId === partnerId) &&
  (wantedPartnerId === undefined || event.partnerId === wantedPartnerId) &&
  (types === undefined || types.has(event.type)) &&
  ofProducts.every((id) => isOf(event, id)) &&
  (productType === undefined || event.productType === productType || event.previousProductType === productType) &&
  (reservationId === undefined || event.reservationId === reservationId) &&
  (occurredAfter === undefined || event.occurredAt >= occurredAfter) &&
  (occurredBefore === undefined || event.occurredAt <= occurredBefore) &&
  (search === undefined || isFoundBy(search, event.reservation))

export const matchesProduct = (
  event: ProductLogEvent,
  { types, productIds, productType, occurredAfter, occurredBefore }: ProductEventFilter,
): boolean =>
  (types === undefined || types.has(event.type)) &&
  (productIds === undefined || event.productId === null || productIds.has(event.productId)) &&
  (productType === undefined || event.productType === null || event.productType === productType) &&
  (occurredAfter === undefined || event.occurredAt >= occurredAfter) &&
  (occurredBefore === undefined || event.occurredAt <= occurredBefore)
