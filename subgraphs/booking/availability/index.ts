export { bookingWindow, termsOf, type CenoteReference } from './availability.ts'
export { readInventories, releasePlaces, takePlaces, type Places, type StoredInventory } from './repository.ts'
export { nearbyDays, nearestSlots } from './slot-search.ts'
export {
  dayAvailability,
  nothingTaken,
  placesWithout,
  slotTimes,
  type BookingWindow,
  type CenoteTerms,
  type DayReason,
  type Inventory,
  type AvailabilityQuery,
} from './slots.ts'
