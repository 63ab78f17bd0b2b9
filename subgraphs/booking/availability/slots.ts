import {
  clocksChangeOn,
  existsLocally,
  fullHours,
  weekdayOf,
  type LocalDateTime,
} from '../../../platform/values/clock.ts'

/** The catalog's opening days, hours and capacity of a cenote. */
export interface CenoteTerms {
  readonly isActive: boolean
  readonly schedule: {
    /** HH:MM, local. */
    readonly openTime: string
    readonly closeTime: string
    readonly timezone: string
    /** Lowercase English weekdays. */
    readonly daysOpen: readonly string[]
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

/** Places of a reservation. */
interface HeldPlaces {
  readonly visitDate: string
  readonly visitTime: string
  readonly people: number
}

/** The inventory as it would be without the places of one reservation. */
export const placesWithout = <I extends Inventory>(inventory: I, held: HeldPlaces): I =>
  placesWith(inventory, { ...held, people: -held.people })

/** The inventory as it would be with the places of one more reservation. */
export function placesWith<I extends Inventory>(inventory: I, { visitDate, visitTime, people }: HeldPlaces): I {
  const day = inventory.days.get(visitDate) ?? { booked: 0, slots: new Map<string, SlotState>() }
  const slot = day.slots.get(visitTime) ?? { booked: 0, capacity: null, closed: false }
  const slots = new Map(day.slots).set(visitTime, { ...slot, booked: Math.max(0, slot.booked + people) })
  const days = new Map(inventory.days).set(visitDate, { booked: Math.max(0, day.booked + people), slots })
  return { ...inventory, days }
}

/** The slots that can be booked at a moment: those that begin later, up to a last day; all by the cenote's own clock. */
export interface BookingWindow {
  readonly now: LocalDateTime
  readonly lastDate: string
}

/** A question about the days of a cenote. */
export interface AvailabilityQuery extends BookingWindow {
  readonly terms: CenoteTerms
  readonly inventory: Inventory
  /** People that must find room in one slot. */
  readonly visitors: number
  /** Whether slots of today are sold until they end, as on site, and not only until they begin. */
  readonly sellsBegun?: boolean
  /** Only the slot at this time. */
  readonly time?: string | null | undefined
}

/** A slot as the contract shows it. */
export interface Slot {
  readonly time: string
  readonly capacity: number
  readonly booked: number
  /** People it still accepts, 0 once it has begun; the remaining capacity of the day applies too. */
  readonly remaining: number
  readonly available: boolean
  /** Its places, or those of its day, are all booked; null also when the operator closed it or it has begun. */
  readonly waitlist: true | null
}

/**
 * Why a party cannot book a day, the first reason that holds. Only `fully_booked` is caused by other bookings: the
 * party would fit into an empty day.
 */
export type DayReason = ClosedReason | 'not_a_slot' | 'closed_by_operator' | 'too_many_visitors' | 'fully_booked'
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
export const usualSlotTimes = ({ openTime, closeTime }: CenoteTerms['schedule']): readonly string[] =>
  fullHours(openTime, closeTime)

/** Slots of a date. One that the clocks skip, where they are put forward that night, is not there. */
export function slotTimes(schedule: CenoteTerms['schedule'], date: string): readonly string[] {
  const times = usualSlotTimes(schedule)
  if (!clocksChangeOn(date, schedule.timezone)) return times
  return times.filter((time) => existsLocally(date, time, schedule.timezone))
}

/** Why a day is closed as a whole, the first reason that holds; null when it is open. */
export function closedReason(
  { terms, inventory, now, lastDate }: AvailabilityQuery,
  date: string,
): ClosedReason | null {
  if (!terms.isActive) return 'inactive'
  if (date < now.date) return 'past_date'
  if (date > lastDate) return 'too_far_ahead'
  if (inventory.closures.some(({ startDate, endDate }) => startDate <= date && date <= endDate)) return 'maintenance'
  return terms.schedule.daysOpen.includes(weekdayOf(date)) ? null : 'closed_weekday'
}

/** People that a slot holds: the operator may lower the catalog's capacity, not raise it. */
export const slotCapacity = ({ hourly }: CenoteTerms['capacity'], override: number | null | undefined): number =>
  override == null ? hourly : Math.min(override, hourly)

/** When a slot of an hour ends, HH:MM. */
const endOf = (start: string): string => `${String(Number(start.slice(0, 2)) + 1).padStart(2, '0')}${start.slice(2)}`

/** Capacity of one day. */
export function dayAvailability(query: AvailabilityQuery, date: string): Day {
  const closed = closedReason(query, date)
  const { terms, inventory, visitors, time, now, sellsBegun = false } = query
  const total = terms.capacity.daily
  const day = inventory.days.get(date)
  const booked = day?.booked ?? 0
  if (closed) {
    // People who are booked on a day that the operator closed are still to be received or notified.
    const capacity = closed === 'maintenance' ? { total, booked, remaining: 0 } : null
    return { date, available: false, reason: closed, capacity, timeSlots: [] }
  }
  const dayLeft = Math.max(0, total - booked)
  const timeSlots: Slot[] = []
  let available = false
  // People that the slots of the whole day still accept, regardless of the day's limit.
  let slotsLeft = 0
  // Capacity of the largest requested slot that can still be booked; null when there is none.
  let maxBookable: number | null = null
  let begunSlots = 0
  for (const start of slotTimes(terms.schedule, date)) {
    const state = day?.slots.get(start)
    const capacity = slotCapacity(terms.capacity, state?.capacity)
    const taken = state?.booked ?? 0
    const hasBegun = date === now.date && (sellsBegun ? endOf(start) : start) <= now.time
    const isOpen = !hasBegun && state?.closed !== true
    const left = isOpen ? Math.max(0, capacity - taken) : 0
    slotsLeft += left
    if (time && start !== time) continue
    const remaining = Math.min(left, dayLeft)
    if (hasBegun) begunSlots += 1
    if (isOpen) maxBookable = Math.max(maxBookable ?? 0, Math.min(capacity, total))
    const fits = isOpen && remaining >= visitors
    if (fits) available = true
    const waitlist = isOpen && remaining === 0 ? true : null
    timeSlots.push({ time: start, capacity, booked: taken, remaining, available: fits, waitlist })
  }
  return {
    date,
    available,
    reason: available ? null : unavailableReason(query, timeSlots.length, begunSlots, maxBookable),
    capacity: { total, booked, remaining: Math.min(dayLeft, slotsLeft) },
    timeSlots,
  }
}

function unavailableReason(
  { time, visitors }: AvailabilityQuery,
  slotCount: number,
  begunSlots: number,
  maxBookable: number | null,
): DayReason {
  if (time && slotCount === 0) return 'not_a_slot'
  if (maxBookable === null) return slotCount > 0 && begunSlots === slotCount ? 'past_date' : 'closed_by_operator'
  return visitors > maxBookable ? 'too_many_visitors' : 'fully_booked'
}
