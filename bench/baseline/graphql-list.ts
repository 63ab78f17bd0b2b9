import { addDays, localNow, slotTimes, weekdayOf } from './calendar.ts'
import { booking, catalog, prepared, pricing } from './databases.ts'

interface ListedCenote {
  id: string
  name: string
  slug: string
  latitude: number
  longitude: number
  state: string
  municipality: string
  adult: number
  currency: string
  daily: number
  hourly: number
  open: string
  close: string
  timezone: string
  daysOpen: string[]
  total: number
}
interface AgeRow {
  productId: string | null
  category: string
  minAge: number
  maxAge: number | null
  multiplier: number
  source: string
}
interface ServiceRow {
  id: string
  cenoteId: string
  name: { en: string; es: string }
  category: string
  inclusion: string
  price: number | null
  active: boolean
  minutes: number | null
}
interface SlotRow {
  id: string
  date: string
  time: string
  booked: number
  capacity: number | null
  closed: boolean
}

const categories = ['infant', 'child', 'teen', 'adult', 'senior']
/** Ten cenotes with a week's availability, ages and services: the response of the GraphQL list. */
export async function graphqlList(from: string, offset: number): Promise<object> {
  const cenotes = await prepared<ListedCenote>(
    catalog,
    'list',
    `SELECT id, name_en AS name, slug, latitude, longitude, state, municipality, adult_cents AS adult,
       currency, daily_capacity AS daily, hourly_capacity AS hourly, open_time AS open,
       close_time AS close, timezone, days_open AS "daysOpen", (count(*) OVER ())::integer AS total
     FROM cenote WHERE is_active ORDER BY name_en COLLATE "en-x-icu", id LIMIT 10 OFFSET $1`,
    [offset],
  )
  const ids = cenotes.map(({ id }) => id)
  const dates = Array.from({ length: 7 }, (_, index) => addDays(from, index))
  const range = [ids, from, dates[6]]
  const [days, slots, closures, ages, services] = await Promise.all([
    prepared<{ id: string; date: string; booked: number }>(
      booking,
      'days',
      'SELECT product_id AS id, visit_date AS date, booked FROM inventory_day WHERE product_id = ANY($1) AND visit_date BETWEEN $2 AND $3',
      range,
    ),
    prepared<SlotRow>(
      booking,
      'slots',
      'SELECT product_id AS id, visit_date AS date, visit_time AS time, booked, capacity, closed FROM inventory_slot WHERE product_id = ANY($1) AND visit_date BETWEEN $2 AND $3',
      range,
    ),
    prepared<{ id: string; start: string; end: string }>(
      booking,
      'closures',
      'SELECT cenote_id AS id, start_date AS start, end_date AS end FROM closure WHERE cenote_id = ANY($1) AND end_date >= $2 AND start_date <= $3',
      range,
    ),
    prepared<AgeRow>(
      pricing,
      'ages',
      `SELECT product_id AS "productId", category, min_age AS "minAge", max_age AS "maxAge", multiplier, source
       FROM age_configuration WHERE is_active AND (source = 'global' OR product_id = ANY($1))`,
      [ids],
    ),
    prepared<ServiceRow>(
      pricing,
      'services',
      `SELECT id, cenote_id AS "cenoteId", name, category, inclusion_type AS inclusion, price_cents AS price,
         is_active AS active, duration_minutes AS minutes
       FROM cenote_service WHERE cenote_id = ANY($1) ORDER BY display_order, id`,
      [ids],
    ),
  ])
  const bookedOn = new Map(days.map((day) => [day.id + day.date, day.booked]))
  const slotAt = new Map(slots.map((slot) => [slot.id + slot.date + slot.time, slot]))
  const ageOf = (cenoteId: string, category: string): AgeRow => {
    const candidates = ages.filter((age) => age.category === category)
    const age =
      candidates.find(({ productId }) => productId === cenoteId) ??
      candidates.find(({ productId }) => productId === null)
    if (!age) throw new Error(`No age configuration for ${category}`)
    return age
  }
  const nodes = cenotes.map((cenote) => {
    const priceOf = (category: string): number =>
      Math.round((cenote.adult * ageOf(cenote.id, category).multiplier) / 10_000)
    const now = localNow(cenote.timezone)
    const times = slotTimes(cenote.open, cenote.close)
    const closed = closures.filter(({ id }) => id === cenote.id)
    return {
      id: cenote.id,
      name: cenote.name,
      slug: cenote.slug,
      location: {
        latitude: cenote.latitude,
        longitude: cenote.longitude,
        state: cenote.state,
        municipality: cenote.municipality,
      },
      pricing: {
        adultCents: cenote.adult,
        childCents: priceOf('child'),
        seniorCents: priceOf('senior'),
        currency: cenote.currency,
      },
      availability: {
        days: dates.map((date) => {
          const weekday = weekdayOf(date)
          const booked = bookedOn.get(cenote.id + date) ?? 0
          if (closed.some(({ start, end }) => start <= date && date <= end)) {
            const capacity = { total: cenote.daily, booked, remaining: 0 }
            return { date, available: false, reason: 'MAINTENANCE', capacity, timeSlots: [] }
          }
          if (!cenote.daysOpen.includes(weekday))
            return { date, available: false, reason: 'CLOSED_WEEKDAY', capacity: null, timeSlots: [] }
          const dayLeft = Math.max(0, cenote.daily - booked)
          let slotsLeft = 0
          let available = false
          const timeSlots = times.map((time) => {
            const slot = slotAt.get(cenote.id + date + time)
            const isOpen = !slot?.closed && `${date} ${time}` > now
            const capacity = isOpen ? (slot?.capacity ?? cenote.hourly) : 0
            const slotLeft = Math.max(0, capacity - (slot?.booked ?? 0))
            slotsLeft += slotLeft
            const remaining = Math.min(slotLeft, dayLeft)
            available ||= remaining >= 1
            return { time, available: remaining >= 1, remaining }
          })
          return {
            date,
            available,
            reason: available ? null : times.every((time) => `${date} ${time}` <= now) ? 'PAST_DATE' : 'FULLY_BOOKED',
            capacity: { total: cenote.daily, booked, remaining: Math.min(dayLeft, slotsLeft) },
            timeSlots,
          }
        }),
      },
      ageConfigurations: categories.map((category) => {
        const age = ageOf(cenote.id, category)
        return {
          category: category.toUpperCase(),
          minAge: age.minAge,
          maxAge: age.maxAge,
          pricingMultiplier: age.multiplier / 10_000,
          source: age.source.toUpperCase(),
        }
      }),
      services: services
        .filter(({ cenoteId }) => cenoteId === cenote.id)
        .map(({ id, name, category, inclusion, price, active, minutes }) => ({
          id,
          name: { en: name.en, es: name.es },
          category: category.toUpperCase(),
          inclusionType: inclusion.toUpperCase(),
          priceCents: price,
          isBookable: inclusion === 'optional' && active,
          durationMinutes: minutes,
        })),
    }
  })
  return { data: { cenotes: { totalCount: cenotes[0]?.total ?? 0, nodes } } }
}
