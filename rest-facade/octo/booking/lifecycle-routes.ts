import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Static } from 'typebox'
import type { Facade } from '../../http/facade.ts'
import {
  AuthorizeBookingChangeDocument,
  CancelBookingDocument,
  ConfirmBookingDocument,
  type BookingFieldsFragment,
  type ConfirmReservationInput,
} from '../../generated/operations.ts'
import { invalidMember, responses } from '../errors.ts'
import { refuseNotOffered } from '../not-offered.ts'
import { requireCurrency } from '../pricing.ts'
import {
  bookingRequest,
  change,
  isKeyed,
  readBooking,
  respondWith,
  unitsSold,
  type BookingRequest,
} from './bookings.ts'
import { namesPerson } from './contact.ts'
import { extendHold } from './hold.ts'
import { cancelInput, confirmInput, refusedConfirmInput } from './input.ts'
import { isConfirmed, isOver, requireOnHold } from './rules.ts'
import { Booking, BookingPath, CancelBody, ConfirmBody, ExtendBody } from './schema.ts'
import { bookingStatus } from './status.ts'
import { participantsOf, requireUnitItems } from './unit-items.ts'

const tags = ['Bookings']

/**
 * Confirming, cancelling and extending. With an Idempotency-Key the state of the booking is checked only once the
 * operation was refused, so that a repeated request gets its first response.
 */
export function lifecycleRoutes(facade: Facade): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      '/bookings/:uuid/confirm',
      {
        config: { operation: AuthorizeBookingChangeDocument },
        schema: {
          tags,
          operationId: 'confirmBooking',
          summary: 'Confirm a booking that is on hold',
          description:
            'The total is recorded as paid to the reseller. A `contact` needs `fullName` or `firstName`; without `contact` the booking must have a name. Confirmed already, the booking is returned as it is.',
          params: BookingPath,
          body: ConfirmBody,
          response: responses(Booking, 'INVALID_BOOKING_UUID', 'INVALID_UNIT_ID', 'UNPROCESSABLE_ENTITY'),
        },
      },
      async (request, reply) => {
        const { uuid } = request.params
        const { body } = request
        const context = bookingRequest(facade, request, reply)
        requireCurrency(body.currency)
        refuseNotOffered(body)
        const before = await readBooking(context, uuid)
        if (!isKeyed(request) && isConfirmed(before, uuid)) return respondWith(context, before)
        const input =
          bookingStatus(before) === 'ON_HOLD'
            ? await checkedConfirmInput(context, body, before)
            : refusedConfirmInput(before)
        const confirmed = await change(
          context,
          { uuid },
          async () =>
            (await facade.executeOrThrow(request, reply, ConfirmBookingDocument, { input })).confirmReservation,
          (present) => (isConfirmed(present, uuid) ? present : undefined),
        )
        return respondWith(context, confirmed)
      },
    )

    app.post(
      '/bookings/:uuid/cancel',
      {
        config: { operation: AuthorizeBookingChangeDocument },
        schema: {
          tags,
          operationId: 'cancelBooking',
          summary: 'Cancel a booking or release a hold',
          description: 'Cancelled or expired already, the booking is returned as it is.',
          params: BookingPath,
          body: CancelBody,
          response: responses(Booking, 'INVALID_BOOKING_UUID', 'UNPROCESSABLE_ENTITY'),
        },
      },
      async (request, reply) => {
        const { uuid } = request.params
        const context = bookingRequest(facade, request, reply)
        const before = await readBooking(context, uuid)
        if (!isKeyed(request) && isOver(before)) return respondWith(context, before)
        const input = cancelInput(request.body, before)
        const cancelled = await change(
          context,
          { uuid },
          async () => (await facade.executeOrThrow(request, reply, CancelBookingDocument, { input })).cancelReservation,
          (present) => (isOver(present) ? present : undefined),
        )
        return respondWith(context, cancelled)
      },
    )

    app.post(
      '/bookings/:uuid/extend',
      {
        config: { operation: AuthorizeBookingChangeDocument },
        schema: {
          tags,
          operationId: 'extendBooking',
          summary: 'Extend the hold of a booking',
          params: BookingPath,
          body: ExtendBody,
          response: responses(Booking, 'INVALID_BOOKING_UUID', 'UNPROCESSABLE_ENTITY'),
        },
      },
      async (request, reply) => {
        const { uuid } = request.params
        const context = bookingRequest(facade, request, reply)
        const before = await readBooking(context, uuid)
        const extended = await extendHold(context, before, request.body.expirationMinutes, (present) => {
          requireOnHold(present, uuid)
          return undefined
        })
        return respondWith(context, extended)
      },
    )
  }
}

/** The input of a confirmation. Throws when neither the body nor the booking has a name. */
async function checkedConfirmInput(
  context: BookingRequest,
  { contact, unitItems, ...body }: Static<typeof ConfirmBody>,
  before: BookingFieldsFragment,
): Promise<ConfirmReservationInput> {
  if (!namesPerson(contact, before.guest))
    throw invalidMember('contact.fullName', { code: 'REQUIRED_WITHOUT', field: 'contact.firstName' })
  const participants =
    unitItems == null
      ? undefined
      : participantsOf(requireUnitItems(unitItems), {
          sold: await unitsSold(context, before),
          present: before.participants,
        })
  return confirmInput({ ...body, contact }, before, participants)
}
