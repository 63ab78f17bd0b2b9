import type { Static } from 'typebox'
import { isUuid } from '../../../platform/values/uuid.ts'
import type { BookingFieldsFragment } from '../../generated/operations.ts'
import { ValidationFailure } from '../../http/errors.ts'
import { OctoFailure } from '../errors.ts'
import { requireOption, startOfAvailability, unitIds, writeAvailabilityId } from '../ids.ts'
import { findProduct } from '../product/index.ts'
import { readBooking, type BookingRequest } from './bookings.ts'
import { createBooking } from './create.ts'
import type { BookingParts } from './input.ts'
import type { CreateBody } from './schema.ts'
import { participantsOf, requireUnitItems } from './unit-items.ts'

/**
 * The booking, as it is now, that an earlier creation with the same uuid has made of the same product, start and party;
 * undefined for none. They need not be sold any more, and the booking may have others since.
 */
export async function existingBooking(
  context: BookingRequest,
  body: Static<typeof CreateBody>,
): Promise<BookingFieldsFragment | undefined> {
  if (body.uuid == null || !isUuid(body.uuid)) return undefined
  try {
    const booking = await readBooking(context, body.uuid)
    const parts = await namedParts(context, body)
    const isElsewhere = booking.product.id !== parts.product.id
    if (!isElsewhere && writeAvailabilityId(parts.start, booking.timezone) !== body.availabilityId) return undefined
    // With a uuid that is taken nothing is created: the request is compared with the first creation.
    const { id } = await createBooking(context, body, parts, { ignoresIdempotencyKey: true })
    return await readBooking(context, id)
  } catch (error) {
    if (error instanceof OctoFailure || error instanceof ValidationFailure) return undefined
    throw error
  }
}

/** The parts that a creation names, whether or not they are sold. */
async function namedParts(
  { facade, request, reply }: BookingRequest,
  { productId, optionId, availabilityId, unitItems }: Static<typeof CreateBody>,
): Promise<BookingParts> {
  requireOption(optionId)
  const participants = participantsOf(requireUnitItems(unitItems), { sold: unitIds })
  const product = await findProduct(facade, request, reply, productId)
  return { product, participants, start: startOfAvailability(availabilityId) }
}
