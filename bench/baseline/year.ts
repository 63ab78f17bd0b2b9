import { bookableUntilOn, termsStatement, type Terms } from './availability.ts'
import { addDays, slotTimes, weekdayOf } from './calendar.ts'
import { booking, catalog, prepared } from './databases.ts'

interface DayRow {
  readonly date: string
  /** Of the whole day. */
  readonly booked: number
  /** Times of slots that differ from empty ones, `10:00 12 f 20`: booked, closed, capacity if it is another. */
  readonly slots: string[]
}

const statement = `
  SELECT d.visit_date AS date, d.booked,
    coalesce(array_agg(concat_ws(' ', s.visit_time, s.booked, s.closed, coalesce(s.capacity, s.event_capacity)))
      FILTER (WHERE s.visit_time IS NOT NULL), '{}') AS slots
  FROM inventory_day d LEFT JOIN inventory_slot s USING (product_id, visit_date)
  WHERE d.product_id = $1 AND d.visit_date BETWEEN $2 AND $3 GROUP BY d.visit_date, d.booked`

/** A year of a cenote at a glance: the response of GET /api/partner/cenotes/:id/calendar, for one visitor. */
export async function year(id: string, from: string, to: string): Promise<object> {
  const [[terms], rows, closures] = await Promise.all([
    prepared<Terms>(catalog, 'availability-terms', termsStatement, [id]),
    prepared<DayRow>(booking, 'year', statement, [id, from, to]),
    prepared<{ start: string; end: string }>(
      booking,
      'year-closures',
      'SELECT start_date AS start, end_date AS "end" FROM closure WHERE cenote_id = $1 AND end_date >= $2 AND start_date <= $3',
      [id, from, to],
    ),
  ])
  if (!terms) throw new Error('not an active cenote')
  const dayOn = new Map(rows.map((row) => [row.date, row]))
  const times = slotTimes(terms.open, terms.close)
  const now = Date.now()
  const days: object[] = []
  const closed = (date: string, reason: string): object => ({
    date,
    available: false,
    reason,
    capacity: null,
    firstTime: null,
    fromPrice: null,
  })
  for (let date = from; date <= to; date = addDays(date, 1)) {
    if (closures.some(({ start, end }) => start <= date && date <= end)) {
      days.push(closed(date, 'maintenance'))
      continue
    }
    if (!terms.daysOpen.includes(weekdayOf(date))) {
      days.push(closed(date, 'closed_weekday'))
      continue
    }
    const day = dayOn.get(date)
    const slots = new Map(day?.slots.map((text) => [text.slice(0, 5), text.split(' ')]))
    const dayLeft = Math.max(0, terms.daily - (day?.booked ?? 0))
    const untilOf = bookableUntilOn(terms, date)
    let slotsLeft = 0
    let firstTime: string | null = null
    for (const time of times) {
      const [, booked = '0', isClosed, capacity] = slots.get(time) ?? []
      if (isClosed === 't' || untilOf(time) <= now) continue
      const left = Math.max(0, Math.min(Number(capacity ?? terms.hourly), terms.hourly) - Number(booked))
      slotsLeft += left
      if (firstTime === null && Math.min(left, dayLeft) >= 1) firstTime = time
    }
    days.push({
      date,
      available: firstTime !== null,
      reason: firstTime === null ? 'fully_booked' : null,
      capacity: { total: terms.daily, remaining: Math.min(dayLeft, slotsLeft) },
      firstTime,
      fromPrice: terms.adult / 100,
    })
  }
  return {
    success: true,
    message: 'calendar.retrieved_successfully',
    data: { cenoteId: id, startDate: from, endDate: to, days },
    _sandbox: true,
  }
}
