import { addDays, daysBetween, minutesOf, nextDate } from '../../../../platform/values/clock.ts'
import { sharedStops } from './product-terms.ts'
import { productDay, type BookingWindow, type ProductQuery } from './slots.ts'

/** How far from a day another one is looked for. */
export const searchDays = 60

/** Whether looking further can find anything: not for a party or a time that no day of the product has a slot for. */
export function canBeFound({
  terms,
  visitors,
  time,
  isAnyParty,
}: Pick<ProductQuery, 'terms' | 'visitors' | 'time' | 'isAnyParty'>): boolean {
  const { isActive, minParty, schedule, daily = Infinity } = terms
  return (
    isActive &&
    (isAnyParty === true || visitors >= minParty) &&
    visitors <= daily &&
    sharedStops(terms).every(
      ({ cenote: { isActive: isOpen, capacity } }) => isOpen && visitors <= Math.min(capacity.hourly, capacity.daily),
    ) &&
    [...schedule.times, ...schedule.exceptions].some(
      ({ startTime, capacity }) => (!time || startTime === time) && visitors <= (capacity ?? 0),
    )
  )
}

/** The first date with room among some days. */
export function firstAvailable(query: ProductQuery, from: string, to: string): string | null {
  for (let date = from; date <= to && date <= query.lastDate; date = nextDate(date))
    if (productDay(query, date).available) return date
  return null
}

/** The days among which slots near a date are looked for. */
export function nearbyDays(wanted: string, window: BookingWindow): { from: string; to: string } {
  const { now, lastDate } = window
  const center = nearestBookable(wanted, window)
  const [from, to] = [addDays(center, -searchDays), addDays(center, searchDays)]
  return { from: from < now.date ? now.date : from, to: to > lastDate ? lastDate : to }
}

const nearestBookable = (date: string, { now, lastDate }: BookingWindow): string =>
  date < now.date ? now.date : date > lastDate ? lastDate : date

export interface FoundSlot {
  readonly date: string
  readonly time: string
  readonly remaining: number
}

/** Up to `count` slots with room, nearest to the requested one first: by day, then by hour. */
export function nearestSlots(
  query: ProductQuery,
  wanted: { readonly date: string; readonly time?: string | null | undefined },
  count = 3,
): FoundSlot[] {
  const anyTime: ProductQuery = { ...query, time: null }
  if (!canBeFound(anyTime)) return []
  const found: (FoundSlot & { days: number; minutes: number })[] = []
  const wantedMinutes = wanted.time ? minutesOf(wanted.time) : 0
  const center = nearestBookable(wanted.date, query)
  const { from, to } = nearbyDays(wanted.date, query)
  const consider = (date: string): void => {
    for (const { time, remaining, available } of productDay(anyTime, date).timeSlots) {
      if (!available || (date === wanted.date && time === wanted.time)) continue
      const minutes = Math.abs(minutesOf(time) - wantedMinutes)
      found.push({ date, time, remaining, days: Math.abs(daysBetween(center, date)), minutes })
    }
  }
  for (let days = 0; days <= searchDays && found.length < count; days += 1) {
    const [before, after] = [addDays(center, -days), addDays(center, days)]
    if (after <= to) consider(after)
    if (days > 0 && before >= from) consider(before)
  }
  return found
    .sort((a, b) => a.days - b.days || a.minutes - b.minutes || (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
    .slice(0, count)
    .map(({ date, time, remaining }) => ({ date, time, remaining }))
}
