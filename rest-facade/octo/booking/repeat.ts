import type { Static } from 'typebox'
import { isUuid } from '../../../platform/values/uuid.ts'
import type { BookingFieldsFragment } from '../../generated/operations.ts'
import { OctoFailure } from '../errors.ts'
import { defaultOption, unitIdOf, writeAvailabilityId } from '../ids.ts'
import { readBooking, type BookingRequest } from './bookings.ts'
import type { CreateBody } from './schema.ts'

type Wanted = Pick<Static<typeof CreateBody>, 'productId' | 'optionId' | 'availabilityId' | 'unitItems'>
type Made = Pick<BookingFieldsFragment, 'product' | 'visitDate' | 'visitTime' | 'timezone' | 'participants'>

/** The booking that an earlier request with the same uuid made of what a creation wants; undefined for none. */
export async function madeBefore(
  on: BookingRequest,
  body: Static<typeof CreateBody>,
): Promise<BookingFieldsFragment | undefined> {
  if (body.uuid == null || !isUuid(body.uuid)) return undefined
  try {
    const booking = await readBooking(on, body.uuid)
    return isSameWork(body, booking) ? booking : undefined
  } catch (error) {
    if (error instanceof OctoFailure) return undefined
    throw error
  }
}

/** Whether a booking has the product, the start and the party that a creation wants. */
export function isSameWork({ productId, optionId, availabilityId, unitItems }: Wanted, booking: Made): boolean {
  const { product, visitDate: date, visitTime: time, timezone, participants } = booking
  const wanted = (unitItems ?? []).map(({ unitId }) => unitId).sort()
  const booked = participants.map(({ category }): string => unitIdOf(category)).sort()
  return (
    productId.toLowerCase() === product.id &&
    optionId === defaultOption &&
    availabilityId === writeAvailabilityId({ date, time }, timezone) &&
    wanted.join() === booked.join()
  )
}
