import type { Static } from 'typebox'
import { isLocalDate } from '../../../platform/values/clock.ts'
import {
  ListBookingsDocument,
  ReadBookingDocument,
  type BookingFieldsFragment,
  type ListBookingsQuery,
} from '../../generated/operations.ts'
import { ApiFailure } from '../../http/errors.ts'
import { badRequest, invalidMember } from '../errors.ts'
import { requireOption } from '../ids.ts'
import { findProduct, productVariables } from '../product/index.ts'
import { rememberProduct, type BookingRequest } from './bookings.ts'
import { productIdOf } from './input.ts'
import type { ListQuery } from './schema.ts'

const maxBookings = 1_000

interface Conditions {
  readonly resellerReference?: string
  readonly dateFrom?: string
  readonly dateTo?: string
}

/** The bookings that meet all filters of a query, oldest first. Throws BAD_REQUEST without one, and for too many. */
export async function listBookings(
  context: BookingRequest,
  query: Static<typeof ListQuery>,
): Promise<readonly BookingFieldsFragment[]> {
  const { supplierReference } = query
  const conditions = conditionsOf(query)
  if (query.optionId) requireOption(query.optionId)
  const product = query.productId
    ? await findProduct(context.facade, context.request, context.reply, query.productId)
    : undefined
  if (!supplierReference) return readPages(context, { ...conditions, ...(product ? productIdOf(product) : {}) })
  const booking = await findByReference(context, supplierReference)
  const isAmong = booking && meets(booking, conditions) && (product === undefined || booking.product.id === product.id)
  return isAmong ? [booking] : []
}

/** The conditions of a query on reservations. */
function conditionsOf(query: Static<typeof ListQuery>): Conditions {
  const { resellerReference, supplierReference, localDate, localDateStart, localDateEnd } = query
  for (const [name, date] of Object.entries({ localDate, localDateStart, localDateEnd }))
    if (date && !isLocalDate(date)) throw invalidMember(name, { code: 'NOT_A_DATE' })
  if (localDate && (localDateStart || localDateEnd))
    throw invalidMember('localDate', { code: 'NOT_WITH', field: localDateStart ? 'localDateStart' : 'localDateEnd' })
  if (Boolean(localDateStart) !== Boolean(localDateEnd))
    throw invalidMember(localDateStart ? 'localDateEnd' : 'localDateStart', { code: 'REQUIRED' })
  if (localDateStart && localDateEnd && localDateEnd < localDateStart)
    throw invalidMember('localDateEnd', { code: 'BEFORE', field: 'localDateStart' })
  if (!resellerReference && !supplierReference && !localDate && !localDateStart)
    throw badRequest({ key: 'FILTER_MISSING' })
  const [dateFrom, dateTo] = localDate ? [localDate, localDate] : [localDateStart, localDateEnd]
  return {
    ...(resellerReference ? { resellerReference } : {}),
    ...(dateFrom && dateTo ? { dateFrom, dateTo } : {}),
  }
}

const meets = (booking: BookingFieldsFragment, { resellerReference, dateFrom, dateTo }: Conditions): boolean =>
  (resellerReference === undefined || booking.resellerReference === resellerReference) &&
  (dateFrom === undefined || booking.visitDate >= dateFrom) &&
  (dateTo === undefined || booking.visitDate <= dateTo)

/** The booking with a supplier reference. Reservations are also found by their ids, which are not references. */
async function findByReference(context: BookingRequest, reference: string): Promise<BookingFieldsFragment | null> {
  const { facade, request, reply } = context
  try {
    const variables = { id: reference, ...productVariables(request) }
    const { reservation } = await facade.executeOrThrow(request, reply, ReadBookingDocument, variables)
    if (reservation?.bookingReference !== reference) return null
    rememberProduct(context, reservation)
    return reservation
  } catch (error) {
    if (error instanceof ApiFailure && error.status === 404) return null
    throw error
  }
}

async function readPages(context: BookingRequest, filter: Conditions): Promise<readonly BookingFieldsFragment[]> {
  const { facade, request, reply } = context
  const products = productVariables(request)
  const found: BookingFieldsFragment[] = []
  let after: string | null = null
  do {
    const variables = { filter, after, isFirst: after === null, ...products }
    const page: ListBookingsQuery = await facade.executeOrThrow(request, reply, ListBookingsDocument, variables)
    const { nodes, pageInfo, totalCount = 0 } = page.reservations
    if (totalCount > maxBookings) throw badRequest({ key: 'TOO_MANY_BOOKINGS', max: maxBookings })
    for (const booking of nodes) rememberProduct(context, booking)
    found.push(...nodes)
    after = pageInfo.hasNextPage ? pageInfo.endCursor : null
  } while (after !== null)
  return found
}
