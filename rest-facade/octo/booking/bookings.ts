import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import { isUuid } from '../../../platform/values/uuid.ts'
import { ApiFailure, ValidationFailure } from '../../errors.ts'
import type { Facade } from '../../facade.ts'
import { ReadBookingDocument, type BookingFieldsFragment } from '../../generated/operations.ts'
import { requestContextOf } from '../../request-context.ts'
import { hasCapability } from '../capabilities.ts'
import { invalidBooking, OctoFailure } from '../errors.ts'
import { unitIds, type UnitId } from '../ids.ts'
import { readProduct, type SoldProduct } from '../product/index.ts'
import { bookingFailure, type NamedIds } from './failures.ts'
import { bookingRepresentation } from './representation.ts'
import type { Booking } from './schema.ts'

/** One request about bookings. */
export interface BookingRequest {
  readonly facade: Facade
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** Whether an Idempotency-Key may have a stored response, which comes before the present state of the booking. */
export const isKeyed = ({ headers }: FastifyRequest): boolean => headers['idempotency-key'] !== undefined

/** The booking as the response to a request has it; the product only where it was not read with the reservation. */
export const respondWith = (
  { request }: BookingRequest,
  reservation: BookingFieldsFragment,
  product?: SoldProduct,
): Static<typeof Booking> =>
  bookingRepresentation(reservation, {
    product,
    testMode: requestContextOf(request).environment === 'sandbox',
    pricing: hasCapability(request, 'pricing'),
    now: new Date(),
  })

/** The reservation of a uuid. Throws INVALID_BOOKING_UUID, also for a booking reference. */
export async function readBooking(
  { facade, request, reply }: BookingRequest,
  uuid: string,
): Promise<BookingFieldsFragment> {
  if (!isUuid(uuid)) throw invalidBooking(uuid)
  const { reservation } = await reportingOctoFailures(request, { uuid }, () =>
    facade.executeOrThrow(request, reply, ReadBookingDocument, { id: uuid }),
  )
  if (!reservation) throw invalidBooking(uuid)
  return reservation
}

/** The units that can be booked in place of those of a booking; all when its product is not on sale any more. */
export async function unitsSold(
  { facade, request, reply }: BookingRequest,
  { product }: Pick<BookingFieldsFragment, 'product'>,
): Promise<readonly UnitId[]> {
  try {
    return (await readProduct(facade, request, reply, product.id)).units
  } catch (error) {
    if (error instanceof OctoFailure && error.code === 'INVALID_PRODUCT_ID') return unitIds
    throw error
  }
}

/** Runs an operation, whose failure is reported in the terms of OCTO. */
export async function reportingOctoFailures<T>(
  request: FastifyRequest,
  ids: NamedIds,
  run: () => Promise<T>,
): Promise<T> {
  try {
    return await run()
  } catch (error) {
    throw bookingFailure(error, request, ids)
  }
}

/**
 * Changes a reservation that was read. When it is refused, someone else may have changed the reservation first: then
 * `otherwise` decides by what it is now, and returns undefined to report the failure.
 */
export async function change(
  context: BookingRequest,
  ids: NamedIds & { readonly uuid: string },
  run: () => Promise<BookingFieldsFragment>,
  otherwise: (reservation: BookingFieldsFragment) => BookingFieldsFragment | undefined,
): Promise<BookingFieldsFragment> {
  try {
    return await run()
  } catch (error) {
    const result = isRefusal(error) ? otherwise(await readBooking(context, ids.uuid)) : undefined
    if (result) return result
    throw bookingFailure(error, context.request, ids)
  }
}

/** Codes that refuse the Idempotency-Key itself, not the change. */
const keyRefusals = ['IDEMPOTENCY_KEY_REUSED', 'IDEMPOTENCY_KEY_IN_USE']

const isRefusal = (error: unknown): boolean =>
  error instanceof ValidationFailure ||
  (error instanceof ApiFailure && [409, 422].includes(error.status) && !keyRefusals.includes(error.code))
