import { addDays, isTimeOfDay, localDateTime, nextDate } from '../../../platform/values/clock.ts'
import { validationError } from '../../../schema/errors.ts'
import type { AvailabilityContext } from './context.ts'
import type { AvailabilityInput } from '../generated/resolvers.ts'
import type { Availability, AvailableDay, CenoteReference } from './cenote-days.ts'
import { closureMessageIn } from './closure-message.ts'
import { availabilityLimit, requestedRange } from './date-range.ts'
import { canBeFound, nearbyDays, nearestSlots, firstAvailable, searchDays } from './slot-search.ts'
import {
  dayAvailability,
  type AvailabilityQuery,
  type BookingWindow,
  type CenoteTerms,
  type OpeningHours,
} from './slots.ts'

/** The terms a reference brought; they are there whenever the gateway plans a field that requires them. */
export function termsOf(cenote: CenoteReference): CenoteTerms {
  // A gateway of an earlier version hands over no cutoff.
  const { isActive, bookingCutoffMinutes = 0, schedule, capacity } = cenote
  if (isActive === undefined || !schedule || !capacity) throw new Error('The terms of a cenote were not handed over')
  return { isActive, bookingCutoffMinutes, schedule, capacity }
}

/** The size of the party. Error: ERROR_VALIDACION. */
export function partySize({ visitors }: { readonly visitors?: number | null }): number {
  const people = visitors ?? 1
  if (people < 1 || people > 50) throw validationError({ visitors: [{ code: 'OUT_OF_RANGE', min: 1, max: 50 }] })
  return people
}

/** Availability of a cenote. Errors: AVAILABILITY_CHECK_FAILED, ERROR_VALIDACION. */
export async function availability(
  cenote: CenoteReference,
  input: AvailabilityInput,
  context: AvailabilityContext,
): Promise<Availability> {
  const terms = termsOf(cenote)
  const visitors = partySize(input)
  if (input.time != null && !isTimeOfDay(input.time)) throw validationError({ time: [{ code: 'NOT_HH_MM' }] })
  const window = bookingWindow(terms, context)
  const { start, end } = requestedRange(input, window.now.date, availabilityLimit)
  const inventory = await context.availability.inventory.load({ cenoteId: cenote.id, from: start, to: end })
  const query = { ...window, terms, inventory, visitors, time: input.time }
  const days: AvailableDay[] = []
  const result: Availability = {
    startDate: start,
    endDate: end,
    requestedVisitors: visitors,
    days,
    query,
    inventory,
    cenoteId: cenote.id,
    firstAhead: once(() => firstAvailableAfter(end, query, cenote.id, context)),
  }
  for (let date = start; date <= end; date = nextDate(date)) {
    const { available, reason, capacity, timeSlots } = dayAvailability(query, date)
    days.push({ date, available, reason, capacity, timeSlots, of: result })
  }
  return result
}

/** The next date with room within 60 days after a day without, looked for among the days of the response first. */
export async function nextAvailableAfter({ date, of }: AvailableDay): Promise<string | null> {
  const next = of.days.find((day) => day.date > date && day.available)?.date ?? (await of.firstAhead())
  return next !== null && next <= addDays(date, searchDays) ? next : null
}

async function firstAvailableAfter(
  end: string,
  query: AvailabilityQuery,
  cenoteId: string,
  context: AvailabilityContext,
): Promise<string | null> {
  if (!canBeFound(query) || end >= query.lastDate) return null
  const [from, to] = [addDays(end, 1), addDays(end, searchDays)]
  const inventory = await context.availability.inventory.load({ cenoteId, from, to })
  return firstAvailable({ ...query, inventory }, from, to)
}

function once<T>(work: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined
  return () => (result ??= work())
}

/** Up to three slots near the first requested day, when none of the days has room. */
export async function recommendations(
  { query, days, startDate, cenoteId }: Availability,
  context: AvailabilityContext,
): Promise<{ date: string; time: string; reason: string }[]> {
  if (days.some(({ available }) => available) || !canBeFound({ ...query, time: null })) return []
  const inventory = await context.availability.inventory.load({ cenoteId, ...nearbyDays(startDate, query) })
  const slots = nearestSlots({ ...query, inventory }, { date: startDate, time: query.time })
  const reasonOf = (remaining: number): string =>
    context.language === 'es' ? `Quedan ${remaining} lugares` : `${remaining} places left`
  return slots.map(({ date, time, remaining }) => ({ date, time, reason: reasonOf(remaining) }))
}

/** Closures, special events and slots that the operator changed, with the days of the response that they concern. */
export function restrictions(
  { inventory, days }: Availability,
  { language }: Pick<AvailabilityContext, 'language'>,
): { type: string; message: string; datesAffected: string[] }[] {
  const affected = (from: string, to: string): string[] =>
    days.map(({ date }) => date).filter((date) => from <= date && date <= to)
  return [
    ...inventory.closures.map((closure) => ({
      type: closure.reason,
      message: closureMessageIn(closure, language),
      datesAffected: affected(closure.startDate, closure.endDate),
    })),
    ...inventory.specialEvents.map(({ date, message }) => ({
      type: 'special_event',
      message: message[language],
      datesAffected: affected(date, date),
    })),
    ...inventory.slotNotes.map(({ date, time, note }) => ({
      type: 'slot_override',
      message: `${time}: ${note}`,
      datesAffected: affected(date, date),
    })),
  ]
}

/** Whether one person finds a place on any of so many days from today. */
export async function availableWithin(
  count: number,
  cenote: CenoteReference,
  context: AvailabilityContext,
): Promise<boolean> {
  const terms = termsOf(cenote)
  if (!terms.isActive) return false
  const window = bookingWindow(terms, context)
  const { date: today } = window.now
  const to = addDays(today, count - 1)
  const inventory = await context.availability.inventory.load({ cenoteId: cenote.id, from: today, to })
  const query = { ...window, terms, inventory, visitors: 1 }
  return firstAvailable(query, today, to) !== null
}

/** People booked for today. */
export function bookedToday({ id, schedule }: CenoteReference, context: AvailabilityContext): Promise<number> {
  if (!schedule) throw new Error('The schedule of a cenote was not handed over')
  const { date } = localDateTime(context.clock.now(), schedule.timezone)
  return context.availability.booked.load({ cenoteId: id, date })
}

/** The dates and times that can be booked now. */
export function bookingWindow(
  { schedule }: { readonly schedule: OpeningHours },
  {
    clock,
    services,
  }: { clock: AvailabilityContext['clock']; services: Pick<AvailabilityContext['services'], 'horizonDays'> },
): BookingWindow {
  const instant = clock.now()
  const now = localDateTime(instant, schedule.timezone)
  return { instant, now, lastDate: addDays(now.date, services.horizonDays) }
}
