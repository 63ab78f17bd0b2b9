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
const cachedMinutes = new WeakMap<Facade, { readonly minutes: number; readonly readAt: number }>()

/** The longest that a hold may last, in minutes. It is a setting of another process: read once a minute. */
export async function maxHoldMinutes({ facade, request, reply }: BookingRequest): Promise<number> {
  const cached = cachedMinutes.get(facade)
  const now = Date.now()
  if (cached && now < cached.readAt + lifetimeMilliseconds) return cached.minutes
  const { reservationPolicy } = await facade.executeOrThrow(request, reply, ReadHoldMinutesDocument, {})
  const minutes = reservationPolicy.holdMinutes
  cachedMinutes.set(facade, { minutes, readAt: now })
  return minutes
}

/**
 * Extends the hold of a booking, never shortens it. If that is refused, `otherwise` decides by the booking's present
 * state.
 */
export async function extendHold(
  context: BookingRequest,
  before: BookingFieldsFragment,
  given: number | null | undefined,
  otherwise: (present: BookingFieldsFragment) => BookingFieldsFragment | undefined,
): Promise<BookingFieldsFragment> {
  const { facade, request, reply } = context
  const minutes = given ?? defaultHoldMinutes(await maxHoldMinutes(context))
  const input = { id: before.id, minutes, keepsLaterEnd: true }
  return change(
    context,
    { uuid: uuidOf(before) },
    async () => (await facade.executeOrThrow(request, reply, ExtendBookingDocument, { input })).extendReservation,
    otherwise,
  )
}
