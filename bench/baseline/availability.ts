import { addDays, midnightOf, minutesOf, slotTimes, weekdayOf } from './calendar.ts'
import { booking, catalog, prepared, pricing } from './databases.ts'

export interface Terms {
  readonly adult: number
  readonly currency: string
  readonly daily: number
  readonly hourly: number
  readonly open: string
  readonly close: string
  readonly timezone: string
  readonly daysOpen: string[]
  readonly cutoffs: { readonly weekday: string; readonly minutes: number }[]
  readonly cutoff: number
}

export const termsStatement = `SELECT adult_cents AS adult, currency, daily_capacity AS daily, hourly_capacity AS hourly,
  open_time AS open, close_time AS close, timezone, days_open AS "daysOpen", cutoffs, booking_cutoff_minutes AS cutoff
  FROM cenote WHERE id = $1 AND is_active`

/** Milliseconds since 1970 at which booking a slot ends, by its time. */
export function bookableUntilOn({ timezone, cutoffs, cutoff }: Terms, date: string): (time: string) => number {
  const own = cutoffs.find(({ weekday }) => weekday === weekdayOf(date))?.minutes ?? cutoff
  const midnight = midnightOf(date, timezone)
  return (time) => midnight + (minutesOf(time) - own) * 60_000
}

interface SlotRow {
  readonly date: string
  readonly time: string
  readonly booked: number
  readonly capacity: number | null
  readonly closed: boolean
}

/** The days of a cenote: the response of GET /api/partner/cenotes/:id/availability. All of them must be open. */
export async function availability(id: string, from: string, to: string): Promise<object> {
  const range = [id, from, to]
  const [[terms], days, slots, [closure], [child]] = await Promise.all([
    prepared<Terms>(catalog, 'availability-terms', termsStatement, [id]),
    prepared<{ date: string; booked: number }>(
      booking,
      'availability-days',
      'SELECT visit_date AS date, booked FROM inventory_day WHERE product_id = $1 AND visit_date BETWEEN $2 AND $3',
      range,
    ),
    prepared<SlotRow>(
      booking,
      'availability-slots',
      `SELECT visit_date AS date, visit_time AS time, booked, coalesce(capacity, event_capacity) AS capacity, closed
       FROM inventory_slot WHERE product_id = $1 AND visit_date BETWEEN $2 AND $3`,
      range,
    ),
    prepared(
      booking,
      'availability-restrictions',
      `SELECT 1 FROM closure WHERE cenote_id = $1 AND end_date >= $2 AND start_date <= $3
       UNION ALL SELECT 1 FROM special_event WHERE cenote_id = $1 AND event_date BETWEEN $2 AND $3
       UNION ALL SELECT 1 FROM inventory_slot WHERE product_id = $1 AND visit_date BETWEEN $2 AND $3 AND note IS NOT NULL`,
      range,
    ),
    prepared<{ multiplier: number }>(
      pricing,
      'availability-child',
      `SELECT multiplier FROM age_configuration
       WHERE is_active AND category = 'child' AND (source = 'global' OR product_id = $1) ORDER BY product_id NULLS LAST LIMIT 1`,
      [id],
    ),
  ])
  if (!terms || closure || !child) throw new Error('not an ordinary week')
  const bookedOn = new Map(days.map(({ date, booked }) => [date, booked]))
  const slotAt = new Map(slots.map((slot) => [slot.date + slot.time, slot]))
  const times = slotTimes(terms.open, terms.close)
  const now = Date.now()
  const prices = {
    adult: terms.adult / 100,
    child: Math.round((terms.adult * child.multiplier) / 10_000) / 100,
    currency: terms.currency,
  }
  const shown: object[] = []
  for (let date = from; date <= to; date = addDays(date, 1)) {
    if (!terms.daysOpen.includes(weekdayOf(date))) throw new Error('not an ordinary week')
    const booked = bookedOn.get(date) ?? 0
    const dayLeft = Math.max(0, terms.daily - booked)
    let slotsLeft = 0
    let isAvailable = false
    const untilOf = bookableUntilOn(terms, date)
    const timeSlots = times.map((time) => {
      const slot = slotAt.get(date + time)
      const capacity = Math.min(slot?.capacity ?? terms.hourly, terms.hourly)
      const taken = slot?.booked ?? 0
      const bookableUntil = untilOf(time)
      const isOpen = !slot?.closed && bookableUntil > now
      const left = isOpen ? Math.max(0, capacity - taken) : 0
      slotsLeft += left
      const remaining = Math.min(left, dayLeft)
      const available = remaining >= 1
      isAvailable ||= available
      const waitlist = isOpen && remaining === 0
      return {
        time,
        available,
        capacity,
        booked: taken,
        remaining,
        ...(waitlist ? { waitlist } : {}),
        bookableUntil: new Date(bookableUntil),
      }
    })
    if (!isAvailable) throw new Error('not an ordinary week')
    const capacity = { total: terms.daily, booked, remaining: Math.min(dayLeft, slotsLeft) }
    shown.push({ date, available: true, capacity, timeSlots, pricing: prices })
  }
  return {
    success: true,
    message: 'availability.retrieved_successfully',
    data: {
      cenoteId: id,
      dateRange: { start: from, end: to },
      requestedVisitors: 1,
      availability: shown,
      restrictions: [],
      recommendations: [],
    },
    _sandbox: true,
  }
}
