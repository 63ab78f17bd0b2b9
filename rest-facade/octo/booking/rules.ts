import { invalidBooking, invalidMember, unprocessable } from '../errors.ts'
import { bookingStatus, isEnded, type StatusSource } from './status.ts'

const hasExpired = (uuid: string) => invalidBooking(uuid, { key: 'HOLD_EXPIRED' })
const isCancelled = () => unprocessable({ key: 'CANCELLED' })
const isRedeemed = () => unprocessable({ key: 'REDEEMED' })

/** Whether a booking is confirmed already, so that confirming it again changes nothing. Throws when it cannot be. */
export function isConfirmed(booking: StatusSource, uuid: string): boolean {
  switch (bookingStatus(booking)) {
    case 'EXPIRED':
      throw hasExpired(uuid)
    case 'CANCELLED':
      throw isCancelled()
    case 'ON_HOLD':
      return false
    default:
      return true
  }
}

/** Whether a booking holds nothing any more, so that cancelling it changes nothing. Throws when it cannot be cancelled. */
export function isOver(booking: StatusSource): boolean {
  if (bookingStatus(booking) === 'REDEEMED') throw isRedeemed()
  return isEnded(booking)
}

/** Throws unless a booking is on hold. */
export function requireOnHold(booking: StatusSource, uuid: string): void {
  const status = bookingStatus(booking)
  if (status === 'EXPIRED') throw hasExpired(uuid)
  if (status !== 'ON_HOLD') throw unprocessable({ key: 'NOT_ON_HOLD' })
}

/** Throws when a booking can no longer be changed. */
export function requireChangeable(booking: StatusSource): void {
  switch (bookingStatus(booking)) {
    case 'EXPIRED':
      throw unprocessable({ key: 'HOLD_EXPIRED' })
    case 'CANCELLED':
      throw isCancelled()
    case 'REDEEMED':
      throw isRedeemed()
    default:
  }
}

/** Throws BAD_REQUEST for a hold of less than a minute. */
export function requireMinutes(minutes: number): void {
  if (minutes < 1) throw invalidMember('expirationMinutes', { code: 'TOO_SMALL', min: 1 })
}
