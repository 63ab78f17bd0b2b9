export { localNow, termsOf, type CenoteReference } from './availability.ts'
export { readInventories, releasePlaces, takePlaces, type Places, type StoredInventory } from './repository.ts'
export {
  closedReason,
  dayRoom,
  nearestSlots,
  placesWithout,
  searchDays,
  slotTimes,
  type CenoteTerms,
  type Inventory,
  type LocalNow,
} from './slots.ts'
