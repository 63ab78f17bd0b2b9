import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Facade } from '../../facade.ts'
import {
  AuthorizeBookingChangeDocument,
  AuthorizeBookingSaleDocument,
  CancelBookingDocument,
  ConfirmBookingDocument,
} from '../../generated/operations.ts'
import { invalidMember, refusals } from '../errors.ts'
import { requireCurrency } from '../pricing.ts'
import { change, readBooking, respondWith, unitsSold } from './bookings.ts'
import { namesPerson } from './contact.ts'
import { extendHold } from './hold.ts'
import { cancelInput, confirmInput } from './input.ts'
import { isConfirmed, isOver, requireOnHold } from './rules.ts'
import { Booking, BookingPath, CancelBody, ConfirmBody, ExtendBody } from './schema.ts'
import { participantsOf, requireUnitItems } from './unit-items.ts'

const tags = ['Bookings']

/** Confirming, cancelling and extending; each repeated request responds with the booking as it is. */
export function lifecycleRoutes(facade: Facade): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      '/bookings/:uuid/confirm',
      {
        config: { operation: AuthorizeBookingSaleDocument },
        schema: {
          tags,
          operationId: 'confirmBooking',
          summary: 'Confirm a booking that is on hold',
          description:
            'The total is recorded as paid to the reseller. A `contact` needs `fullName` or `firstName`; without `contact` the booking must have a name. Confirmed already, the booking is returned as it is.',
          params: BookingPath,
          body: ConfirmBody,
          response: {
            200: Booking,
            ...refusals('INVALID_BOOKING_UUID', 'INVALID_UNIT_ID', 'UNPROCESSABLE_ENTITY'),
          },
        },
      },
      async (request, reply) => {
        const { uuid } = request.params
        const { body } = request
        const on = { facade, request, reply }
        requireCurrency(body.currency)
        const before = await readBooking(on, uuid)
        if (isConfirmed(before, uuid)) return respondWith(on, before)
        if (!namesPerson(body.contact, before.guest))
          throw invalidMember('contact.fullName', { code: 'REQUIRED_WITHOUT', field: 'contact.firstName' })
        const participants =
          body.unitItems == null
            ? undefined
            : participantsOf(requireUnitItems(body.unitItems), {
                sold: await unitsSold(on, before),
                present: before.participants,
              })
        const input = confirmInput(body, before, participants)
        const confirmed = await change(
          on,
          { uuid },
          async () =>
            (await facade.executeOrThrow(request, reply, ConfirmBookingDocument, { input })).confirmReservation,
          (present) => (isConfirmed(present, uuid) ? present : undefined),
        )
        return respondWith(on, confirmed)
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
          response: { 200: Booking, ...refusals('INVALID_BOOKING_UUID', 'UNPROCESSABLE_ENTITY') },
        },
      },
      async (request, reply) => {
        const { uuid } = request.params
        const on = { facade, request, reply }
        const before = await readBooking(on, uuid)
        if (isOver(before)) return respondWith(on, before)
        const input = cancelInput(request.body, before)
        const cancelled = await change(
          on,
          { uuid },
          async () => (await facade.executeOrThrow(request, reply, CancelBookingDocument, { input })).cancelReservation,
          (present) => (isOver(present) ? present : undefined),
        )
        return respondWith(on, cancelled)
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
          response: { 200: Booking, ...refusals('INVALID_BOOKING_UUID', 'UNPROCESSABLE_ENTITY') },
        },
      },
      async (request, reply) => {
        const { uuid } = request.params
        const on = { facade, request, reply }
        const before = await readBooking(on, uuid)
        requireOnHold(before, uuid)
        const extended = await extendHold(on, before, request.body.expirationMinutes, (present) => {
          requireOnHold(present, uuid)
          return undefined
        })
        return respondWith(on, extended)
      },
    )
  }
}
