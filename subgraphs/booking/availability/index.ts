import type { Context } from '../context.ts'
import { createAvailabilityLoaders } from './loaders.ts'
import { availabilityResolvers } from './resolvers.ts'

/** Which places of cenotes and tours are free. */
export const availability = {
  resolvers: availabilityResolvers,
  loaders: ({ database, reads }: Context) => ({ availability: createAvailabilityLoaders(database.pool, reads) }),
}

export { messageOfClosure } from './closure-message.ts'
export { bookingWindow } from './availability.ts'
export { cenoteAvailability, type CenoteAvailability } from './cenote.ts'
export { departureDates } from './rules/departure-dates.ts'
export type { DateRange } from './rules/date-range.ts'
export type { AvailabilityLoaders } from './loaders.ts'
export {
  eventColumns,
  listEvents,
  readOverrides,
  type EventRow,
  type OverrideRow,
  type SlotKey,
} from './store/calendar-entries.ts'
export {
  changedPlaces,
  placesOf,
  takenSlots,
  type HeldPlaces,
  type PartyPlaces,
  type PlaceChanges,
  type PlaceLimits,
  type WantedPlaces,
} from './places.ts'
export {
  changePlaces,
  lockDay,
  readInventories,
  replaceSlotOverrides,
  replaceSpecialEvents,
  type LockedSlot,
  type SlotOverride,
  type StoredInventory,
} from './repository.ts'
export { nothingTaken, placesWith } from './rules/inventory.ts'
export {
  slotTimes,
  termsOfCenote,
  type CenoteTerms,
  type OpeningHours,
  type ProductTerms,
  type Schedule,
  type StopTerms,
} from './rules/product-terms.ts'
export { slotsOn } from './rules/schedule.ts'
export { nearbyDays, nearestSlots } from './rules/slot-search.ts'
export { closedReason, productDay, type DayReason, type ProductQuery, type Slot } from './rules/slots.ts'
export { stopRanges, stopsAt, type Stop } from './rules/stops.ts'
