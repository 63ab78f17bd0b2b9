import type { GateSlotsQuery } from '../../generated/operations.ts'

type Day = NonNullable<GateSlotsQuery['cenote']>['availability']['days'][number]

export interface SaleSlot {
  readonly time: string
  readonly left: number
  readonly hasBegun: boolean
}

/** The slots of today that can still be sold: until they end, an hour after they began, whatever their cutoff. */
export function saleSlots(day: Day | undefined, now: string, instant = new Date()): readonly SaleSlot[] {
  if (!day) return []
  const dayLeft = day.capacity ? Math.max(0, day.capacity.total - day.capacity.booked) : 0
  return day.timeSlots.flatMap(({ time, capacity, booked, remaining, bookableUntil }) => {
    if (hourAfter(time) <= now) return []
    const hasBegun = time <= now
    // Availability counts no places of a slot once booking it has ended for partners.
    const hasEnded = hasBegun || Date.parse(bookableUntil) <= instant.getTime()
    const left = hasEnded ? Math.min(dayLeft, Math.max(0, capacity - booked)) : remaining
    return left > 0 ? [{ time, left, hasBegun }] : []
  })
}

const hourAfter = (time: string): string => `${String(Number(time.slice(0, 2)) + 1).padStart(2, '0')}${time.slice(2)}`
