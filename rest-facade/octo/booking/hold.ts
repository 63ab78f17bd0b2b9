import type { Facade } from '../../facade.ts'
import {
  ExtendBookingDocument,
  ReadHoldMinutesDocument,
  type BookingFieldsFragment,
} from '../../generated/operations.ts'
import { change, type BookingRequest } from './bookings.ts'
import { uuidOf } from './representation.ts'
import { defaultHoldMinutes } from './rules.ts'

const lifetimeMilliseconds = 60_000
const known = new WeakMap<Facade, { readonly minutes: number; readonly readAt: number }>()

/** The longest that a hold may last, in minutes. It is a setting of another process: read once a minute. */
export async function maxHoldMinutes({ facade, request, reply }: BookingRequest): Promise<number> {
  const remembered = known.get(facade)
  const now = Date.now()
  if (remembered && now < remembered.readAt + lifetimeMilliseconds) return remembered.minutes
  const { reservationPolicy } = await facade.executeOrThrow(request, reply, ReadHoldMinutesDocument, {})
  const minutes = reservationPolicy.holdMinutes
  known.set(facade, { minutes, readAt: now })
  return minutes
}

/**
 * Extends the hold of a booking, which never ends earlier by it. `otherwise` decides when it is refused, by what the
 * booking is then.
 */
export async function extendHold(
  on: BookingRequest,
  before: BookingFieldsFragment,
  given: number | null | undefined,
  otherwise: (present: BookingFieldsFragment) => BookingFieldsFragment | undefined,
): Promise<BookingFieldsFragment> {
  const { facade, request, reply } = on
  const minutes = given ?? defaultHoldMinutes(await maxHoldMinutes(on))
  const input = { id: before.id, minutes, keepsLaterEnd: true }
  return change(
    on,
    { uuid: uuidOf(before) },
    async () => (await facade.executeOrThrow(request, reply, ExtendBookingDocument, { input })).extendReservation,
    otherwise,
  )
}
