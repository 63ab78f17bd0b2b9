import { instantsOn } from '../../../platform/values/clock.ts'
import { closedWhatever, slotReasons, type Day, type DayQuery, type Slot, type SlotReason } from './slots.ts'
import { departuresOn, type Departure } from './departures.ts'
import { leftAt, placesAtStops, stopsOfDay, type Stop, type StopInventories, type StopPlaces } from './stops.ts'
import type { TourTerms } from './tour-terms.ts'

/** A question about the days of a tour. */
export interface TourQuery extends DayQuery {
  readonly terms: TourTerms
  /** Of the cenotes at which it stops. */
  readonly stops: StopInventories
  /** Whether the size of the party is not known yet, so that the minimum of the tour does not apply. */
  readonly isAnyParty?: boolean
}

/** A departure as the contract shows it. */
export interface DepartureSlot extends Slot {
  /** When it ends, in milliseconds since 1970. */
  readonly endsAt: number
  readonly reason: SlotReason | null
  /** The stop that is closed or full, when that is the reason. */
  readonly stop: Stop | null
  /** The stop that takes fewer people than the departure itself, the one that takes fewest; null when none does. */
  readonly limitedBy: Stop | null
}

export interface TourDay extends Day {
  readonly timeSlots: readonly DepartureSlot[]
}

const minuteMilliseconds = 60_000

/** The departures of a date with their places. */
export function tourDay(query: TourQuery, date: string): TourDay {
  const { terms, inventory, time } = query
  const departures = departuresOn(terms, date)
  const day = inventory.days.get(date)
  const booked = day?.booked ?? 0
  const capacityOf = (departure: Departure): number =>
    Math.min(day?.slots.get(departure.time)?.capacity ?? departure.capacity, departure.capacity)
  const total = departures.reduce((sum, departure) => sum + (departure.isCancelled ? 0 : capacityOf(departure)), 0)
  const closed = closedWhatever(query, date) ?? (departures.length === 0 ? 'closed_weekday' : null)
  if (closed) {
    // People who are booked on a day that the operator closed are still to be received or notified.
    const capacity = closed === 'maintenance' ? { total, booked, remaining: 0 } : null
    return { date, available: false, reason: closed, capacity, timeSlots: [] }
  }
  const startOf = instantsOn(date, terms.timezone)
  const stopsOfDate = stopsOfDay(terms, date)
  const timeSlots: DepartureSlot[] = []
  const bookable: BookableDeparture[] = []
  let furthest = -1
  for (const departure of departures) {
    const startsAt = startOf(departure.time)
    const state = day?.slots.get(departure.time)
    const sold: SoldDeparture = {
      isCancelled: departure.isCancelled,
      capacity: capacityOf(departure),
      booked: state?.booked ?? 0,
      isClosed: state?.closed === true,
      startsAt,
      endsAt: startsAt + terms.durationMinutes * minuteMilliseconds,
      bookableUntil: startsAt - terms.bookingCutoffMinutes * minuteMilliseconds,
      stops: placesAtStops(stopsOfDate, query.stops, startsAt),
    }
    const closedFor = closedForAll(sold, query)
    const remaining = closedFor ? 0 : sold.stops.reduce((least, stop) => Math.min(least, leftAt(stop)), ownLeft(sold))
    if (!closedFor) bookable.push({ remaining, stops: sold.stops })
    if (time && departure.time !== time) continue
    const reason = closedFor ?? closedForParty(sold, query)
    furthest = Math.max(furthest, reason === null ? slotReasons.length : slotReasons.indexOf(reason))
    timeSlots.push({
      time: departure.time,
      endsAt: sold.endsAt,
      capacity: sold.capacity,
      booked: sold.booked,
      remaining,
      available: reason === null,
      waitlist: !closedFor && remaining === 0 ? true : null,
      bookableUntil: sold.bookableUntil,
      reason,
      stop: stopOf(reason, sold, query),
      limitedBy: limitingStop(sold),
    })
  }
  const available = furthest === slotReasons.length
  return {
    date,
    available,
    reason: available ? null : (slotReasons[furthest] ?? 'not_a_slot'),
    capacity: { total, booked, remaining: leftInAll(bookable) },
    timeSlots,
  }
}

/** A departure with what is known of its places. */
interface SoldDeparture extends Omit<Departure, 'time'> {
  readonly booked: number
  /** By the operator. */
  readonly isClosed: boolean
  readonly startsAt: number
  readonly endsAt: number
  readonly bookableUntil: number
  readonly stops: readonly StopPlaces[]
}

const ownLeft = ({ capacity, booked }: SoldDeparture): number => Math.max(0, capacity - booked)

/** Why no party can book a departure; null when it is open. */
function closedForAll(departure: SoldDeparture, { instant, sellsBegun = false }: TourQuery): SlotReason | null {
  const present = instant.getTime()
  if (departure.isCancelled) return 'departure_cancelled'
  if ((sellsBegun ? departure.endsAt : departure.startsAt) <= present) return 'past_date'
  if (departure.isClosed || departure.capacity === 0) return 'closed_by_operator'
  if (departure.stops.some(({ isOpen }) => !isOpen)) return 'stop_closed'
  return !sellsBegun && departure.bookableUntil <= present ? 'cutoff_passed' : null
}

/** Why a party cannot book a departure that is open; null when it has room. */
function closedForParty(departure: SoldDeparture, { visitors, terms, isAnyParty }: TourQuery): SlotReason | null {
  if (isAnyParty !== true && visitors < terms.minParty) return 'below_minimum'
  if (visitors > departure.capacity || departure.stops.some(({ holds }) => visitors > holds)) return 'too_many_visitors'
  if (visitors > ownLeft(departure)) return 'fully_booked'
  return departure.stops.some((stop) => leftAt(stop) < visitors) ? 'stop_full' : null
}

function stopOf(reason: SlotReason | null, { stops }: SoldDeparture, { visitors }: TourQuery): Stop | null {
  if (reason === 'stop_closed') return stops.find(({ isOpen }) => !isOpen)?.stop ?? null
  if (reason === 'stop_full') return stops.find((stop) => leftAt(stop) < visitors)?.stop ?? null
  return null
}

function limitingStop(departure: SoldDeparture): Stop | null {
  let [limiting, least]: [Stop | null, number] = [null, ownLeft(departure)]
  for (const places of departure.stops) if (leftAt(places) < least) [limiting, least] = [places.stop, leftAt(places)]
  return limiting
}

interface BookableDeparture {
  readonly remaining: number
  readonly stops: readonly StopPlaces[]
}

/** People that the departures of a date still take together: places that they share are counted once. */
function leftInAll(departures: readonly BookableDeparture[]): number {
  let sum = 0
  const earlier: BookableDeparture[] = []
  for (const { remaining, stops } of departures) {
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

/** People of some departures who are in the slot of a stop, or on its day. */
function peopleAt(departures: readonly BookableDeparture[], at: Stop, inSlot: boolean): number {
  let people = 0
  for (const { remaining, stops } of departures)
    for (const { stop } of stops)
      if (stop.cenoteId === at.cenoteId && stop.date === at.date && (!inSlot || stop.time === at.time)) {
        people += remaining
        break
      }
  return people
}
