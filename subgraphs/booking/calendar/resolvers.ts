import type { FeatureResolvers } from '../../../platform/graphql/merge-resolvers.ts'
import { withOperationKey } from '../../../platform/graphql/operation-key.ts'
import { apiError } from '../../../schema/errors.ts'
import { disruptionOfClosure } from '../disruption/index.ts'
import type { MutationResolvers, QueryCalendarArgs, Resolvers } from '../generated/resolvers.ts'
import { calendarOf, eventSeries } from './calendar.ts'
import type { CalendarContext } from './context.ts'
import { createClosure, deleteClosure } from './closures.ts'
import { deactivateCenote, deactivateTour } from './schedule/deactivate.ts'
import { overrideAvailability } from './override/override-date.ts'
import { clearSlotOverrides, overrideSlots } from './override/override-slots.ts'
import { createSpecialEvent, deleteSpecialEvent } from './special-events.ts'
import { findClosure } from './store/closures.ts'
import { updateTourDepartures } from './schedule/update-departures.ts'
import { updateCenoteSchedule } from './schedule/update-schedule.ts'

const rangeOf = ({ cenoteId, from, to }: QueryCalendarArgs): QueryCalendarArgs => ({ cenoteId, from, to })

const mutations = {
  updateCenoteSchedule: async (_, { input }, context) => ({ id: await updateCenoteSchedule(input, context) }),
  deactivateCenote: async (_, { input }, context) => ({ id: await deactivateCenote(input, context) }),
  updateTourDepartures: (_, { input }, context) => updateTourDepartures(input, context),
  deactivateTour: (_, { input }, context) => deactivateTour(input, context),
  overrideAvailability: (_, { input }, context) => overrideAvailability(input, context),
  createClosure: async (_, { input }, context) => {
    const id = await createClosure(input, context)
    const closure = await findClosure(context.database, id)
    // A repetition of a request whose closure was removed since.
    if (!closure) throw apiError('CALENDAR_ENTRY_NOT_FOUND', { id })
    return closure
  },
  deleteClosure: async (_, { input }, context) => deleteClosure(input.id, context),
  createSpecialEvent: async (_, { input }, context) => {
    const id = await createSpecialEvent(input, context)
    const series = await eventSeries(id, context)
    if (!series) throw apiError('CALENDAR_ENTRY_NOT_FOUND', { id })
    return series
  },
  deleteSpecialEvent: async (_, { input }, context) => deleteSpecialEvent(input.id, context),
  overrideSlots: async (_, { input }, context) => {
    const { disruption } = await overrideSlots(input, context)
    return { ...(await calendarOf(rangeOf(input), context)), disruption }
  },
  clearSlotOverrides: async (_, { input }, context) => {
    await clearSlotOverrides(input, context)
    return calendarOf(rangeOf(input), context)
  },
} satisfies MutationResolvers<CalendarContext>

export const calendarResolvers = {
  Query: { calendar: (_, args, context) => calendarOf(args, context) },
  Mutation: withOperationKey(mutations),
  Calendar: {
    closures: ({ closures }) => [...closures],
    specialEvents: ({ specialEvents }) => [...specialEvents],
    slotOverrides: ({ slotOverrides }) => [...slotOverrides],
    disruption: ({ disruption }) => disruption ?? null,
  },
  Closure: {
    disruption: ({ id }, _, context) => disruptionOfClosure(id, context),
    message: ({ message }, _, { language }) => message[language],
  },
  SpecialEvent: { message: ({ message }, _, { language }) => message[language] },
  SlotOverride: { available: ({ closed }) => !closed, reason: ({ note }) => note },
  Cenote: { standingReservations: ({ id }, _, { calendar }) => calendar.standing.load(id) },
  Tour: { standingReservations: ({ id }, _, { calendar }) => calendar.standing.load(id) },
} satisfies FeatureResolvers<Resolvers<CalendarContext>, CalendarContext>
