import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Facade } from '../../http/facade.ts'
import { AuthorizeBookingChangeDocument, type BookingFieldsFragment } from '../../generated/operations.ts'
import { invalidUnit, responses } from '../errors.ts'
import { parseAvailabilityId, requireOption, unitIdOf } from '../ids.ts'
import { refuseNotOffered } from '../not-offered.ts'
import { requireCurrency } from '../pricing.ts'
import type { SoldProduct } from '../product/index.ts'
import { withBalancePaid } from './balance.ts'
import { bookingRequest, isKeyed, readBooking, readProductOf, respondWith, unitsSold } from './bookings.ts'
import { holdMinutesOf } from './hold.ts'
import { modifyInput } from './input.ts'
import { modifyBooking } from './modify.ts'
import { requireChangeable } from './rules.ts'
import { Booking, BookingPath, UpdateBody } from './schema.ts'
import { bookingStatus } from './status.ts'
import { participantsOf, requireUnitItems } from './unit-items.ts'

/** PATCH /bookings/{uuid}. */
export function updateRoute(facade: Facade): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.patch(
      '/bookings/:uuid',
      {
        config: { operation: AuthorizeBookingChangeDocument },
        schema: {
          tags: ['Bookings'],
          operationId: 'updateBooking',
          summary: 'Change a booking',
          description:
            'On hold, and confirmed while `cancellable`. Members that are absent stay as they are; null clears notes, references and members of the contact, but no name, e-mail address or telephone number. What becomes more expensive once it is confirmed is recorded as paid to the reseller.',
          params: BookingPath,
          body: UpdateBody,
          response: responses(
            Booking,
            'INVALID_BOOKING_UUID',
            'INVALID_PRODUCT_ID',
            'INVALID_OPTION_ID',
            'INVALID_UNIT_ID',
            'INVALID_AVAILABILITY_ID',
            'UNPROCESSABLE_ENTITY',
          ),
        },
      },
      async (request, reply) => {
        const { uuid } = request.params
        const { body } = request
        const context = bookingRequest(facade, request, reply)
        requireCurrency(body.currency)
        refuseNotOffered(body)
        const before = await readBooking(context, uuid)
        if (!isKeyed(request)) requireChangeable(before)
        const { productId, availabilityId, unitItems } = body
        // After the confirmation there is no hold to extend.
        const expirationMinutes = bookingStatus(before) === 'ON_HOLD' ? body.expirationMinutes : undefined
        // The present product of the booking is no change.
        const product =
          productId == null || productId.toLowerCase() === before.product.id
            ? undefined
            : await readProductOf(context, productId)
        if (body.optionId != null) requireOption(body.optionId)
        const holdMinutes = expirationMinutes == null ? undefined : await holdMinutesOf(context, expirationMinutes)
        if (product && unitItems == null) requirePartySold(product, before)
        const participants =
          unitItems == null
            ? undefined
            : participantsOf(requireUnitItems(unitItems), {
                sold: product?.units ?? (await unitsSold(context, before)),
                present: before.participants,
              })
        const start =
          availabilityId == null ? undefined : parseAvailabilityId(availabilityId, product?.timeZone ?? before.timezone)
        const modified = await modifyBooking(
          context,
          before,
          { uuid, productId: productId ?? undefined, availabilityId: availabilityId ?? undefined },
          {
            changes: modifyInput(body, before, { product, start, participants }),
            holdMinutes,
            isKeyed: isKeyed(request),
          },
        )
        return respondWith(context, await withBalancePaid(context, modified))
      },
    )
  }
}

/** Throws INVALID_UNIT_ID when a product does not sell the unit of a person of the party. */
function requirePartySold({ units }: SoldProduct, { participants }: BookingFieldsFragment): void {
  const notSold = participants.map(({ category }) => unitIdOf(category)).find((unitId) => !units.includes(unitId))
  if (notSold) throw invalidUnit(notSold)
}
