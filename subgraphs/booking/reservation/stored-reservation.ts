import type { CancellationReason } from '../../../schema/reservation-statuses.ts'
import type { Author } from '../../../platform/trust/author.ts'
import type { Cancellation, ProductType, Reservation } from './reservation.ts'

/** As reservations of an earlier version have it: the end of a hold had a text and no reason. */
export type StoredCancellation = Omit<Cancellation, 'reason'> & { readonly reason: CancellationReason | null }

/** A reservation as its row has it. */
export type ReservationRow = Omit<Reservation, 'cancellation'> & { readonly cancellation: StoredCancellation | null }

const instants = [
  'visitAt',
  'dayEndsAt',
  'paymentDeadline',
  'holdEndsAt',
  'extendedAt',
  'createdAt',
  'updatedAt',
] as const
type Instant = (typeof instants)[number]
type LaterMember =
  | 'partnerName'
  | 'language'
  | 'cancellation'
  | 'disrupted'
  | 'infants'
  | 'teens'
  | 'refundCeiling'
  | 'resellerReference'
  | 'externalId'
  | 'requested'
  | 'isHold'
  | 'productType'
  | 'productNames'
  | 'stops'
  | 'transport'
  | 'guestTerms'
  | 'participants'

/** A reservation as the JSON of an event has it. Those of earlier versions lack what was added later. */
export type ReservationSnapshot = Omit<ReservationRow, Instant | LaterMember | 'productId'> &
  Readonly<Partial<Record<Instant, string | null>>> &
  Partial<Pick<ReservationRow, LaterMember>> & {
    /** Of the product, whatever it is: so it was named before tours were sold. */
    readonly cenoteId: string
    readonly changedBy?: Author
    /** Of the product that it was of before it was moved to another one. */
    readonly previousCenoteId?: string
    readonly previousProductType?: ProductType
  }

/** A reservation as JSON with the members of its columns and of events. */
export const snapshotOf = ({ productId, ...reservation }: Reservation) => ({ ...reservation, cenoteId: productId })

/** A reservation out of a row. */
export function reservationOf(row: ReservationRow): Reservation {
  const { cancellation } = row
  // Almost every row is returned as it is: copying its fifty members is expensive.
  if (cancellation?.reason !== null) return row as Reservation
  return { ...row, cancellation: { ...cancellation, reason: 'hold_expired', note: null } }
}

/** A reservation out of JSON, its instants revived. */
export function reviveReservation({ cenoteId, ...snapshot }: ReservationSnapshot): Reservation {
  const revived = instants.map((name) => [name, snapshot[name] == null ? null : new Date(snapshot[name])])
  return reservationOf({
    partnerName: null,
    language: 'en',
    cancellation: null,
    disrupted: false,
    infants: 0,
    teens: 0,
    refundCeiling: 1,
    resellerReference: null,
    externalId: null,
    requested: null,
    isHold: false,
    productType: 'cenote',
    productNames: null,
    stops: null,
    transport: null,
    guestTerms: null,
    participants: null,
    ...snapshot,
    productId: cenoteId,
    ...(Object.fromEntries(revived) as Pick<Reservation, Instant>),
  })
}
