import { localDateTimeNear } from '../../../platform/values/clock.ts'
import type { AvailabilityContext } from './context.ts'
import { productOf, type AvailableDay, type Product } from './product-days.ts'
import type { ProductTerms, Schedule, StopTerms } from './rules/product-terms.ts'
import type { Slot } from './rules/slots.ts'

/** A tour as the gateway passes it: with the fields of the catalog that `@requires` names. */
export interface TourReference extends Partial<
  Pick<ProductTerms, 'isActive' | 'timezone' | 'durationMinutes' | 'minParty' | 'bookingCutoffMinutes'>
> {
  readonly id: string
  readonly departures?: Schedule
  readonly stops?: readonly StopReference[]
  readonly pricing?: { readonly adultCents: number }
}

interface StopReference extends Omit<StopTerms, 'cenote'> {
  readonly cenote: {
    readonly isActive: boolean
    readonly stopSchedule: StopTerms['cenote']['schedule']
    readonly stopCapacity: StopTerms['cenote']['capacity']
  }
}

/** A departure with what its tour says of it. */
export interface ShownDeparture extends Slot {
  readonly endTime: string
  readonly minParty: number
}

/** A tour whose days are requested. */
export function tourProduct(
  { id, isActive, timezone, durationMinutes, minParty, bookingCutoffMinutes, departures, stops }: TourReference,
  context: Pick<AvailabilityContext, 'availability'>,
): Product {
  if (
    isActive === undefined ||
    timezone === undefined ||
    durationMinutes === undefined ||
    minParty === undefined ||
    bookingCutoffMinutes === undefined ||
    !departures ||
    !stops
  )
    throw new Error('The terms of a tour were not handed over')
  const terms = {
    isActive,
    timezone,
    durationMinutes,
    minParty,
    bookingCutoffMinutes,
    schedule: departures,
    stops: stops.map(({ cenote: { isActive, stopSchedule, stopCapacity }, ...stop }) => ({
      ...stop,
      cenote: { isActive, schedule: stopSchedule, capacity: stopCapacity },
    })),
  }
  return productOf(id, terms, context)
}

/** The departures of a day. */
export function shownDepartures({ date, timeSlots, of }: AvailableDay): ShownDeparture[] {
  const { timezone, minParty } = of.product.terms
  return timeSlots.map((slot) => ({
    ...slot,
    endTime: localDateTimeNear(date, slot.endsAt, timezone).time,
    minParty,
  }))
}
