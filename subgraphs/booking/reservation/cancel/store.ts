import { randomUUID } from 'node:crypto'
import type { PoolClient } from '../../../../platform/postgres/database.ts'
import type { Moment } from '../../../../platform/trust/author.ts'
import type { RequestedCancellationReason } from '../../../../schema/reservation-statuses.ts'
import type { Reservation, StoredRefund } from '../reservation.ts'
import { isOperatorReason } from '../rules/cancellation.ts'
import { updateReservation } from '../store/update.ts'

export interface CancellationRecord {
  readonly reason: RequestedCancellationReason
  readonly note: string | null
  readonly refund: StoredRefund
}

/** Stores a cancellation with its refund, and the event reservation.cancelled. */
export const saveCancellation = (
  client: PoolClient,
  reservation: Reservation,
  { reason, note, refund }: CancellationRecord,
  { at, by }: Moment,
): Promise<Reservation> =>
  updateReservation(
    client,
    reservation,
    {
      status: 'cancelled',
      cancellation: {
        reason,
        cancelledAt: at.toISOString(),
        cancelledBy: isOperatorReason(reason) ? 'operator' : 'guest',
        note,
      },
      refund: refund.eligible ? { ...refund, refundId: randomUUID() } : refund,
    },
    { event: 'reservation.cancelled', at, by, note },
  )
