import type { AvailabilityContext } from './context.ts'
import type { Resolvers } from '../generated/resolvers.ts'
import {
  availability,
  availableWithin,
  bookedToday,
  nextAvailableAfter,
  recommendations,
  restrictions,
} from './availability.ts'
import { cenoteCalendar } from './cenote-calendar.ts'
import type { CenoteReference } from './cenote-days.ts'
import { closureMessageIn } from './closure-message.ts'

const soonDays = 7

const cenote: Resolvers<AvailabilityContext>['Cenote'] = {
  availability: (cenote, { input }, context) => availability(cenote, input, context),
  calendar: (cenote, { input }, context) => cenoteCalendar(cenote, input, context),
  availableToday: (cenote, _arguments, context) => availableWithin(1, cenote, context),
  availableSoon: (cenote, _arguments, context) => availableWithin(soonDays, cenote, context),
  bookedToday: (cenote, _arguments, context) => bookedToday(cenote, context),
}

const availabilityOfCenote: Resolvers<AvailabilityContext>['CenoteAvailability'] = {
  restrictions: (availability, _arguments, context) => restrictions(availability, context),
  recommendations: (availability, _arguments, context) => recommendations(availability, context),
}

const day: Resolvers<AvailabilityContext>['DayAvailability'] = {
  // A reference: what a visit costs is known to the catalog and to pricing.
  pricing: ({ capacity, reason, of }) => (capacity && reason !== 'maintenance' ? { cenoteId: of.cenoteId } : null),
  closure({ date, reason, of }, _arguments, { language }) {
    if (reason !== 'maintenance') return null
    const closure = of.inventory.closures.find(({ startDate, endDate }) => startDate <= date && date <= endDate)
    return closure ? { reason: closure.reason, message: closureMessageIn(closure, language) } : null
  },
  nextAvailable: (day) => (day.available ? null : nextAvailableAfter(day)),
}

const slot: Resolvers<AvailabilityContext>['TimeSlot'] = {
  bookableUntil: ({ bookableUntil }) => new Date(bookableUntil),
}

/** A reference from the gateway is a cenote already: booking stores only its places. */
export const availabilityResolvers = {
  Cenote: { ...cenote, __resolveReference: (reference: CenoteReference): CenoteReference => reference },
  CenoteAvailability: availabilityOfCenote,
  DayAvailability: day,
  TimeSlot: slot,
}
