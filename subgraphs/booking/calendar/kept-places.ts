import { slotTimes, type CenoteTerms } from '../availability/index.ts'
import { weekdayOf } from '../../../platform/values/clock.ts'
import type { BookedSlot } from './store/standing.ts'

/** Booked places that a schedule and capacity would no longer have room for. */
export interface LostPlaces extends BookedSlot {
  readonly reason: 'day_closed' | 'slot_removed' | 'capacity_below_booked' | 'time_zone_changed'
  /** What the slot or the day would hold. */
  readonly capacity: number
}

/** Which booked slots a cenote would not keep under other terms. */
export function lostPlaces(
  booked: readonly BookedSlot[],
  before: Pick<CenoteTerms, 'schedule'>,
  after: Pick<CenoteTerms, 'schedule' | 'capacity'>,
): LostPlaces[] {
  const { schedule, capacity } = after
  const isMoved = schedule.timezone !== before.schedule.timezone
  const bookedOfDay = new Map<string, number>()
  for (const slot of booked) bookedOfDay.set(slot.date, (bookedOfDay.get(slot.date) ?? 0) + slot.booked)
  return booked.flatMap((slot): LostPlaces[] => {
    // The visit would be at another instant than the reservation says.
    if (isMoved) return [{ ...slot, reason: 'time_zone_changed', capacity: capacity.hourly }]
    if (!schedule.daysOpen.includes(weekdayOf(slot.date))) return [{ ...slot, reason: 'day_closed', capacity: 0 }]
    if (!slotTimes(schedule, slot.date).includes(slot.time)) return [{ ...slot, reason: 'slot_removed', capacity: 0 }]
    if (slot.booked > capacity.hourly) return [{ ...slot, reason: 'capacity_below_booked', capacity: capacity.hourly }]
    return (bookedOfDay.get(slot.date) ?? 0) > capacity.daily
      ? [{ ...slot, reason: 'capacity_below_booked', capacity: capacity.daily }]
      : []
  })
}
