import { lowerName } from '../../../schema/present-fields.ts'
import type { ReservationStatus } from '../../generated/operations.ts'

type BookingStatus = 'ON_HOLD' | 'CONFIRMED' | 'REDEEMED' | 'EXPIRED' | 'CANCELLED'

/** The members of a reservation that determine its state over OCTO. */
export interface StatusSource {
  readonly status: ReservationStatus
  readonly cancellation: {
    readonly reason: string | null
    readonly cancelledAt: string | null
    readonly note: string | null
  }
}

const statuses: Readonly<Record<ReservationStatus, BookingStatus>> = {
  PENDING: 'ON_HOLD',
  CONFIRMED: 'CONFIRMED',
  NO_SHOW: 'CONFIRMED',
  IN_PROGRESS: 'REDEEMED',
  COMPLETED: 'REDEEMED',
  CANCELLED: 'CANCELLED',
  REFUNDED: 'CANCELLED',
}

/**
 * The state of a reservation as OCTO names it. A hold that expired stays EXPIRED, even if a payment that arrived later
 * was refunded.
 */
export const bookingStatus = ({ status, cancellation }: StatusSource): BookingStatus =>
  statuses[status] === 'CANCELLED' && cancellation.reason === 'HOLD_EXPIRED' ? 'EXPIRED' : statuses[status]

/** Whether a booking holds no places any more. */
export const isEnded = (booking: StatusSource): boolean => ['CANCELLED', 'EXPIRED'].includes(bookingStatus(booking))

/** An instant in UTC to the second. */
export const utcSeconds = (instant: string): string => instant.replace(/\.\d+(?=Z$)/, '')
const utcOrNull = (instant: string | null | undefined): string | null => (instant ? utcSeconds(instant) : null)

/** The instants of a booking. The history is absent where it was created just now. */
export function bookingTimes(
  reservation: StatusSource & {
    readonly createdAt: string
    readonly updatedAt: string
    readonly timeline: { readonly paymentDeadline: string }
    readonly checkIn: { readonly checkedInAt: string } | null
    readonly statusHistory?: readonly { readonly status: ReservationStatus; readonly timestamp: string }[]
  },
) {
  const status = bookingStatus(reservation)
  const confirmed = reservation.statusHistory?.find((change) => change.status === 'CONFIRMED')
  return {
    utcCreatedAt: utcSeconds(reservation.createdAt),
    utcUpdatedAt: utcSeconds(reservation.updatedAt),
    utcExpiresAt:
      status === 'ON_HOLD' || status === 'EXPIRED' ? utcSeconds(reservation.timeline.paymentDeadline) : null,
    utcRedeemedAt: utcOrNull(reservation.checkIn?.checkedInAt),
    utcConfirmedAt: utcOrNull(confirmed?.timestamp),
  }
}

interface Cancellation {
  readonly refund: 'FULL' | 'PARTIAL' | 'NONE'
  readonly reason: string | null
  readonly utcCancelledAt: string
}

/** The cancellation of a booking; null unless it is cancelled. */
export function cancellationOf(
  reservation: StatusSource & {
    readonly updatedAt: string
    readonly refund: { readonly amountCents: number; readonly feesCents: number } | null
  },
): Cancellation | null {
  if (bookingStatus(reservation) !== 'CANCELLED') return null
  const { cancellation, refund, updatedAt } = reservation
  const { reason, note, cancelledAt } = cancellation
  return {
    refund: refundKind(refund),
    // Cancellations by the operator may have a reason and no note.
    reason: note ?? (reason === null || reason === 'GUEST_REQUEST' ? null : lowerName(reason)),
    // A visit that was missed or is over is refunded without being cancelled.
    utcCancelledAt: utcSeconds(cancelledAt ?? updatedAt),
  }
}

/** How much of the payment a refund returns. */
function refundKind(
  refund: { readonly amountCents: number; readonly feesCents: number } | null,
): Cancellation['refund'] {
  if (!refund || refund.amountCents === 0) return 'NONE'
  return refund.feesCents === 0 ? 'FULL' : 'PARTIAL'
}
