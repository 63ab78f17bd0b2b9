import type { Context } from '../context.ts'
import { createAvailabilityLoaders } from './loaders.ts'
import { availabilityResolvers } from './resolvers.ts'

/** Which places of a cenote are free. */
export const availability = {
  resolvers: availabilityResolvers,
  loaders: ({ database, reads }: Context) => ({ availability: createAvailabilityLoaders(database.pool, reads) }),
}

export { closureMessageIn, messageOfClosure } from './closure-message.ts'
export { bookingWindow, termsOf } from './availability.ts'
export type { CenoteReference } from './cenote-days.ts'
export {
  eventColumns,
  listEvents,
  readOverrides,
  type EventRow,
  type OverrideRow,
  type SlotKey,
} from './store/calendar-entries.ts'
export { readInventories, releasePlaces, takePlaces, type Places, type StoredInventory } from './repository.ts'
export { nearbyDays, nearestSlots } from './slot-search.ts'
export {
  dayAvailability,
  nothingTaken,
  placesWith,
  placesWithout,
  slotTimes,
  type BookingWindow,
  type CenoteTerms,
  type DayReason,
  type Inventory,
  type AvailabilityQuery,
} from './slots.ts'
