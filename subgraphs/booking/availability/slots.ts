import {
  clocksChangeOn,
  existsLocally,
  fullHours,
  instantsOn,
  weekdayOf,
  type LocalDateTime,
  type Weekday,
} from '../../../platform/values/clock.ts'
import { cutoffMinutesOn } from '../../../schema/visit-terms.ts'

/** The catalog's opening days and hours of a cenote. */
export interface OpeningHours {
  /** HH:MM, local. */
  readonly openTime: string
  readonly closeTime: string
  readonly timezone: string
  readonly daysOpen: readonly Weekday[]
}

/** The facts of the catalog about the places of a cenote. */
export interface CenoteTerms {
  readonly isActive: boolean
  /** Minutes before its start at which booking a slot ends, */
  readonly bookingCutoffMinutes: number
  readonly schedule: OpeningHours & {
    /** except on these weekdays. */
    readonly cutoffs: readonly { readonly weekday: Weekday; readonly minutes: number }[]
  }
  readonly capacity: { readonly daily: number; readonly hourly: number }
}

/** The booked places of a slot, and its overrides. */
export interface SlotState {
  readonly booked: number
  /** Null for as many as usual. */
  readonly capacity: number | null
  readonly closed: boolean
}

/** The booked places of a day; a slot that is not in `slots` is empty and as usual. */
export interface DayState {
  readonly booked: number
  /** By time. */
  readonly slots: ReadonlyMap<string, SlotState>
}

/** Taken places and overrides of one cenote; a day that is not in `days` is empty. */
export interface Inventory {
  /** By date. */
  readonly days: ReadonlyMap<string, DayState>
  readonly closures: readonly { readonly startDate: string; readonly endDate: string; readonly reason: string }[]
}

export const nothingTaken: Inventory = { days: new Map(), closures: [] }

/** Places of a party on one date: on the day, and in each of some slots. */
interface DayPlaces {
  readonly date: string
  readonly times: readonly string[]
  readonly people: number
}

/** The inventory as it would be with the places of one more party; fewer than no people are as many less. */
export function placesWith<I extends Inventory>(inventory: I, { date, times, people }: DayPlaces): I {
  const day = inventory.days.get(date) ?? { booked: 0, slots: new Map<string, SlotState>() }
  const slots = new Map(day.slots)
  for (const time of times) {
    const slot = slots.get(time) ?? { booked: 0, capacity: null, closed: false }
    slots.set(time, { ...slot, booked: Math.max(0, slot.booked + people) })
  }
  const days = new Map(inventory.days).set(date, { booked: Math.max(0, day.booked + people), slots })
  return { ...inventory, days }
}

/** The slots that can be booked at an instant: those whose cutoff is later, up to a last day. */
export interface BookingWindow {
  readonly instant: Date
  /** The same by the product's own clock, as is the last date. */
  readonly now: LocalDateTime
  readonly lastDate: string
}

/** A question about the days of a product. */
export interface DayQuery extends BookingWindow {
  readonly terms: { readonly isActive: boolean }
  readonly inventory: Inventory
  /** People that must find room in one slot. */
  readonly visitors: number
  /** Whether slots of today are sold until they end, as on site, and not only until their cutoff. */
  readonly sellsBegun?: boolean
  /** Only the slot at this time. */
  readonly time?: string | null | undefined
}

/** A question about the days of a cenote. */
export interface AvailabilityQuery extends DayQuery {
  readonly terms: CenoteTerms
}

/** A slot as the contract shows it: an hour of a cenote, or a departure of a tour. */
export interface Slot {
  readonly time: string
  readonly capacity: number
  readonly booked: number
  /** People it still accepts, 0 once booking it has ended; the remaining capacity of the day applies too. */
  readonly remaining: number
  readonly available: boolean
  /** Its places, or those of its day, are all booked; null also when the operator closed it or booking it has ended. */
  readonly waitlist: true | null
  /** The instant at which booking it ends, in milliseconds since 1970. */
  readonly bookableUntil: number
}

/**
 * Why a party cannot book a day, the first reason that holds. Only `fully_booked` and `stop_full` are caused by other
 * bookings: the party would fit into an empty day.
 */
export type DayReason = ClosedReason | 'not_a_slot' | SlotReason
/**
 * Why a party cannot book a slot, the first that holds. A day has the reason of the slot that came furthest in this
 * order. Those of departures and stops are of tours alone.
 */
export const slotReasons = [
  'departure_cancelled',
  'past_date',
  'closed_by_operator',
  'stop_closed',
  'cutoff_passed',
  'below_minimum',
  'too_many_visitors',
  'fully_booked',
  'stop_full',
] as const
export type SlotReason = (typeof slotReasons)[number]
/** Reasons that hold for a day as a whole. */
export type ClosedReason = 'inactive' | 'past_date' | 'too_far_ahead' | 'maintenance' | 'closed_weekday'

export interface Day {
  readonly date: string
  readonly available: boolean
  readonly reason: DayReason | null
  /** Null when closed, except by a closure. `remaining` counts only slots that can still be booked. */
  readonly capacity: { readonly total: number; readonly booked: number; readonly remaining: number } | null
  readonly timeSlots: readonly Slot[]
}

/** Slots of a day on which the clocks are not changed: hourly from opening up to the last full hour before closing. */
export const usualSlotTimes = ({ openTime, closeTime }: OpeningHours): readonly string[] =>
  fullHours(openTime, closeTime)

