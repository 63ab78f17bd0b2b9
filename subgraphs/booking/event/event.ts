import { foldText } from '../../../platform/values/text.ts'
import type { Author } from '../../../platform/trust/author.ts'
import type { EventType } from '../../../schema/event-types.ts'
import type { ProductType, ShownReservation } from '../reservation/index.ts'

/** The position of an event in the log, in commit order: the transaction that wrote it, then its number within. */
export interface LogPosition {
  readonly transaction: number
  readonly sequence: number
}

export const isAfter = (a: LogPosition, b: LogPosition): boolean =>
  a.transaction > b.transaction || (a.transaction === b.transaction && a.sequence > b.sequence)

export interface LoggedEvent {
  readonly position: LogPosition
  readonly id: string
  readonly partnerId: string
  readonly reservationId: string
  /** Of the cenote or tour. */
  readonly productId: string
  readonly productType: ProductType
  /** The product that it moved the reservation away from; null for all other events. */
  readonly previousProductId: string | null
  readonly previousProductType: ProductType | null
  readonly type: EventType
  readonly version: number
  /** Null for one of an earlier version. */
  readonly author: Author | null
  readonly occurredAt: Date
  /** The reservation as it was when this happened. */
  readonly reservation: ShownReservation
}

/** An event as a subscriber gets it. */
export interface ReservationEvent extends LoggedEvent {
  readonly cursor: string
}

/** A page of the log. */
export interface EventPage {
  readonly events: readonly ReservationEvent[]
  readonly endCursor: string | null
  readonly hasNextPage: boolean
  readonly hasPreviousPage: boolean
  /** Counted only when selected. */
  count(): Promise<number>
}

export interface EventFilter {
  /** Whose events the reader may see; without it those of all partners. */
  readonly partnerId?: string | undefined
  /** Whose events it wants. */
  readonly wantedPartnerId?: string | undefined
  readonly types?: ReadonlySet<EventType> | undefined
  readonly cenoteId?: string | undefined
  readonly tourId?: string | undefined
  readonly productType?: ProductType | undefined
  readonly reservationId?: string | undefined
  /** A folded text. */
  readonly search?: string | undefined
  readonly occurredAfter?: Date | undefined
  readonly occurredBefore?: Date | undefined
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
const isOf = (event: LoggedEvent, id: string): boolean => event.productId === id || event.previousProductId === id

export const matches = (
  event: LoggedEvent,
  {
    partnerId,
    wantedPartnerId,
    types,
    cenoteId,
    tourId,
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
  (cenoteId === undefined || isOf(event, cenoteId)) &&
  (tourId === undefined || isOf(event, tourId)) &&
  (productType === undefined || event.productType === productType || event.previousProductType === productType) &&
  (reservationId === undefined || event.reservationId === reservationId) &&
  (occurredAfter === undefined || event.occurredAt >= occurredAfter) &&
  (occurredBefore === undefined || event.occurredAt <= occurredBefore) &&
  (search === undefined || isFoundBy(search, event.reservation))
