import { localDateTime } from '../../../platform/values/clock.ts'
import type { AvailabilityInput } from '../generated/resolvers.ts'
import { availability } from './availability.ts'
import type { AvailabilityContext } from './context.ts'
import type { Availability, AvailableDay, Product, StoredCenoteQuery } from './product-days.ts'
import { dayAvailability, type CenoteTerms, type Day } from './slots.ts'

/** A cenote as the gateway passes it: with the fields of the catalog that `@requires` names. */
export interface CenoteReference extends Partial<CenoteTerms> {
  readonly id: string
  readonly pricing?: { readonly adultCents: number }
}

/** Days of a cenote. */
export interface CenoteAvailability extends Availability<StoredCenoteQuery, Day> {
  /** By the mutation that returns this; `Disruption` of disruption/. */
  readonly disruption?: object | null
}

export type CenoteDay = AvailableDay<StoredCenoteQuery, Day>

/** The terms a reference brought; they are there whenever the gateway plans a field that requires them. */
export function termsOf(cenote: CenoteReference): CenoteTerms {
  const { isActive, bookingCutoffMinutes, schedule, capacity } = cenote
  if (isActive === undefined || bookingCutoffMinutes === undefined || !schedule || !capacity)
    throw new Error('The terms of a cenote were not handed over')
  return { isActive, bookingCutoffMinutes, schedule, capacity }
}

/** A cenote whose days are requested. */
export function cenoteProduct(
  cenote: CenoteReference,
  { availability: loaders }: Pick<AvailabilityContext, 'availability'>,
): Product<StoredCenoteQuery, Day> {
  const terms = termsOf(cenote)
  const { id } = cenote
  return {
    id,
    terms,
    async read({ start, end }, visit) {
      return { ...visit, terms, inventory: await loaders.inventory.load({ productId: id, from: start, to: end }, id) }
    },
    day: dayAvailability,
  }
}

/** Availability of a cenote. Errors: AVAILABILITY_CHECK_FAILED, ERROR_VALIDACION. */
export const cenoteAvailability = (
  cenote: CenoteReference,
  input: AvailabilityInput,
  context: AvailabilityContext,
): Promise<CenoteAvailability> => availability(cenoteProduct(cenote, context), input, context)

/** People booked for today. */
export function bookedToday({ id, schedule }: CenoteReference, context: AvailabilityContext): Promise<number> {
  if (!schedule) throw new Error('The schedule of a cenote was not handed over')
  const { date } = localDateTime(context.clock.now(), schedule.timezone)
  return context.availability.booked.load({ productId: id, date })
}
