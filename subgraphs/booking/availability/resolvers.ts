import type { Resolvers } from '../generated/resolvers.ts'
import { availability, availableWithin, nextAvailableAfter, recommendations, restrictions } from './availability.ts'
import { bookedToday, cenoteAvailability, cenoteProduct, type CenoteReference } from './cenote.ts'
import type { AvailabilityContext } from './context.ts'
import { isInClosure } from './rules/inventory.ts'
import { productCalendar } from './product-calendar.ts'
import type { Availability, AvailableDay } from './product-days.ts'
import type { Day, Slot } from './rules/slots.ts'
import { shownDepartures, tourProduct, type TourReference } from './tour.ts'

type Types = Resolvers<AvailabilityContext>

const soonDays = 7

const cenote: Types['Cenote'] = {
  availability: (cenote, { input }, context) => cenoteAvailability(cenote, input, context),
  calendar: (cenote, { input }, context) =>
    productCalendar(cenoteProduct(cenote, context), cenote.pricing, input, context),
  availableToday: (cenote, _arguments, context) => availableWithin(1, cenoteProduct(cenote, context), context),
  availableSoon: (cenote, _arguments, context) => availableWithin(soonDays, cenoteProduct(cenote, context), context),
  bookedToday: (cenote, _arguments, context) => bookedToday(cenote, context),
}

const tour: Types['Tour'] = {
  availability: (tour, { input }, context) => availability(tourProduct(tour, context), input, context),
  calendar: (tour, { input }, context) => productCalendar(tourProduct(tour, context), tour.pricing, input, context),
  availableToday: (tour, _arguments, context) => availableWithin(1, tourProduct(tour, context), context),
  availableSoon: (tour, _arguments, context) => availableWithin(soonDays, tourProduct(tour, context), context),
}

/** A day with a price: one that is sold. */
const isSold = ({ capacity, reason }: Day): boolean => capacity !== null && reason !== 'maintenance'

function closureOf(
  { date, reason, of: { query } }: AvailableDay,
  { language }: Pick<AvailabilityContext, 'language'>,
): { reason: string; message: string } | null {
  if (reason !== 'maintenance') return null
  const closure = query.inventory.closures.find((one) => isInClosure({ closures: [one] }, date))
  return closure ? { reason: closure.reason, message: closure.message[language] } : null
}

/** Resolvers of the days of a cenote and of a tour. */
const days = {
  restrictions: (availability: Availability, _arguments: unknown, context: AvailabilityContext) =>
    restrictions(availability, context),
  recommendations: (availability: Availability, _arguments: unknown, context: AvailabilityContext) =>
    recommendations(availability, context),
}
const day = {
  closure: (day: AvailableDay, _arguments: unknown, context: AvailabilityContext) => closureOf(day, context),
  nextAvailable: (day: AvailableDay) => (day.available ? null : nextAvailableAfter(day)),
}
const slot = { bookableUntil: ({ bookableUntil }: Slot) => new Date(bookableUntil) }

/** A reference from the gateway is a product already: booking stores only its places. */
export const availabilityResolvers = {
  Cenote: { ...cenote, __resolveReference: (reference: CenoteReference): CenoteReference => reference },
  CenoteAvailability: days satisfies Types['CenoteAvailability'],
  DayAvailability: {
    ...day,
    // A reference: what a visit costs is known to the catalog and to pricing.
    pricing: (day) => (isSold(day) ? { cenoteId: day.of.product.id } : null),
  } satisfies Types['DayAvailability'],
  TimeSlot: slot satisfies Types['TimeSlot'],
  Tour: { ...tour, __resolveReference: (reference: TourReference): TourReference => reference },
  TourAvailability: days satisfies Types['TourAvailability'],
  TourDayAvailability: {
    ...day,
    pricing: (day) => (isSold(day) ? { tourId: day.of.product.id } : null),
    timeSlots: shownDepartures,
  } satisfies Types['TourDayAvailability'],
  DepartureSlot: slot satisfies Types['DepartureSlot'],
}
