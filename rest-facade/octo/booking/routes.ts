import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type, type Static } from 'typebox'
import type { LocalDateTime } from '../../../platform/values/clock.ts'
import { isUuid } from '../../../platform/values/uuid.ts'
import type { Facade } from '../../facade.ts'
import {
  AuthorizeBookingSaleDocument,
  CreateBookingDocument,
  ListBookingsDocument,
  ReadBookingDocument,
  type ParticipantInput,
} from '../../generated/operations.ts'
import { invalidBooking, OctoFailure, refusals } from '../errors.ts'
import { parseAvailabilityId, requireOption } from '../ids.ts'
import { requireCurrency } from '../pricing.ts'
import { readProduct, type SoldProduct } from '../product/index.ts'
import { inTermsOfOcto, readBooking, respondWith, type BookingRequest } from './bookings.ts'
import { maxHoldMinutes } from './hold.ts'
import { createInput } from './input.ts'
import { lifecycleRoutes } from './lifecycle-routes.ts'
import { listBookings } from './list.ts'
import { madeBefore } from './repeat.ts'
import { usualMinutes } from './rules.ts'
import { Booking, BookingPath, CreateBody, ListQuery } from './schema.ts'
import { participantsOf, requireUnitItems } from './unit-items.ts'
import { updateRoute } from './update-route.ts'

const tags = ['Bookings']

/** Bookings. */
export function bookingRoutes(facade: Facade): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      '/bookings',
      {
        config: { operation: AuthorizeBookingSaleDocument },
        schema: {
          tags,
          operationId: 'createBooking',
          summary: 'Hold places for a booking',
          body: CreateBody,
          response: {
            200: Booking,
            ...refusals(
              'INVALID_PRODUCT_ID',
              'INVALID_OPTION_ID',
              'INVALID_UNIT_ID',
              'INVALID_AVAILABILITY_ID',
              'INVALID_BOOKING_UUID',
              'UNPROCESSABLE_ENTITY',
            ),
          },
        },
      },
      async (request, reply) => {
        const { body } = request
        const { uuid, productId, availabilityId } = body
        const on = { facade, request, reply }
        if (uuid != null && !isUuid(uuid)) throw invalidBooking(uuid, { key: 'UUID_MALFORMED' })
        const work = await workOf(on, body).catch(async (error: unknown) => {
          // What was booked before may not be sold any more: the booking is the response to its creation all the same.
          const made = error instanceof OctoFailure ? await madeBefore(on, body) : undefined
          if (made) return { made }
          throw error
        })
        if ('made' in work) return respondWith(on, work.made)
        requireCurrency(body.currency)
        const holdMinutes = body.expirationMinutes ?? usualMinutes(await maxHoldMinutes(on))
        const input = createInput(body, work, holdMinutes, request)
        const { createReservation } = await inTermsOfOcto(
          request,
          { uuid: uuid ?? undefined, productId, availabilityId },
          () => facade.executeOrThrow(request, reply, CreateBookingDocument, { input }),
        )
        if (createReservation.isNew) return respondWith(on, createReservation, work.product)
        // It was made before, and may have been confirmed since.
        return respondWith(on, await readBooking(on, createReservation.id))
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
          response: {
            200: Type.Array(Booking, { description: 'The bookings.' }),
            ...refusals('INVALID_PRODUCT_ID', 'INVALID_OPTION_ID'),
          },
        },
      },
      async (request, reply) => {
        const on = { facade, request, reply }
        const reservations = await listBookings(on, request.query)
        return reservations.map((reservation) => respondWith(on, reservation))
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
          response: { 200: Booking, ...refusals('INVALID_BOOKING_UUID') },
        },
      },
      async (request, reply) => {
        const on = { facade, request, reply }
        return respondWith(on, await readBooking(on, request.params.uuid))
      },
    )

    await app.register(updateRoute(facade))
    await app.register(lifecycleRoutes(facade))
  }
}

interface Work {
  readonly product: SoldProduct
  readonly start: LocalDateTime
  readonly participants: ParticipantInput[]
}

/** Reads and checks what a creation books. Throws a code that names the id that is not sold. */
async function workOf(
  { facade, request, reply }: BookingRequest,
  { productId, optionId, availabilityId, unitItems }: Static<typeof CreateBody>,
): Promise<Work> {
  const product = await readProduct(facade, request, reply, productId)
  requireOption(optionId)
  const participants = participantsOf(requireUnitItems(unitItems), { sold: product.units })
  return { product, participants, start: parseAvailabilityId(availabilityId, product.timeZone) }
}
