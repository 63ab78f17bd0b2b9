import { localDateTimeNear } from '../../../platform/values/clock.ts'
import { restrictions, type Restriction } from './availability.ts'
import type { AvailabilityContext } from './context.ts'
import type { Availability, AvailableDay, Product, StoredTourQuery } from './product-days.ts'
import { stopRanges } from './stops.ts'
import { tourDay, type DepartureSlot, type TourDay } from './tour-day.ts'
import type { StopTerms, TourTerms } from './tour-terms.ts'

/** A tour as the gateway passes it: with the fields of the catalog that `@requires` names. */
export interface TourReference extends Partial<Omit<TourTerms, 'stops'>> {
  readonly id: string
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

/** Days of a tour. */
export type TourAvailability = Availability<StoredTourQuery, TourDay>
export type AvailableTourDay = AvailableDay<StoredTourQuery, TourDay>

/** A departure with what its tour says of it. */
export interface ShownDeparture extends DepartureSlot {
  readonly endTime: string
  readonly minParty: number
}

/** The terms a reference brought. */
export function tourTermsOf(tour: TourReference): TourTerms {
  const { isActive, timezone, durationMinutes, minParty, bookingCutoffMinutes, departures, stops } = tour
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
  return {
    isActive,
    timezone,
    durationMinutes,
    minParty,
    bookingCutoffMinutes,
    departures,
    stops: stops.map(({ cenote: { isActive, stopSchedule, stopCapacity }, ...stop }) => ({
      ...stop,
      cenote: { isActive, schedule: stopSchedule, capacity: stopCapacity },
    })),
  }
}

/** A tour whose days are requested. */
export function tourProduct(
  tour: TourReference,
  { availability: { inventory: inventories } }: Pick<AvailabilityContext, 'availability'>,
): Product<StoredTourQuery, TourDay> {
  const terms = tourTermsOf(tour)
  const { id } = tour
  return {
    id,
    terms,
    async read(range, visit) {
      const [inventory, ...stops] = await Promise.all([
        inventories.load({ productId: id, from: range.start, to: range.end }, id),
        ...[...stopRanges(terms, range)].map(async ([cenoteId, { start, end }]) => {
          const stored = await inventories.load({ productId: cenoteId, from: start, to: end }, id)
          return [cenoteId, stored] as const
        }),
      ])
      return { ...visit, terms, inventory, stops: new Map(stops) }
    },
    day: tourDay,
  }
}

/** The departures of a day. */
export function shownDepartures({ date, timeSlots, of }: AvailableTourDay): ShownDeparture[] {
  const { timezone, minParty } = of.query.terms
  return timeSlots.map((slot) => ({
    ...slot,
    endTime: localDateTimeNear(date, slot.endsAt, timezone).time,
    minParty,
  }))
}

/** Those of the tour itself, and the closures of cenotes that close its departures. */
export function tourRestrictions(
  availability: TourAvailability,
  { language }: Pick<AvailabilityContext, 'language'>,
): Restriction[] {
  const { query, days } = availability
  const ofStops = [...query.stops].flatMap(([cenoteId, { closures }]) =>
    closures.map((closure) => ({
      type: closure.reason,
      message: closure.message[language],
      datesAffected: days
        .filter(({ timeSlots }) =>
          timeSlots.some(
            ({ stop }) => stop?.cenoteId === cenoteId && closure.startDate <= stop.date && stop.date <= closure.endDate,
          ),
        )
        .map(({ date }) => date),
    })),
  )
  return [
    ...restrictions(availability, { language }),
    ...ofStops.filter(({ datesAffected }) => datesAffected.length > 0),
  ]
}
