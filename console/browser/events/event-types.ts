import type { ReservationEventType } from '../generated/operations.ts'

/** Every type of event, in the order of a reservation's life. */
export const eventTypes: readonly ReservationEventType[] = [
  'RESERVATION_CREATED',
  'RESERVATION_CONFIRMED',
  'RESERVATION_MODIFIED',
  'RESERVATION_CHECKED_IN',
  'RESERVATION_COMPLETED',
  'RESERVATION_CANCELLED',
  'RESERVATION_EXPIRED',
  'RESERVATION_NO_SHOW',
  'RESERVATION_REFUNDED',
]
