import { instantsOn, minute, weekdayOf, type LocalDateTime } from '../../../../platform/values/clock.ts'
import { cutoffMinutesOn } from '../../../../schema/visit-terms.ts'
import { isInClosure, slotCapacity, type Inventory } from './inventory.ts'
import type { ProductTerms } from './product-terms.ts'
import { slotsOn, type ScheduledSlot } from './schedule.ts'
import { leftAt, placesAtStops, stopsOfDay, type Stop, type StopInventories, type StopPlaces } from './stops.ts'

/** The slots that can be booked at an instant: those whose cutoff is later, up to a last day. */
export interface BookingWindow {
  readonly instant: Date
  /** The same by the product's own clock, as is the last date. */
  readonly now: LocalDateTime
  readonly lastDate: string
}

/** A question about the days of a product. */
export interface ProductQuery extends BookingWindow {
  readonly terms: ProductTerms
  readonly inventory: Inventory
  /** Of the cenotes at which it stops. */
  readonly stops: StopInventories
  /** People that must find room in one slot. */
  readonly visitors: number
  /** Whether the size of the party is not known yet, so that the minimum of the product does not apply. */
  readonly isAnyParty?: boolean
  /** Whether slots of today are sold until they end, as on site, and not only until their cutoff. */
  readonly sellsBegun?: boolean
  /** Only the slot at this time. */
  readonly time?: string | null | undefined
}

/** A slot as the contract shows it: an hour of a cenote, or a departure of a tour. */
export interface Slot {
  readonly time: string
  /** When it ends, in milliseconds since 1970. */
  readonly endsAt: number
  readonly capacity: number
  readonly booked: number
  /** People it still accepts, 0 once booking it has ended; the remaining capacity of the day applies too. */
  readonly remaining: number
  readonly available: boolean
  /** Its places, or those of its day, are all booked; null also when the operator closed it or booking it has ended. */
  readonly waitlist: true | null
  /** The instant at which booking it ends, in milliseconds since 1970. */
  readonly bookableUntil: number
  readonly reason: SlotReason | null
  /** The stop that is closed or full, when that is the reason. */
  readonly stop: Stop | null
  /** The stop that takes fewer people than the slot itself, the one that takes fewest; null when none does. */
  readonly limitedBy: Stop | null
}

/**
 * Why a party cannot book a day, the first reason that holds. Only `fully_booked` and `stop_full` are caused by other
 * bookings: the party would fit into an empty day.
 */
export type DayReason = ClosedReason | 'closed_weekday' | 'not_a_slot' | SlotReason
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
/** Reasons that close a day regardless of its slots. */
export type ClosedReason = 'inactive' | 'past_date' | 'too_far_ahead' | 'maintenance'

export interface Day {
  readonly date: string
  readonly available: boolean
  readonly reason: DayReason | null
  /** Null when closed, except by a closure. `remaining` counts only slots that can still be booked. */
  readonly capacity: { readonly total: number; readonly booked: number; readonly remaining: number } | null
  readonly timeSlots: readonly Slot[]
}

/** Why a day is closed regardless of its slots, the first reason that holds. */
export function closedReason(
  {
    terms,
    inventory,
    now,
    lastDate,
  }: Pick<ProductQuery, 'inventory' | 'now' | 'lastDate'> & { readonly terms: Pick<ProductTerms, 'isActive'> },
  date: string,
): ClosedReason | null {
  if (!terms.isActive) return 'inactive'
  if (date < now.date) return 'past_date'
  if (date > lastDate) return 'too_far_ahead'
  return isInClosure(inventory, date) ? 'maintenance' : null
}