/** Slots of a date. One that the clocks skip, where they are put forward that night, is not there. */
export function slotTimes(schedule: OpeningHours, date: string): readonly string[] {
  const times = usualSlotTimes(schedule)
  if (!clocksChangeOn(date, schedule.timezone)) return times
  return times.filter((time) => existsLocally(date, time, schedule.timezone))
}

/** Why a day is closed as a whole, the first reason that holds; null when it is open. */
export function closedReason(query: AvailabilityQuery, date: string): ClosedReason | null {
  const reason = closedWhatever(query, date)
  return reason ?? (query.terms.schedule.daysOpen.includes(weekdayOf(date)) ? null : 'closed_weekday')
}

/** The reasons of it that do not depend on what the product sells on that weekday. */
export function closedWhatever(
  { terms, inventory, now, lastDate }: DayQuery,
  date: string,
): Exclude<ClosedReason, 'closed_weekday'> | null {
  if (!terms.isActive) return 'inactive'
  if (date < now.date) return 'past_date'
  if (date > lastDate) return 'too_far_ahead'
  return isInClosure(inventory, date) ? 'maintenance' : null
}

/** Whether a date lies in a closure. */
export const isInClosure = ({ closures }: Pick<Inventory, 'closures'>, date: string): boolean =>
  closures.some(({ startDate, endDate }) => startDate <= date && date <= endDate)

/** People that a slot holds: the operator may lower the catalog's capacity, not raise it. */
export const slotCapacity = ({ hourly }: CenoteTerms['capacity'], override: number | null | undefined): number =>
  override == null ? hourly : Math.min(override, hourly)

const minuteMilliseconds = 60_000
/** A slot is one hour. */
const slotMilliseconds = 60 * minuteMilliseconds

/** Milliseconds before the start of each slot of a date at which booking it ends. */
const cutoffOn = ({ bookingCutoffMinutes, schedule: { cutoffs } }: CenoteTerms, date: string): number =>
  cutoffMinutesOn(weekdayOf(date), bookingCutoffMinutes, cutoffs) * minuteMilliseconds

/** Capacity of one day. */
export function dayAvailability(query: AvailabilityQuery, date: string): Day {
  const closed = closedReason(query, date)
  const { terms, inventory, visitors, time, instant, sellsBegun = false } = query
  const total = terms.capacity.daily
  const day = inventory.days.get(date)
  const booked = day?.booked ?? 0
  if (closed) {
    // People who are booked on a day that the operator closed are still to be received or notified.
    const capacity = closed === 'maintenance' ? { total, booked, remaining: 0 } : null
    return { date, available: false, reason: closed, capacity, timeSlots: [] }
  }
  const dayLeft = Math.max(0, total - booked)
  const present = instant.getTime()
  const cutoff = cutoffOn(terms, date)
  const startOf = instantsOn(date, terms.schedule.timezone)
  const timeSlots: Slot[] = []
  let available = false
  // People that the slots of the whole day still accept, regardless of the day's limit.
  let slotsLeft = 0
  // Capacity of the largest requested slot that can still be booked; null when there is none.
  let maxBookable: number | null = null
  let begunSlots = 0
  let cutOffSlots = 0
  for (const start of slotTimes(terms.schedule, date)) {
    const state = day?.slots.get(start)
    const capacity = slotCapacity(terms.capacity, state?.capacity)
    const taken = state?.booked ?? 0
    const startsAt = startOf(start)
    const bookableUntil = startsAt - cutoff
    const hasBegun = (sellsBegun ? startsAt + slotMilliseconds : startsAt) <= present
    const isCutOff = !hasBegun && !sellsBegun && bookableUntil <= present
    const isClosed = state?.closed === true
    const isOpen = !hasBegun && !isCutOff && !isClosed
    const left = isOpen ? Math.max(0, capacity - taken) : 0
    slotsLeft += left
    if (time && start !== time) continue
    const remaining = Math.min(left, dayLeft)
    if (hasBegun) begunSlots += 1
    if (isCutOff && !isClosed) cutOffSlots += 1
    if (isOpen) maxBookable = Math.max(maxBookable ?? 0, Math.min(capacity, total))
    const fits = isOpen && remaining >= visitors
    if (fits) available = true
    const waitlist = isOpen && remaining === 0 ? true : null
    timeSlots.push({ time: start, capacity, booked: taken, remaining, available: fits, waitlist, bookableUntil })
  }
  return {
    date,
    available,
    reason: available
      ? null
      : unavailableReason(query, { all: timeSlots.length, begun: begunSlots, cutOff: cutOffSlots }, maxBookable),
    capacity: { total, booked, remaining: Math.min(dayLeft, slotsLeft) },
    timeSlots,
  }
}

function unavailableReason(
  { time, visitors }: AvailabilityQuery,
  slots: { readonly all: number; readonly begun: number; readonly cutOff: number },
  maxBookable: number | null,
): DayReason {
  if (time && slots.all === 0) return 'not_a_slot'
  if (maxBookable === null) {
    if (slots.cutOff > 0) return 'cutoff_passed'
    return slots.all > 0 && slots.begun === slots.all ? 'past_date' : 'closed_by_operator'
  }
  return visitors > maxBookable ? 'too_many_visitors' : 'fully_booked'
}
