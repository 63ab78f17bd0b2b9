import type { GraphQLError } from 'graphql'
import type { Statements } from '../../../platform/postgres/database.ts'
import { weekdayOf } from '../../../platform/values/clock.ts'
import { apiError } from '../../../schema/errors.ts'
import { slotTimes, type CenoteTerms, type OpeningHours, type SlotKey } from '../availability/index.ts'
import { slotsBookedAbove } from './store/days.ts'
import { countReservations, readBookedSlots, type BookedSlot } from './store/standing.ts'

/** Refusals of changes of a calendar that would take places from reservations. */

/** How many slots an error names. */
const maxNamed = 20

/** RESERVATIONS_AFFECTED with the numbers, and the first slots concerned. */
const reservationsAffected = (reservations: number, people: number, slots: readonly object[]): GraphQLError =>
  apiError('RESERVATIONS_AFFECTED', { reservations, people, slotCount: slots.length, slots: slots.slice(0, maxNamed) })

/** RESERVATIONS_AFFECTED when more is booked of some slots than a capacity. */
export async function requireBookedCapacity(
  client: Statements,
  cenoteId: string,
  slots: readonly SlotKey[],
  capacity: number,
): Promise<void> {
  const above = await slotsBookedAbove(client, cenoteId, slots, capacity)
  if (above.length === 0) return
  const people = above.reduce((sum, { booked }) => sum + booked, 0)
  throw reservationsAffected(await countReservations(client, cenoteId, above), people, above)
}

interface Opening extends Pick<CenoteTerms, 'capacity'> {
  readonly schedule: OpeningHours
}

/** When a cenote is open and how many people it holds, before a change and after. */
export interface OpeningChange {
  readonly before: { readonly schedule: OpeningHours }
  readonly after: Opening
}

/** RESERVATIONS_AFFECTED when places booked from a date on would not be there after a change. */
export async function requireBookedPlaces(
  client: Statements,
  cenoteId: string,
  from: string,
  { before, after }: OpeningChange,
): Promise<void> {
  const lost = lostPlaces(await readBookedSlots(client, cenoteId, from), before, after)
  if (lost.length === 0) return
  throw reservationsAffected(
    await countReservations(client, cenoteId, lost),
    lost.reduce((people, { booked }) => people + booked, 0),
    lost,
  )
}

/** Booked places that a schedule and capacity would no longer have room for. */
interface LostPlaces extends BookedSlot {
  readonly reason: 'day_closed' | 'slot_removed' | 'capacity_below_booked' | 'time_zone_changed'
  /** The capacity that the slot or the day would have. */
  readonly capacity: number
}

/** Which booked slots a cenote would not keep under other terms. */
function lostPlaces(booked: readonly BookedSlot[], before: OpeningChange['before'], after: Opening): LostPlaces[] {
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
