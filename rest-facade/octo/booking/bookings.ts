import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import { isUuid } from '../../../platform/values/uuid.ts'
import { ApiFailure, ValidationFailure } from '../../http/errors.ts'
import type { Facade } from '../../http/facade.ts'
import {
  ReadBookingDocument,
  type BookingFieldsFragment,
  type ReadBookingFieldsFragment,
} from '../../generated/operations.ts'
import { requestContextOf } from '../../http/request-context.ts'
import { hasCapability } from '../capabilities.ts'
import { invalidBooking, invalidProduct } from '../errors.ts'
import { unitIds, type UnitId } from '../ids.ts'
import {
  productVariables,
  readAnyProduct,
  readProduct,
  soldCenote,
  soldTour,
  type SoldProduct,
} from '../product/index.ts'
import { bookingFailure, type NamedIds } from './failures.ts'
import { bookingRepresentation } from './representation.ts'
import type { Booking } from './schema.ts'

/** One request about bookings. */
export interface BookingRequest {
  readonly facade: Facade
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** The products that were read for it, by id. */
  readonly products: Map<string, SoldProduct>
}

export const bookingRequest = (facade: Facade, request: FastifyRequest, reply: FastifyReply): BookingRequest => ({
  facade,
  request,
  reply,
  products: new Map(),
})

/** Whether an Idempotency-Key may have a stored response, which comes before the present state of the booking. */
export const isKeyed = ({ headers }: FastifyRequest): boolean => headers['idempotency-key'] !== undefined

/** The booking as the response to a request has it. */
export async function respondWith(
  context: BookingRequest,
  reservation: BookingFieldsFragment,
): Promise<Static<typeof Booking>> {
  const { request } = context
  return bookingRepresentation(reservation, {
    product: await bookedProduct(context, reservation),
    testMode: requestContextOf(request).environment === 'sandbox',
    pricing: hasCapability(request, 'pricing'),
    now: new Date(),
  })
}

/** The product of a booking. It is read again where someone else moved the booking to another one meanwhile. */
async function bookedProduct(
  { facade, request, reply, products }: BookingRequest,
  { product: { __typename, id } }: Pick<BookingFieldsFragment, 'product'>,
): Promise<SoldProduct> {
  const type = __typename === 'Tour' ? 'tour' : 'cenote'
  const product = products.get(id) ?? (await readAnyProduct(facade, request, reply, { type, id }))
  if (!product) throw invalidProduct(id)
  return product
}

/** Remembers the product of a booking that was read. */
export function rememberProduct({ request, products }: BookingRequest, booking: ReadBookingFieldsFragment): void {
  const { product, cenote, tour } = booking
  if (products.has(product.id)) return
  if (cenote) products.set(product.id, soldCenote(request, cenote))
  else if (tour) products.set(product.id, soldTour(request, tour))
}

/** The active product that an id names, which the booking is to have. Throws INVALID_PRODUCT_ID. */
export async function readProductOf(context: BookingRequest, productId: string): Promise<SoldProduct> {
  const { facade, request, reply, products } = context
  const product = await readProduct(facade, request, reply, productId)
  products.set(product.id, product)
  return product
}

/** The reservation of a uuid. Throws INVALID_BOOKING_UUID, also for a booking reference. */
export async function readBooking(context: BookingRequest, uuid: string): Promise<BookingFieldsFragment> {
  if (!isUuid(uuid)) throw invalidBooking(uuid)
  const { facade, request, reply } = context
  const { reservation } = await reportingOctoFailures(request, { uuid }, () =>
    facade.executeOrThrow(request, reply, ReadBookingDocument, { id: uuid, ...productVariables(request) }),
  )
  if (!reservation) throw invalidBooking(uuid)
  rememberProduct(context, reservation)
  return reservation
}

/** The units that can be booked in place of those of a booking; all when its product is not on sale any more. */
export async function unitsSold(context: BookingRequest, booking: BookingFieldsFragment): Promise<readonly UnitId[]> {
  const { isActive, units } = await bookedProduct(context, booking)
  return isActive ? units : unitIds
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
