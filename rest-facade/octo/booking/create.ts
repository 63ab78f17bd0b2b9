import type { Static } from 'typebox'
import type { ExecuteOptions } from '../../http/facade.ts'
import { CreateBookingDocument, type CreateBookingMutation } from '../../generated/operations.ts'
import { parseAvailabilityId, requireOption } from '../ids.ts'
import type { SoldProduct } from '../product/index.ts'
import { readProductOf, reportingOctoFailures, type BookingRequest } from './bookings.ts'
import { holdMinutesOf } from './hold.ts'
import { createInput, type BookingParts } from './input.ts'
import type { CreateBody } from './schema.ts'
import { participantsOf, requireUnitItems } from './unit-items.ts'

/** Reads and checks what a creation books. The error names the id that is not sold. */
export async function checkedParts(
  context: BookingRequest,
  { productId, optionId, availabilityId, unitItems }: Static<typeof CreateBody>,
): Promise<BookingParts & { readonly product: SoldProduct }> {
  const product = await readProductOf(context, productId)
  requireOption(optionId)
  const participants = participantsOf(requireUnitItems(unitItems), { sold: product.units })
  return { product, participants, start: parseAvailabilityId(availabilityId, product.timeZone) }
}

/** Creates a booking, or returns the one that an earlier request with the same uuid created from the same parts. */
export async function createBooking(
  context: BookingRequest,
  body: Static<typeof CreateBody>,
  parts: BookingParts,
  options: ExecuteOptions = {},
): Promise<CreateBookingMutation['createReservation']> {
  const { facade, request, reply } = context
  const { uuid, productId, availabilityId } = body
  const holdMinutes = await holdMinutesOf(context, body.expirationMinutes)
  const input = createInput(body, parts, holdMinutes, request)
  const { createReservation } = await reportingOctoFailures(
    request,
    { uuid: uuid ?? undefined, productId, availabilityId },
    () => facade.executeOrThrow(request, reply, CreateBookingDocument, { input }, options),
  )
  return createReservation
}
