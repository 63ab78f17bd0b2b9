import {
  clocksChangeOn,
  instantsOn,
  localDateTimeNear,
  minute,
  minutesOf,
  weekdayOf,
} from '../../../../platform/values/clock.ts'
import type { DateRange } from './date-range.ts'
import { isInClosure, nothingTaken, slotCapacity, type Inventory } from './inventory.ts'
import {
  sharedStops,
  slotTimes,
  usualSlotTimes,
  type OpeningHours,
  type ProductTerms,
  type StopTerms,
} from './product-terms.ts'
import { timesOfDay } from './schedule.ts'

/** A slot of a cenote at which a departure stops. */
export interface StopSlot {
  readonly cenoteId: string
  readonly date: string
  readonly time: string
}

/** Where a departure stops: without a time when the cenote has no slot then. */
export interface Stop extends Omit<StopSlot, 'time'> {
  readonly time: string | null
}

/** Inventories of the cenotes at which a tour stops, by their ids. */
export type StopInventories = ReadonlyMap<string, Inventory>

/** Of a day on which the clocks are not changed. */
const minutesOfDay = 1_440

/** The slot of a cenote, by its own clock, that contains the arrival of a departure. */
function stopAt({ cenoteId, offsetMinutes, cenote }: StopTerms, departsAt: number, near: string): Stop {
  const { schedule } = cenote
  const arrival = localDateTimeNear(near, departsAt + offsetMinutes * minute, schedule.timezone)
  return { cenoteId, date: arrival.date, time: slotContaining(schedule, arrival) }
}

function slotContaining(schedule: OpeningHours, { date, time }: { date: string; time: string }): string | null {
  const usual = usualSlotTimes(schedule)
  const index = Math.floor((minutesOf(time) - minutesOf(schedule.openTime)) / 60)
  const slot = usual[index]
  if (slot === undefined || !schedule.daysOpen.includes(weekdayOf(date))) return null
  if (!clocksChangeOn(date, schedule.timezone)) return slot
  // The slot before a skipped hour lasts until the clocks have passed it.
  return slotTimes(schedule, date).findLast((start) => start <= slot) ?? null
}

/** A stop with a function that returns its slot for the instant of a departure of some date. */
export interface StopOfDay {
  readonly terms: StopTerms
  readonly at: (departsAt: number) => Stop
}

/** The stops of the departures of a date; quick for those on the same date by the cenote's own clock. */
export function stopsOfDay(terms: Pick<ProductTerms, 'stops'>, date: string): readonly StopOfDay[] {
  return sharedStops(terms).map((stop) => ({ terms: stop, at: stopOn(stop, date) }))
}

function stopOn(stop: StopTerms, date: string): (departsAt: number) => Stop {
  const { cenoteId, offsetMinutes, cenote } = stop
  const { timezone, openTime, daysOpen } = cenote.schedule
  const elsewhere = (departsAt: number): Stop => stopAt(stop, departsAt, date)
  if (clocksChangeOn(date, timezone)) return elsewhere
  const midnight = instantsOn(date, timezone)('00:00')
  const slots = daysOpen.includes(weekdayOf(date)) ? usualSlotTimes(cenote.schedule) : []
  const opensAt = minutesOf(openTime)
  return (departsAt) => {
    const minutes = (departsAt - midnight) / minute + offsetMinutes
    if (minutes < 0 || minutes >= minutesOfDay) return elsewhere(departsAt)
    return { cenoteId, date, time: slots[Math.floor((minutes - opensAt) / 60)] ?? null }
  }
}

/** The slots of cenotes in which a party of a departure takes places, each once, by cenote, date and time. */
export function stopsAt(terms: ProductTerms, date: string, time: string): StopSlot[] {
  const departsAt = instantsOn(date, terms.timezone)(time)
  const slots = new Map<string, StopSlot>()
  for (const stop of sharedStops(terms)) {
    const slot = stopAt(stop, departsAt, date)
    if (slot.time !== null) slots.set(`${slot.cenoteId} ${slot.date} ${slot.time}`, { ...slot, time: slot.time })
  }
  return [...slots].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, slot]) => slot)
}

/** The days of each cenote at which the departures of some days stop. */
export function stopRanges(terms: ProductTerms, { start, end }: DateRange): Map<string, DateRange> {
  const ranges = new Map<string, DateRange>()
  const times = timesOfDay(terms.schedule)
  if (!times) return ranges
  const [first, last] = [instantsOn(start, terms.timezone)(times.first), instantsOn(end, terms.timezone)(times.last)]
  for (const stop of sharedStops(terms)) {
    const [from, to] = [stopAt(stop, first, start).date, stopAt(stop, last, end).date]
    const known = ranges.get(stop.cenoteId) ?? { start: from, end: to }
    ranges.set(stop.cenoteId, {
      start: from < known.start ? from : known.start,
      end: to > known.end ? to : known.end,
    })
  }
  return ranges
}

/** The places of a departure at one of its stops. */
export interface StopPlaces {
  readonly stop: Stop
  /** False when the cenote takes no one then. */
  readonly isOpen: boolean
  /** People that its slot and day hold. */
  readonly holds: number
  /** People that its slot and its day still take. */
  readonly slotLeft: number
  readonly dayLeft: number
}

/** People that a stop still takes. */
export const leftAt = ({ slotLeft, dayLeft }: StopPlaces): number => Math.min(slotLeft, dayLeft)

/** The places at the stops of a departure, in the order of the visit. */
export function placesAtStops(
  stops: readonly StopOfDay[],
  inventories: StopInventories,
  departsAt: number,
): StopPlaces[] {
  return stops.map(({ terms: { cenoteId, cenote }, at }) => {
    const { isActive, capacity } = cenote
    const stop = at(departsAt)
    const inventory = inventories.get(cenoteId) ?? nothingTaken
    const day = inventory.days.get(stop.date)
    const slot = stop.time === null ? undefined : day?.slots.get(stop.time)
    const hourly = slotCapacity(capacity.hourly, slot)
    const holds = Math.min(hourly, capacity.daily)
    return {
      stop,
      isOpen:
        isActive && stop.time !== null && slot?.closed !== true && holds > 0 && !isInClosure(inventory, stop.date),
      holds,
      slotLeft: Math.max(0, hourly - (slot?.booked ?? 0)),
      dayLeft: Math.max(0, capacity.daily - (day?.booked ?? 0)),
    }
  })
}
