import { ReservationStatus as StatusEnum } from './generated/enums.ts'

/** States of a reservation, as REST, webhooks and the database write them (docs/partner-api/reservations.md#lifecycle). */
export type ReservationStatus = Lowercase<(typeof StatusEnum)[number]>

export const reservationStatuses = StatusEnum.map((name) => name.toLowerCase() as ReservationStatus)

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
