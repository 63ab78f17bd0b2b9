import { slotsOn, type Schedule, type SlotKey } from '../../availability/index.ts'
import type { Closing } from '../../disruption/index.ts'
import type { BookedSlot } from '../store/standing.ts'

/** When a tour departs, for how many people. */
export interface Timetable {
  readonly timezone: string
  readonly departures: Schedule
}

/** Departures of a tour before a change and after. */
export interface DeparturesChange {
  readonly before: Timetable
  readonly after: Timetable
}

/** Booked departures that a change takes something from. */
export interface LostDepartures {
  /** They are gone or cancelled, or at another instant than their reservations say. */
  readonly taken: readonly SlotKey[]
  /** They take place, for fewer people than are booked. */
  readonly small: readonly SlotKey[]
}

/** Which of the booked departures a change takes away or makes too small; others that were so before stay so. */
export function lostDepartures(booked: readonly BookedSlot[], { before, after }: DeparturesChange): LostDepartures {
  const isMoved = before.timezone !== after.timezone
  const taken: SlotKey[] = []
  const small: SlotKey[] = []
  for (const { date, time, booked: people } of booked) {
    const [had, has] = [departureAt(before, date, time), departureAt(after, date, time)]
    if (!had) continue
    if (!has || isMoved) taken.push({ date, time })
    else if (has.capacity < people && has.capacity < had.capacity) small.push({ date, time })
  }
  return { taken, small }
}

const departureAt = ({ timezone, departures }: Timetable, date: string, time: string) =>
  slotsOn(departures, timezone, date).find((departure) => departure.time === time && !departure.isCancelled)

/** The closing of the departures that a change takes from reservations; null without any. */
export function closedDepartures(tourId: string, { taken, small }: LostDepartures): Closing | null {
  const slots = [...taken, ...small].sort((a, b) => (`${a.date} ${a.time}` < `${b.date} ${b.time}` ? -1 : 1))
  const [first, last] = [slots[0], slots.at(-1)]
  if (!first || !last) return null
  return {
    cause: small.length > 0 ? 'capacity' : 'departures',
    scope: {
      productId: tourId,
      productType: 'tour',
      from: first.date,
      to: last.date,
      times: [...new Set(slots.map(({ time }) => time))].sort(),
      slots,
    },
    reason: null,
    text: null,
  }
}
