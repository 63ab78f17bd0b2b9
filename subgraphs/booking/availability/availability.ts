import { mapInTurns, turn } from '../../../platform/process/turn.ts'
import { addDays, isTimeOfDay, datesBetween, localDateTime } from '../../../platform/values/clock.ts'
import { validationError } from '../../../schema/errors.ts'
import type { AvailabilityInput } from '../generated/resolvers.ts'
import type { AvailabilityContext } from './context.ts'
import { availabilityLimit, requestedRange } from './rules/date-range.ts'
import type { Availability, AvailableDay, Product, RequestedVisit, StoredQuery } from './product-days.ts'
import { canBeFound, firstAvailable, nearbyDays, nearestSlots, searchDays } from './rules/slot-search.ts'
import { productDay, type BookingWindow } from './rules/slots.ts'

/** The size of the party. Error: ERROR_VALIDACION. */
export function partySize({ visitors }: { readonly visitors?: number | null }): number {
  const people = visitors ?? 1
  if (people < 1 || people > 50) throw validationError({ visitors: [{ code: 'OUT_OF_RANGE', min: 1, max: 50 }] })
  return people
}

/** The party of a request, and when it could come. Error: ERROR_VALIDACION. */
export function requestedVisit(
  { terms }: Pick<Product, 'terms'>,
  input: { readonly visitors?: number | null; readonly time?: string | null },
  context: AvailabilityContext,
): RequestedVisit {
  return {
    ...bookingWindow(terms, context),
    visitors: partySize(input),
    isAnyParty: input.visitors == null,
    time: input.time,
  }
}

/** Availability of a product. Errors: AVAILABILITY_CHECK_FAILED, ERROR_VALIDACION. */
export async function availability(
  product: Product,
  input: AvailabilityInput,
  context: AvailabilityContext,
): Promise<Availability> {
  const visit = requestedVisit(product, input, context)
  if (input.time != null && !isTimeOfDay(input.time)) throw validationError({ time: [{ code: 'NOT_HH_MM' }] })
  const { start, end } = requestedRange(input, visit.now.date, availabilityLimit)
  const query = await product.read({ start, end }, visit)
  // A list has the days of many products, all of which were read at once.
  if (turn.isOver) await turn.next()
  const days: AvailableDay[] = []
  const result: Availability = {
    startDate: start,
    endDate: end,
    requestedVisitors: visit.visitors,
    days,
    product,
    visit,
    query,
    firstAhead: once(() => firstAvailableAfter(end, product, query, visit)),
  }
  for (const day of await mapInTurns(datesBetween(start, end), (date) => productDay(query, date)))
    days.push({ ...day, of: result })
  return result
}

/** The next date with room within 60 days after a day without, looked for among the days of the response first. */
export async function nextAvailableAfter({ date, of }: AvailableDay): Promise<string | null> {
  const next = of.days.find((day) => day.date > date && day.available)?.date ?? (await of.firstAhead())
  return next !== null && next <= addDays(date, searchDays) ? next : null
}

async function firstAvailableAfter(
  end: string,
  product: Product,
  query: StoredQuery,
  visit: RequestedVisit,
): Promise<string | null> {
  if (!canBeFound(query) || end >= query.lastDate) return null
  const [from, to] = [addDays(end, 1), addDays(end, searchDays)]
  return firstAvailable(await product.read({ start: from, end: to }, visit), from, to)
}

function once<T>(work: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined
  return () => (result ??= work())
}

/** Up to three slots near the first requested day, when none of the days has room. */
export async function recommendations(
  { product, visit, query, days, startDate }: Availability,
  context: AvailabilityContext,
): Promise<{ date: string; time: string; reason: string }[]> {
  if (days.some(({ available }) => available) || !canBeFound({ ...query, time: null })) return []
  const { from, to } = nearbyDays(startDate, query)
  const around = await product.read({ start: from, end: to }, visit)
  const slots = nearestSlots(around, { date: startDate, time: query.time })
  const reasonOf = (remaining: number): string =>
    context.language === 'es' ? `Quedan ${remaining} lugares` : `${remaining} places left`
  return slots.map(({ date, time, remaining }) => ({ date, time, reason: reasonOf(remaining) }))
}

export interface Restriction {
  readonly type: string
  readonly message: string
  readonly datesAffected: string[]
}

/**
 * Closures, special events and slots that the operator changed, with the days of the response that they concern; and the
 * closures of cenotes that close departures of these days.
 */
export function restrictions(
  { query: { inventory, stops }, days }: Pick<Availability, 'query' | 'days'>,
  { language }: Pick<AvailabilityContext, 'language'>,
): Restriction[] {
  const affected = (isAffected: (day: AvailableDay) => boolean): string[] =>
    days.filter(isAffected).map(({ date }) => date)
  const on = (from: string, to: string): string[] => affected(({ date }) => from <= date && date <= to)
  const ofStops = [...stops].flatMap(([cenoteId, { closures }]) =>
    closures.map(({ startDate, endDate, reason, message }) => ({
      type: reason,
      message: message[language],
      datesAffected: affected(({ timeSlots }) =>
        timeSlots.some(({ stop }) => stop?.cenoteId === cenoteId && startDate <= stop.date && stop.date <= endDate),
      ),
    })),
  )
  return [
    ...inventory.closures.map(({ startDate, endDate, reason, message }) => ({
      type: reason,
      message: message[language],
      datesAffected: on(startDate, endDate),
    })),
    ...inventory.specialEvents.map(({ date, message }) => ({
      type: 'special_event',
      message: message[language],
      datesAffected: on(date, date),
    })),
    ...inventory.slotNotes.map(({ date, time, note }) => ({
      type: 'slot_override',
      message: `${time}: ${note}`,
      datesAffected: on(date, date),
    })),
    ...ofStops.filter(({ datesAffected }) => datesAffected.length > 0),
  ]
}

/** Whether one person finds a place on any of so many days from today. */
export async function availableWithin(count: number, product: Product, context: AvailabilityContext): Promise<boolean> {
  if (!product.terms.isActive) return false
  const visit = requestedVisit(product, {}, context)
  const { date: today } = visit.now
  const end = addDays(today, count - 1)
  return firstAvailable(await product.read({ start: today, end }, visit), today, end) !== null
}

/** The dates and times that can be booked now. */
export function bookingWindow(
  { timezone }: { readonly timezone: string },
  {
    clock,
    services,
  }: { clock: AvailabilityContext['clock']; services: Pick<AvailabilityContext['services'], 'horizonDays'> },
): BookingWindow {
  const instant = clock.now()
  const now = localDateTime(instant, timezone)
  return { instant, now, lastDate: addDays(now.date, services.horizonDays) }
}
