import { addDays, daysBetween, isLocalDate, localDateTime } from '../../../platform/clock.ts'
import { apiError, validationError } from '../../../schema/errors.ts'
import type { Context } from '../context.ts'
import type { AvailabilityInput, ResolversTypes } from '../generated/resolvers.ts'
import {
  closedReason,
  dayRoom,
  nearestSlots,
  nextAvailable,
  searchDays,
  type CenoteTerms,
  type Day,
  type LocalNow,
} from './slots.ts'

/** A cenote as the gateway hands it over: with the facts of the catalog that `@requires` asks for. */
export interface CenoteReference extends Partial<CenoteTerms> {
  readonly id: string
  readonly pricing?: { readonly adultCents: number; readonly childCents: number; readonly currency: string }
}

/** The terms a reference brought; they are there whenever the gateway plans a field that requires them. */
export function termsOf(cenote: CenoteReference): CenoteTerms {
  const { isActive, schedule, capacity } = cenote
  if (isActive === undefined || !schedule || !capacity) throw new Error('The terms of a cenote were not handed over')
  return { isActive, schedule, capacity }
}

const maxRangeDays = 30

interface Range {
  readonly start: string
  readonly end: string
}

/** The days asked for. Error: AVAILABILITY_CHECK_FAILED, its details naming the rule broken. */
export function availabilityRange({ startDate, endDate, days }: AvailabilityInput, today: string): Range {
  const fail = (rule: string): never => {
    throw apiError('AVAILABILITY_CHECK_FAILED', { rule, startDate: startDate ?? null, endDate: endDate ?? null })
  }
  const start = startDate ?? today
  if (start === '') return fail('start_date_required')
  if (!isLocalDate(start)) return fail('start_date_malformed')
  if (start < today) return fail('start_date_in_past')
  if (days != null) {
    if (days < 1 || days > maxRangeDays) return fail('range_over_30_days')
    return { start, end: addDays(start, days - 1) }
  }
  if (endDate == null) return { start, end: start }
  if (!isLocalDate(endDate)) return fail('end_date_malformed')
  if (endDate <= start) return fail('end_date_not_after_start_date')
  if (daysBetween(start, endDate) > maxRangeDays) return fail('range_over_30_days')
  return { start, end: endDate }
}

/** Availability of a cenote (specification 2.6). */
export async function availability(
  cenote: CenoteReference,
  input: AvailabilityInput,
  context: Context,
): Promise<ResolversTypes['CenoteAvailability'] & object> {
  const terms = termsOf(cenote)
  const visitors = input.visitors ?? 1
  if (visitors < 1 || visitors > 50) throw validationError({ visitors: ['must be from 1 to 50'] })
  if (input.time != null && !/^([01]\d|2[0-3]):[0-5]\d$/.test(input.time))
    throw validationError({ time: ['must be HH:MM'] })
  const now = localNow(terms, context)
  const { start, end } = availabilityRange(input, now.date)
  const inventory = await context.availability.inventory.load({
    cenoteId: cenote.id,
    from: start,
    to: addDays(end, searchDays),
  })
  const { pricing } = cenote
  const dates = Array.from({ length: daysBetween(start, end) + 1 }, (_, index) => addDays(start, index))
  // Several days look for the next one with room among the same days, each worked out once.
  const rooms = new Map<string, Day>()
  const roomOf = (date: string): Day => {
    let room = rooms.get(date)
    if (!room) rooms.set(date, (room = dayRoom(terms, inventory, date, visitors, now, input.time)))
    return room
  }
  const days = dates.map((date) => {
    const room = roomOf(date)
    return {
      date,
      available: room.available,
      reason: room.reason,
      nextAvailable: room.available ? null : nextAvailable(date, roomOf),
      capacity: room.capacity,
      timeSlots: room.slots.map((slot) => ({ ...slot, waitlist: slot.full || null })),
      pricing: pricing && room.capacity ? pricing : null,
    }
  })
  const { language } = context
  const restrictions = [
    ...inventory.closures.map((closure) => ({
      type: closure.reason,
      message: closure.message[language],
      datesAffected: dates.filter((date) => closure.startDate <= date && date <= closure.endDate),
    })),
    ...inventory.specialEvents.map(({ date, message }) => ({
      type: 'special_event',
      message: message[language],
      datesAffected: dates.filter((day) => day === date),
    })),
    ...inventory.slotNotes.map(({ date, time, note }) => ({
      type: 'slot_override',
      message: `${time}: ${note}`,
      datesAffected: dates.filter((day) => day === date),
    })),
  ].filter(({ datesAffected }) => datesAffected.length > 0)
  const recommendations = days.some(({ available }) => available)
    ? []
    : nearestSlots(terms, inventory, { date: start, time: input.time ?? null }, visitors, now).map(
        ({ date, time, remaining }) => ({
          date,
          time,
          reason: language === 'es' ? `Quedan ${remaining} lugares` : `${remaining} places left`,
        }),
      )
  return { startDate: start, endDate: end, requestedVisitors: visitors, days, restrictions, recommendations }
}

/** Whether one person still finds a place today. */
export async function availableToday(cenote: CenoteReference, context: Context): Promise<boolean> {
  const terms = termsOf(cenote)
  if (!terms.isActive) return false
  const now = localNow(terms, context)
  const inventory = await context.availability.inventory.load({ cenoteId: cenote.id, from: now.date, to: now.date })
  return closedReason(terms, inventory, now.date) === null && dayRoom(terms, inventory, now.date, 1, now).available
}

/** People booked for today. */
export function bookedToday(cenote: CenoteReference, context: Context): Promise<number> {
  const { schedule } = cenote
  if (!schedule) throw new Error('The schedule of a cenote was not handed over')
  return context.availability.booked.load({
    cenoteId: cenote.id,
    date: localDateTime(context.clock.now(), schedule.timezone).date,
  })
}

export const localNow = (terms: CenoteTerms, context: Pick<Context, 'clock'>): LocalNow =>
  localDateTime(context.clock.now(), terms.schedule.timezone)
