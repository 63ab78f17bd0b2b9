import type { Context } from '../context.ts'
import { createCalendarLoaders } from './loaders.ts'
import { closureList } from './installation/closures.ts'
import type { CalendarFacts } from './installation/facts.ts'
import { slotOverrideList } from './installation/slot-overrides.ts'
import { specialEventList } from './installation/special-events.ts'
import { calendarResolvers } from './resolvers.ts'

/** Administration of when visits can be made: schedules, closures, special events, overridden slots. */
export const calendars = {
  resolvers: calendarResolvers,
  loaders: ({ database }: Context) => ({ calendar: createCalendarLoaders(database.pool) }),
}

/** The calendar's lists of an installation file. */
export const calendarLists = (facts: CalendarFacts) => [
  closureList(facts),
  specialEventList(facts),
  slotOverrideList(facts),
]

export type { CalendarFacts, CenoteFacts } from './installation/facts.ts'
export { settleTour, type ChangedTour } from './installation/changed-tours.ts'
export { settleDeactivation, settleOpening, type ChangedOpening } from './installation/openings.ts'
export { lockCalendars } from './store/whole.ts'
