import type { Facade } from '../../http/facade.ts'
import {
  ExtendBookingDocument,
  ReadHoldMinutesDocument,
  type BookingFieldsFragment,
} from '../../generated/operations.ts'
import { change, type BookingRequest } from './bookings.ts'
import { uuidOf } from './representation.ts'
import { requireMinutes } from './rules.ts'

const defaultMinutes = 30
const lifetimeMilliseconds = 60_000
const cachedMinutes = new WeakMap<Facade, { readonly minutes: number; readonly readAt: number }>()

/** The longest that a hold may last, in minutes. It is a setting of another process: read once a minute. */
async function maxHoldMinutes({ facade, request, reply }: BookingRequest): Promise<number> {
  const cached = cachedMinutes.get(facade)
  const now = Date.now()
  if (cached && now < cached.readAt + lifetimeMilliseconds) return cached.minutes
  const { reservationPolicy } = await facade.executeOrThrow(request, reply, ReadHoldMinutesDocument, {})
  const minutes = reservationPolicy.holdMinutes
  cachedMinutes.set(facade, { minutes, readAt: now })
  return minutes
}

/** The minutes of a requested hold: 30 by default, and never more than the maximum. Throws BAD_REQUEST below a minute. */
export async function holdMinutesOf(context: BookingRequest, given: number | null | undefined): Promise<number> {
  if (given != null) requireMinutes(given)
  return Math.min(given ?? defaultMinutes, await maxHoldMinutes(context))
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
  const minutes = await holdMinutesOf(context, given)
  const input = { id: before.id, minutes, keepsLaterEnd: true }
  return change(
    context,
    { uuid: uuidOf(before) },
    async () => (await facade.executeOrThrow(request, reply, ExtendBookingDocument, { input })).extendReservation,
    otherwise,
  )
}
