import type { Context } from '../context.ts'
import { createCalendarLoaders } from './loaders.ts'
import { calendarResolvers } from './resolvers.ts'

/** Administration of when visits can be made: schedules, closures, special events, overridden slots. */
export const calendars = {
  resolvers: calendarResolvers,
  loaders: ({ database }: Context) => ({ calendar: createCalendarLoaders(database.pool) }),
}
