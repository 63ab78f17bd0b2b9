/** States of a reservation, as REST, webhooks and the database write them (docs/partner-api/reservations.md#lifecycle). */
export const reservationStatuses = [
  'pending',
  'confirmed',
  'in_progress',
  'completed',
  'cancelled',
  'no_show',
  'refunded',
] as const
export type ReservationStatus = (typeof reservationStatuses)[number]

/** Why a reservation is cancelled by somebody (docs/partner-api/reservations.md#cancelling). */
export const cancellationReasons = [
  'guest_request',
  'weather',
  'maintenance',
  'capacity_issue',
  'force_majeure',
] as const
export type RequestedCancellationReason = (typeof cancellationReasons)[number]

/** Why a reservation was cancelled; that its hold has ended is only read. */
export const shownCancellationReasons = [...cancellationReasons, 'hold_expired'] as const
export type CancellationReason = (typeof shownCancellationReasons)[number]