/** The slots of a date with their places. */
export function productDay(query: ProductQuery, date: string): Day {
  const { terms, inventory, time, instant, sellsBegun = false } = query
  const { daily = Infinity, durationMinutes, bookingCutoffMinutes, cutoffs = [] } = terms
  const weekday = weekdayOf(date)
  // A cenote is open on its weekdays even without slots or places; a tour only with a departure that has places.
  const isOpen = terms.daysOpen?.includes(weekday) === true
  const slots = slotsOn(terms.schedule, terms.timezone, date)
  const day = inventory.days.get(date)
  const booked = day?.booked ?? 0
  const capacityOf = (slot: ScheduledSlot): number => slotCapacity(slot.capacity, day?.slots.get(slot.time))
  const total = terms.daily ?? slots.reduce((sum, slot) => sum + (slot.isCancelled ? 0 : capacityOf(slot)), 0)
  const closed = closedReason(query, date) ?? (slots.length === 0 && !isOpen ? 'closed_weekday' : null)
  if (closed) {
    // People who are booked on a day that the operator closed are still to be received or notified.
    const capacity = closed === 'maintenance' ? { total, booked, remaining: 0 } : null
    return { date, available: false, reason: closed, capacity, timeSlots: [] }
  }
  const dayLeft = Math.max(0, daily - booked)
  const present = instant.getTime()
  const cutoff = cutoffMinutesOn(weekday, bookingCutoffMinutes, cutoffs) * minute
  const startOf = instantsOn(date, terms.timezone)
  const stopsOfDate = stopsOfDay(terms, date)
  const timeSlots: Slot[] = []
  const bookable: BookableSlot[] = []
  let furthest = -1
  for (const slot of slots) {
    const startsAt = startOf(slot.time)
    const endsAt = startsAt + durationMinutes * minute
    const bookableUntil = startsAt - cutoff
    const state = day?.slots.get(slot.time)
    const capacity = slotCapacity(slot.capacity, state)
    const taken = state?.booked ?? 0
    const left = Math.min(Math.max(0, capacity - taken), dayLeft)
    const stops = placesAtStops(stopsOfDate, query.stops, startsAt)
    // Why no party can book it.
    let closedFor: SlotReason | null = null
    if (slot.isCancelled) closedFor = 'departure_cancelled'
    else if ((sellsBegun ? endsAt : startsAt) <= present) closedFor = 'past_date'
    else if (state?.closed === true || (capacity === 0 && !isOpen)) closedFor = 'closed_by_operator'
    else if (stops.some((stop) => !stop.isOpen)) closedFor = 'stop_closed'
    else if (!sellsBegun && bookableUntil <= present) closedFor = 'cutoff_passed'
    const limiting = limitingStop(left, stops)
    const remaining = closedFor ? 0 : limiting ? leftAt(limiting) : left
    if (!closedFor) bookable.push({ remaining, stops })
    if (time && slot.time !== time) continue
    const reason = closedFor ?? closedForParty(query, Math.min(capacity, daily), left, stops)
    furthest = Math.max(furthest, reason === null ? slotReasons.length : slotReasons.indexOf(reason))
    timeSlots.push({
      time: slot.time,
      endsAt,
      capacity,
      booked: taken,
      remaining,
      available: reason === null,
      waitlist: !closedFor && remaining === 0 ? true : null,
      bookableUntil,
      reason,
      stop: stopOf(reason, stops, query),
      limitedBy: limiting?.stop ?? null,
    })
  }
  const available = furthest === slotReasons.length
  return {
    date,
    available,
    reason: available ? null : (slotReasons[furthest] ?? (time ? 'not_a_slot' : 'closed_by_operator')),
    capacity: { total, booked, remaining: Math.min(dayLeft, leftInAll(bookable)) },
    timeSlots,
  }
}

/** Why a party cannot book an open slot that holds so many people and has so many places left; null when it has room. */
function closedForParty(
  { visitors, terms, isAnyParty }: ProductQuery,
  holds: number,
  left: number,
  stops: readonly StopPlaces[],
): SlotReason | null {
  if (isAnyParty !== true && visitors < terms.minParty) return 'below_minimum'
  if (visitors > holds || stops.some((stop) => visitors > stop.holds)) return 'too_many_visitors'
  if (visitors > left) return 'fully_booked'
  return stops.some((stop) => leftAt(stop) < visitors) ? 'stop_full' : null
}

function stopOf(reason: SlotReason | null, stops: readonly StopPlaces[], { visitors }: ProductQuery): Stop | null {
  if (reason === 'stop_closed') return stops.find(({ isOpen }) => !isOpen)?.stop ?? null
  if (reason === 'stop_full') return stops.find((stop) => leftAt(stop) < visitors)?.stop ?? null
  return null
}

/** The stop with the fewest places of those that have fewer left than the slot itself. */
function limitingStop(left: number, stops: readonly StopPlaces[]): StopPlaces | null {
  let limiting: StopPlaces | null = null
  for (const stop of stops) if (leftAt(stop) < (limiting ? leftAt(limiting) : left)) limiting = stop
  return limiting
}

interface BookableSlot {
  readonly remaining: number
  readonly stops: readonly StopPlaces[]
}

/** People that the slots of a date still take together: places at stops that they share are counted once. */
function leftInAll(slots: readonly BookableSlot[]): number {
  let sum = 0
  const earlier: BookableSlot[] = []
  for (const { remaining, stops } of slots) {
    let left = remaining
    if (earlier.length > 0)
      for (const { stop, slotLeft, dayLeft } of stops)
        left = Math.min(left, slotLeft - peopleAt(earlier, stop, true), dayLeft - peopleAt(earlier, stop, false))
    left = Math.max(0, left)
    sum += left
    earlier.push({ remaining: left, stops })
  }
  return sum
}

/** People of some slots who are in the slot of a stop, or on its day. */
function peopleAt(slots: readonly BookableSlot[], at: Stop, inSlot: boolean): number {
  let people = 0
  for (const { remaining, stops } of slots)
    for (const { stop } of stops)
      if (stop.cenoteId === at.cenoteId && stop.date === at.date && (!inSlot || stop.time === at.time)) {
        people += remaining
        break
      }
  return people
}
