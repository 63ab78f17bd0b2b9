import { addDays, daysBetween, existsLocally, weekdayOf } from '../../../platform/clock.ts'

/** What the catalog says about when and for how many a cenote is open. */
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

/** Taken places and overrides of one cenote; days and slots without a row are empty. */
export interface Inventory {
  /** Booked people by date. */
  readonly days: ReadonlyMap<string, number>
  /** By date and time, as made by `slotKey`. */
  readonly slots: ReadonlyMap<
    string,
    { readonly booked: number; readonly capacity: number | null; readonly closed: boolean }
  >
  readonly closures: readonly { readonly startDate: string; readonly endDate: string; readonly reason: string }[]
}

export const slotKey = (date: string, time: string): string => `${date} ${time}`

/** The inventory as it would be without the places that somebody has. */
export function placesWithout<I extends Inventory>(
  inventory: I,
  held: { readonly visitDate: string; readonly visitTime: string; readonly people: number },
): I {
  const days = new Map(inventory.days)
  const slots = new Map(inventory.slots)
  const key = slotKey(held.visitDate, held.visitTime)
  const slot = slots.get(key)
  days.set(held.visitDate, Math.max(0, (days.get(held.visitDate) ?? 0) - held.people))
  if (slot) slots.set(key, { ...slot, booked: Math.max(0, slot.booked - held.people) })
  return { ...inventory, days, slots }
}

/** A moment on a cenote's own clock. */
export interface LocalNow {
  readonly date: string
  readonly time: string
}

export interface Slot {
  readonly time: string
  readonly capacity: number
  readonly booked: number
  /** People it still takes; the day's rest binds too. */
  readonly remaining: number
  readonly available: boolean
  /** Nobody else finds room; a slot that the operator closed is not full. */
  readonly full: boolean
}

export interface Day {
  readonly date: string
  readonly available: boolean
  readonly reason: ClosedReason | 'fully_booked' | null
  /** Null when closed. */
  readonly capacity: { readonly total: number; readonly booked: number; readonly remaining: number } | null
  readonly slots: readonly Slot[]
}

export type ClosedReason = 'inactive' | 'maintenance' | 'closed_weekday'

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
const timeOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

/**
 * Slots are hourly from opening up to the last full hour before closing (decisions 5). One that the clocks skip, where
 * they are put forward that night, is not there.
 */
export function slotTimes({ openTime, closeTime, timezone }: CenoteTerms['schedule'], date: string): string[] {
  const times: string[] = []
  const close = minutesOf(closeTime)
  for (let start = minutesOf(openTime); start + 60 <= close; start += 60) {
    const time = timeOf(start)
    if (existsLocally(date, time, timezone)) times.push(time)
  }
  return times
}

/** Why a day is closed, the first reason that holds; null when it is open. */
export function closedReason(terms: CenoteTerms, inventory: Inventory, date: string): ClosedReason | null {
  if (!terms.isActive) return 'inactive'
  if (inventory.closures.some(({ startDate, endDate }) => startDate <= date && date <= endDate)) return 'maintenance'
  return terms.schedule.daysOpen.includes(weekdayOf(date)) ? null : 'closed_weekday'
}

/** Room of one day for a party; `time` narrows the slots (specification 2.6, decisions 5). */
export function dayRoom(
  terms: CenoteTerms,
  inventory: Inventory,
  date: string,
  visitors: number,
  now: LocalNow,
  time?: string | null,
): Day {
  const closed = closedReason(terms, inventory, date)
  if (closed) return { date, available: false, reason: closed, capacity: null, slots: [] }
  const total = terms.capacity.daily
  const booked = inventory.days.get(date) ?? 0
  const remaining = Math.max(0, total - booked)
  const slots = slotTimes(terms.schedule, date)
    .filter((start) => !time || start === time)
    .map((start): Slot => {
      const row = inventory.slots.get(slotKey(date, start))
      const capacity = row?.capacity ?? terms.capacity.hourly
      const taken = row?.booked ?? 0
      const closed = row?.closed ?? false
      const left = closed ? 0 : Math.max(0, Math.min(capacity - taken, remaining))
      const begun = date < now.date || (date === now.date && start <= now.time)
      return {
        time: start,
        capacity,
        booked: taken,
        remaining: left,
        available: !begun && left >= visitors,
        full: !closed && left === 0,
      }
    })
  const available = slots.some((slot) => slot.available)
  return { date, available, reason: available ? null : 'fully_booked', capacity: { total, booked, remaining }, slots }
}

export const searchDays = 60

/** The next date within 60 days after one that has room, as `roomOf` tells. */
export function nextAvailable(after: string, roomOf: (date: string) => Day): string | null {
  for (let days = 1; days <= searchDays; days += 1) {
    const date = addDays(after, days)
    if (roomOf(date).available) return date
  }
  return null
}

/** Up to `count` slots with room, nearest to what was asked for first: by day, then by hour. */
export function nearestSlots(
  terms: CenoteTerms,
  inventory: Inventory,
  wanted: { date: string; time?: string | null },
  visitors: number,
  now: LocalNow,
  count = 3,
): { date: string; time: string; remaining: number }[] {
  const found: { date: string; time: string; remaining: number; days: number; minutes: number }[] = []
  const wantedMinutes = wanted.time ? minutesOf(wanted.time) : 0
  const from = wanted.date < now.date ? now.date : wanted.date
  const consider = (date: string): void => {
    for (const slot of dayRoom(terms, inventory, date, visitors, now).slots) {
      if (!slot.available || (date === wanted.date && slot.time === wanted.time)) continue
      const { time, remaining } = slot
      found.push({
        date,
        time,
        remaining,
        days: Math.abs(daysBetween(from, date)),
        minutes: Math.abs(minutesOf(time) - wantedMinutes),
      })
    }
  }
  for (let days = 0; days <= searchDays && found.length < count; days += 1) {
    consider(addDays(from, days))
    if (days > 0 && addDays(from, -days) >= now.date) consider(addDays(from, -days))
  }
  return found
    .sort((a, b) => a.days - b.days || a.minutes - b.minutes || (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
    .slice(0, count)
    .map(({ date, time, remaining }) => ({ date, time, remaining }))
}
