/** A slot of a cenote or a departure of a tour, as the availability of a day has it. */
interface Slot {
  readonly time: string
  /** Of a departure; a slot of a cenote ends after an hour. */
  readonly endTime?: string
  readonly capacity: number
  readonly booked: number
  readonly remaining: number
  readonly bookableUntil: string
  /** Of a departure: why it has no room. */
  readonly reason?: string | null
}

interface Day {
  readonly reason: string | null
  readonly capacity: { readonly total: number; readonly booked: number } | null
  readonly timeSlots: readonly Slot[]
}

export interface SaleSlot {
  readonly time: string
  readonly left: number
  readonly hasBegun: boolean
}

/** Reasons of a departure whose own places are left: only partners can no longer book it. */
const endedForPartners: readonly unknown[] = [undefined, null, 'PAST_DATE', 'CUTOFF_PASSED']

/**
 * The slots of a day that can still be sold; `now` is the time where they are, when the day is today. Staff sells them
 * until they end, whatever their cutoff.
 */
export function saleSlots(
  day: Day | null | undefined,
  now: string,
  { isStaff = true, instant = new Date() }: { readonly isStaff?: boolean; readonly instant?: Date } = {},
): readonly SaleSlot[] {
  if (!day) return []
  const dayLeft = day.capacity ? Math.max(0, day.capacity.total - day.capacity.booked) : 0
  return day.timeSlots.flatMap(
    ({ time, endTime = hourAfter(time), capacity, booked, remaining, bookableUntil, reason }) => {
      // A departure that ends before it starts ends on the next day.
      if (endTime > time && endTime <= now) return []
      const hasBegun = time <= now
      // Availability counts no places of a slot once booking it has ended for partners.
      const hasEnded = hasBegun || Date.parse(bookableUntil) <= instant.getTime()
      const isForStaff = isStaff && hasEnded && endedForPartners.includes(reason)
      const left = isForStaff ? Math.min(dayLeft, Math.max(0, capacity - booked)) : remaining
      return left > 0 ? [{ time, left, hasBegun }] : []
    },
  )
}

const hourAfter = (time: string): string => `${String(Number(time.slice(0, 2)) + 1).padStart(2, '0')}${time.slice(2)}`
