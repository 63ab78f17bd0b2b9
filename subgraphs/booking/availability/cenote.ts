import { localDateTime } from '../../../platform/values/clock.ts'
import type { AvailabilityInput } from '../generated/resolvers.ts'
import { availability } from './availability.ts'
import type { AvailabilityContext } from './context.ts'
import { productOf, type Availability, type Product } from './product-days.ts'
import { termsOfCenote, type CenoteTerms } from './rules/product-terms.ts'

/** A cenote as the gateway passes it: with the fields of the catalog that `@requires` names. */
export interface CenoteReference extends Partial<CenoteTerms> {
  readonly id: string
  readonly pricing?: { readonly adultCents: number }
}

/** Days of a cenote. */
export interface CenoteAvailability extends Availability {
  /** By the mutation that returns this; `Disruption` of disruption/. */
  readonly disruption?: object | null
}

/** A cenote whose days are requested; its terms are there whenever the gateway plans a field that requires them. */
export function cenoteProduct(
  { id, isActive, bookingCutoffMinutes, schedule, capacity }: CenoteReference,
  context: Pick<AvailabilityContext, 'availability'>,
): Product {
  if (isActive === undefined || bookingCutoffMinutes === undefined || !schedule || !capacity)
    throw new Error('The terms of a cenote were not handed over')
  return productOf(id, termsOfCenote({ isActive, bookingCutoffMinutes, schedule, capacity }), context)
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
