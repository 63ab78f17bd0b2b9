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
export { cenoteAvailability, termsOf, type CenoteAvailability, type CenoteReference } from './cenote.ts'
export { departureDates } from './departure-dates.ts'
export { departuresOn, type Departure } from './departures.ts'
export type { DateRange } from './date-range.ts'
export type { AvailabilityLoaders } from './loaders.ts'
export type { RequestedVisit } from './product-days.ts'
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
  type InventoryKey,
  type LockedSlot,
  type SlotOverride,
  type StoredInventory,
} from './repository.ts'
export { nearbyDays, nearestSlots, productDay, type ProductQuery } from './slot-search.ts'
export { stopRanges, stopsAt, type Stop, type StopInventories, type StopSlot } from './stops.ts'
export { tourDay, type DepartureSlot, type TourDay, type TourQuery } from './tour-day.ts'
export type { StopTerms, TourTerms } from './tour-terms.ts'
export type { TourReference } from './tour.ts'
export {
  closedReason,
  dayAvailability,
  nothingTaken,
  placesWith,
  slotTimes,
  type BookingWindow,
  type CenoteTerms,
  type OpeningHours,
  type DayReason,
  type Inventory,
  type Slot,
  type AvailabilityQuery,
} from './slots.ts'
