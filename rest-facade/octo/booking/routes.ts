import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { turn } from '../../../platform/process/turn.ts'
import { isUuid } from '../../../platform/values/uuid.ts'
import type { Facade } from '../../http/facade.ts'
import {
  AuthorizeBookingChangeDocument,
  ListBookingsDocument,
  ReadBookingDocument,
} from '../../generated/operations.ts'
import { invalidBooking, OctoFailure, responses } from '../errors.ts'
import { refuseNotOffered } from '../not-offered.ts'
import { requireCurrency } from '../pricing.ts'
import { bookingRequest, readBooking, respondWith } from './bookings.ts'
import { checkedParts, createBooking } from './create.ts'
import { lifecycleRoutes } from './lifecycle-routes.ts'
import { listBookings } from './list.ts'
import { existingBooking } from './repeat.ts'
import { Booking, BookingPath, CreateBody, ListQuery } from './schema.ts'
import { updateRoute } from './update-route.ts'

const tags = ['Bookings']

/** Bookings. */
export function bookingRoutes(facade: Facade): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      '/bookings',
      {
        config: { operation: AuthorizeBookingChangeDocument },
        schema: {
          tags,
          operationId: 'createBooking',
          summary: 'Hold places for a booking',
          body: CreateBody,
          response: responses(
            Booking,
            'INVALID_PRODUCT_ID',
            'INVALID_OPTION_ID',
            'INVALID_UNIT_ID',
            'INVALID_AVAILABILITY_ID',
            'INVALID_BOOKING_UUID',
            'UNPROCESSABLE_ENTITY',
          ),
        },
      },
      async (request, reply) => {
        const { body } = request
        const { uuid } = body
        const context = bookingRequest(facade, request, reply)
        refuseNotOffered(body)
        if (uuid != null && !isUuid(uuid)) throw invalidBooking(uuid, { key: 'UUID_MALFORMED' })
        const parts = await checkedParts(context, body).catch(async (error: unknown) => {
          // What was booked before may not be sold any more: the booking is the response to its creation all the same.
          const existing = error instanceof OctoFailure ? await existingBooking(context, body) : undefined
          if (existing) return { existing }
          throw error
        })
        if ('existing' in parts) return respondWith(context, parts.existing)
        requireCurrency(body.currency)
        const created = await createBooking(context, body, parts)
        if (created.isNew) return respondWith(context, created)
        // It was made before, and may have been confirmed since.
        return respondWith(context, await readBooking(context, created.id))
      },
    )

    app.get(
      '/bookings',
      {
        config: { operation: ListBookingsDocument },
        schema: {
          tags,
          operationId: 'listBookings',
          summary: 'List bookings',
          description:
            'Oldest first, at most 1,000. Needs `resellerReference`, `supplierReference`, `localDate`, or both `localDateStart` and `localDateEnd`; all that are given must hold.',
          querystring: ListQuery,
          response: responses(
            Type.Array(Booking, { description: 'The bookings.' }),
            'INVALID_PRODUCT_ID',
            'INVALID_OPTION_ID',
          ),
        },
      },
      async (request, reply) => {
        const context = bookingRequest(facade, request, reply)
        const reservations = await listBookings(context, request.query)
        const respond = async (reservation: (typeof reservations)[number]) => {
          if (turn.isOver) await turn.next()
          return respondWith(context, reservation)
        }
        return Promise.all(reservations.map(respond))
      },
    )

    app.get(
      '/bookings/:uuid',
      {
        config: { operation: ReadBookingDocument },
        schema: {
          tags,
          operationId: 'readBooking',
          summary: 'Read a booking',
          params: BookingPath,
          response: responses(Booking, 'INVALID_BOOKING_UUID'),
        },
      },
      async (request, reply) => {
        const context = bookingRequest(facade, request, reply)
        return respondWith(context, await readBooking(context, request.params.uuid))
      },
    )

    await app.register(updateRoute(facade))
    await app.register(lifecycleRoutes(facade))
  }
}
