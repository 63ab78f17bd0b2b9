// The hand-written peer: one Fastify process, plain pg, the fewest statements we could think of. It does not
// authenticate, limit, validate or negotiate, and imports nothing of the product.
import { createHmac, randomInt, randomUUID } from 'node:crypto'
import Fastify from 'fastify'
import pg from 'pg'

type Row = Record<string, unknown>
interface Text {
  en: string
}
interface List {
  en: string[]
}

const [serverUrl = '', publicUrl = ''] = process.argv.slice(2)
const pool = (database: string): pg.Pool =>
  new pg.Pool({ connectionString: `${serverUrl}/${database}`, max: 10, options: '-c search_path=sandbox,public' })
const catalog = pool('catalog')
const pricing = pool('pricing')
const booking = pool('booking')

const prepared = async <T>(on: pg.Pool | pg.PoolClient, name: string, text: string, values: unknown[]): Promise<T[]> =>
  (await on.query({ name, text, values })).rows as T[]

// --- The GraphQL list ------------------------------------------------------------------------------------------------

interface ListedCenote {
  id: string
  name: string
  slug: string
  latitude: number
  longitude: number
  state: string
  municipality: string
  adult: number
  child: number
  senior: number | null
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
  itemId: string | null
  category: string
  minAge: number
  maxAge: number | null
  multiplier: number
  itemType: string
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
const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
const addDays = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10)

const clocks = new Map<string, Intl.DateTimeFormat>()
/** `YYYY-MM-DD HH:MM` in a time zone. */
function localNow(timezone: string): string {
  let clock = clocks.get(timezone)
  if (!clock) {
    clock = new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, dateStyle: 'short', timeStyle: 'short' })
    clocks.set(timezone, clock)
  }
  return clock.format(new Date())
}

function slotTimes(open: string, close: string): string[] {
  const minutes = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
  const times: string[] = []
  for (let start = minutes(open); start + 60 <= minutes(close); start += 60) {
    times.push(`${String(Math.floor(start / 60)).padStart(2, '0')}:${String(start % 60).padStart(2, '0')}`)
  }
  return times
}

async function graphqlList(from: string): Promise<object> {
  const cenotes = await prepared<ListedCenote>(
    catalog,
    'list',
    `SELECT id, name_en AS name, slug, latitude, longitude, state, municipality, adult_cents AS adult, child_cents AS child,
       senior_cents AS senior, currency, daily_capacity AS daily, hourly_capacity AS hourly, open_time AS open,
       close_time AS close, timezone, days_open AS "daysOpen", (count(*) OVER ())::integer AS total
     FROM cenote WHERE is_active ORDER BY name_en COLLATE "en-x-icu", id LIMIT 10`,
    [],
  )
  const ids = cenotes.map(({ id }) => id)
  const dates = Array.from({ length: 7 }, (_, index) => addDays(from, index))
  const range = [ids, from, dates[6]]
  const [days, slots, closures, ages, services] = await Promise.all([
    prepared<{ id: string; date: string; booked: number }>(
      booking,
      'days',
      'SELECT cenote_id AS id, visit_date AS date, booked FROM inventory_day WHERE cenote_id = ANY($1) AND visit_date BETWEEN $2 AND $3',
      range,
    ),
    prepared<SlotRow>(
      booking,
      'slots',
      'SELECT cenote_id AS id, visit_date AS date, visit_time AS time, booked, capacity, closed FROM inventory_slot WHERE cenote_id = ANY($1) AND visit_date BETWEEN $2 AND $3',
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
      `SELECT item_id AS "itemId", category, min_age AS "minAge", max_age AS "maxAge", multiplier, item_type AS "itemType"
       FROM age_configuration WHERE is_active AND (item_type = 'global' OR item_id = ANY($1))`,
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
  const nodes = cenotes.map((cenote) => {
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
        childCents: cenote.child,
        seniorCents: cenote.senior,
        currency: cenote.currency,
      },
      availability: {
        days: dates.map((date) => {
          const weekday = weekdays[new Date(date).getUTCDay()] ?? ''
          const reason = closed.some(({ start, end }) => start <= date && date <= end)
            ? 'maintenance'
            : cenote.daysOpen.includes(weekday)
              ? null
              : 'closed_weekday'
          if (reason) return { date, available: false, reason, capacity: null, timeSlots: [] }
          const booked = bookedOn.get(cenote.id + date) ?? 0
          const remaining = Math.max(0, cenote.daily - booked)
          let available = false
          const timeSlots = times.map((time) => {
            const slot = slotAt.get(cenote.id + date + time)
            const capacity = slot?.closed ? 0 : (slot?.capacity ?? cenote.hourly)
            const left = Math.max(0, Math.min(capacity - (slot?.booked ?? 0), remaining))
            const free = left >= 1 && `${date} ${time}` > now
            available ||= free
            return { time, available: free, remaining: left }
          })
          return {
            date,
            available,
            reason: available ? null : 'fully_booked',
            capacity: { total: cenote.daily, booked, remaining },
            timeSlots,
          }
        }),
      },
      ageConfigurations: categories.map((category) => {
        const candidates = ages.filter((age) => age.category === category)
        const age =
          candidates.find(({ itemId }) => itemId === cenote.id) ?? candidates.find(({ itemId }) => itemId === null)
        if (!age) throw new Error(`No age configuration for ${category}`)
        return {
          category: category.toUpperCase(),
          minAge: age.minAge,
          maxAge: age.maxAge,
          pricingMultiplier: age.multiplier / 10_000,
          source: age.itemType.toUpperCase(),
        }
      }),
      services: services
        .filter(({ cenoteId }) => cenoteId === cenote.id)
        .map(({ id, name, category, inclusion, price, active, minutes }) => ({
          id,
          name: { en: name.en, es: name.es },
          category,
          inclusionType: inclusion,
          priceCents: price,
          isBookable: inclusion === 'optional' && active,
          durationMinutes: minutes,
        })),
    }
  })
  return { data: { cenotes: { totalCount: cenotes[0]?.total ?? 0, nodes } } }
}

// --- The REST list ---------------------------------------------------------------------------------------------------

interface Quantity {
  avg: number
  unit: string
}
interface FullCenote {
  id: string
  slug: string
  name_en: string
  description_en: string
  latitude: number
  longitude: number
  address: string
  state: string
  municipality: string
  zip_code: string | null
  directions: Text | null
  landmarks: string[] | null
  contact: { phone?: string; email?: string; website?: string; social?: Record<string, string> } | null
  adult_cents: number
  child_cents: number
  senior_cents: number | null
  currency: string
  includes: List
  excludes: List | null
  group_discounts: { minSize: number; discount: number }[] | null
  features: {
    type: string
    depth: { min: number; max: number; unit: string }
    temperature: Quantity
    visibility: Quantity | null
    difficulty: string
    accessibility: { wheelchairAccessible: boolean; stairsToWater: number; platformAvailable: boolean }
  }
  daily_capacity: number
  hourly_capacity: number
  open_time: string
  close_time: string
  timezone: string
  days_open: string[]
  ratings_five: number
  ratings_four: number
  ratings_three: number
  ratings_two: number
  ratings_one: number
  rating_average: number
  images: { id: string; url: string; alt: Text; type: string; order: number }[]
  guidelines: { beforeVisit: List; duringVisit: List; safety: List } | null
  weather: {
    bestVisitingMonths: string[]
    rainySeasonImpact: Text
    temperature: { water: Quantity; air: { min: number; max: number; unit: string } }
  } | null
  conservation: {
    status: string
    protectedBy: string
    conservationEfforts: List
    impact: { environmental: Text; community: Text; economic: Text }
  } | null
  certifications: { name: string; issuer: string; validUntil: string; criteria: string[] }[] | null
  featured: boolean
  popularity: number
  verified_at: Date | null
  is_active: boolean
  created_at: Date
  updated_at: Date
  total: number
}
interface AmenityRow {
  cenote_id: string
  id: string
  name: Text
  category: string
  available: boolean
  hours: string | null
  requirements: List | null
  cost_cents: number
}

/** Undefined members are left out by JSON. */
const some = <T>(value: T | null | undefined): T | undefined => value ?? undefined
const quantity = ({ avg, unit }: Quantity): Quantity => ({ avg, unit })

async function restList(): Promise<object> {
  const found = await prepared<FullCenote>(
    catalog,
    'rest-list',
    `SELECT id, slug, name_en, description_en, latitude, longitude, address, state, municipality, zip_code, directions, landmarks,
       contact, adult_cents, child_cents, senior_cents, currency, includes, excludes, group_discounts, features,
       daily_capacity, hourly_capacity, open_time, close_time, timezone, days_open, ratings_five, ratings_four,
       ratings_three, ratings_two, ratings_one, rating_average, images, guidelines, weather, conservation, certifications,
       featured, popularity, verified_at, is_active, created_at, updated_at, (count(*) OVER ())::integer AS total
     FROM cenote WHERE is_active ORDER BY created_at DESC, id DESC LIMIT 15`,
    [],
  )
  const ids = found.map(({ id }) => id)
  const [amenities, days, rates] = await Promise.all([
    prepared<AmenityRow>(
      catalog,
      'amenities',
      `SELECT o.cenote_id, a.id, a.name, a.category, o.available, o.hours, o.requirements, o.cost_cents
       FROM cenote_amenity o JOIN amenity a ON a.id = o.amenity_id WHERE o.cenote_id = ANY($1) ORDER BY o.cost_cents, a.id`,
      [ids],
    ),
    prepared<{ cenote_id: string; booked: number }>(
      booking,
      'today',
      'SELECT cenote_id, booked FROM inventory_day JOIN unnest($1::uuid[], $2::text[]) AS t (cenote_id, visit_date) USING (cenote_id, visit_date)',
      [ids, found.map(({ timezone }) => localNow(timezone).slice(0, 10))],
    ),
    prepared<{ currency: string; micros: string; updated_at: Date }>(
      pricing,
      'rates',
      'SELECT currency, micros, updated_at FROM exchange_rate ORDER BY currency',
      [],
    ),
  ])
  const booked = new Map(days.map((day) => [day.cenote_id, day.booked]))
  const total = found[0]?.total ?? 0
  const data = found.map((c) => {
    const { contact, features, weather, conservation } = c
    return {
      id: c.id,
      name: c.name_en,
      slug: c.slug,
      description: c.description_en,
      location: {
        latitude: c.latitude,
        longitude: c.longitude,
        address: c.address,
        state: c.state,
        municipality: c.municipality,
        zipCode: some(c.zip_code),
        directions: some(c.directions?.en),
        landmarks: some(c.landmarks),
      },
      contact: contact
        ? {
            phone: some(contact.phone),
            email: some(contact.email),
            website: some(contact.website),
            social: contact.social
              ? {
                  facebook: some(contact.social.facebook),
                  instagram: some(contact.social.instagram),
                  tripadvisor: some(contact.social.tripadvisor),
                }
              : undefined,
          }
        : undefined,
      pricing: {
        adult: c.adult_cents / 100,
        child: c.child_cents / 100,
        senior: c.senior_cents === null ? undefined : c.senior_cents / 100,
        currency: c.currency,
        includes: c.includes.en,
        excludes: some(c.excludes?.en),
        groupDiscounts: c.group_discounts?.map(({ minSize, discount }) => ({ minSize, discount })),
      },
      features: {
        type: features.type.toLowerCase().replace('_', '-'),
        depth: { min: features.depth.min, max: features.depth.max, unit: features.depth.unit },
        temperature: quantity(features.temperature),
        visibility: features.visibility ? quantity(features.visibility) : undefined,
        difficulty: features.difficulty.toLowerCase(),
        accessibility: {
          wheelchairAccessible: features.accessibility.wheelchairAccessible,
          stairsToWater: features.accessibility.stairsToWater,
          platformAvailable: features.accessibility.platformAvailable,
        },
      },
      amenities: amenities
        .filter(({ cenote_id }) => cenote_id === c.id)
        .map((a) => ({
          id: a.id,
          name: a.name.en,
          category: a.category,
          available: a.available,
          hours: some(a.hours),
          requirements: some(a.requirements?.en),
          cost: a.cost_cents / 100,
        })),
      capacity: { daily: c.daily_capacity, hourly: c.hourly_capacity, current: booked.get(c.id) ?? 0 },
      schedule: { openTime: c.open_time, closeTime: c.close_time, timezone: c.timezone, daysOpen: c.days_open },
      rating: {
        average: c.rating_average,
        count: c.ratings_five + c.ratings_four + c.ratings_three + c.ratings_two + c.ratings_one,
        breakdown: {
          '5': c.ratings_five,
          '4': c.ratings_four,
          '3': c.ratings_three,
          '2': c.ratings_two,
          '1': c.ratings_one,
        },
      },
      images: c.images.map(({ id, url, alt, type, order }) => ({ id, url, alt: alt.en, type, order })),
      guidelines: c.guidelines
        ? {
            beforeVisit: c.guidelines.beforeVisit.en,
            duringVisit: c.guidelines.duringVisit.en,
            safety: c.guidelines.safety.en,
          }
        : undefined,
      weather: weather
        ? {
            bestVisitingMonths: weather.bestVisitingMonths,
            rainySeasonImpact: weather.rainySeasonImpact.en,
            temperature: {
              water: quantity(weather.temperature.water),
              air: {
                min: weather.temperature.air.min,
                max: weather.temperature.air.max,
                unit: weather.temperature.air.unit,
              },
            },
          }
        : undefined,
      conservation: conservation
        ? {
            status: conservation.status,
            protectedBy: conservation.protectedBy,
            conservation_efforts: conservation.conservationEfforts.en,
            impact: {
              environmental: conservation.impact.environmental.en,
              community: conservation.impact.community.en,
              economic: conservation.impact.economic.en,
            },
          }
        : undefined,
      certifications: c.certifications?.map(({ name, issuer, validUntil, criteria }) => ({
        name,
        issuer,
        validUntil,
        criteria,
      })),
      metadata: {
        featured: c.featured,
        popularity: c.popularity,
        lastUpdated: c.updated_at,
        verifiedAt: some(c.verified_at),
      },
      isActive: c.is_active,
      createdAt: c.created_at,
      updatedAt: c.updated_at,
    }
  })
  return {
    success: true,
    message: 'cenote.listed_successfully',
    data,
    pagination: {
      total,
      perPage: 15,
      currentPage: 1,
      lastPage: Math.max(1, Math.ceil(total / 15)),
      hasNextPage: total > 15,
      hasPreviousPage: false,
    },
    currency: {
      base: 'MXN',
      rates: Object.fromEntries(rates.map(({ currency, micros }) => [currency, Number(micros) / 1_000_000])),
      lastUpdated: new Date(Math.max(...rates.map(({ updated_at }) => updated_at.getTime()))),
    },
    _sandbox: true,
  }
}

// --- Creating a reservation ------------------------------------------------------------------------------------------

interface Wanted {
  cenoteId: string
  visitDate: string
  visitTime: string
  visitors: { adults: number }
  guest: { name: string; email: string; phone: string }
}
interface Terms {
  adult: number
  daily: number
  hourly: number
  open: string
  close: string
  timezone: string
  daysOpen: string[]
  visitAt: Date
  dayEndsAt: Date
}
interface Prices {
  percent: number
  multiplier: number
  rules: number
  services: { id: string; name: Text; category: string; minutes: number | null }[] | null
}

const partnerId = process.argv[4] ?? ''
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const code = (prefix: string): string => prefix + Array.from({ length: 6 }, () => alphabet[randomInt(32)]).join('')

const reservationColumns =
  'id partner_id booking_reference confirmation_code status cenote_id visit_date visit_time timezone visit_at day_ends_at adults children seniors guest guest_email pricing services metadata payment_deadline version created_at updated_at'.split(
    ' ',
  )
const insertReservation = `WITH written AS (
    INSERT INTO reservation (${reservationColumns.join(', ')}) VALUES (${reservationColumns.map((_, index) => `$${index + 1}`).join(', ')}) RETURNING id
  ), changed AS (
    INSERT INTO status_change (reservation_id, version, status, at) SELECT id, $21, $5, $22 FROM written
  )
  INSERT INTO reservation_event (id, partner_id, reservation_id, cenote_id, type, version, occurred_at, snapshot)
    SELECT $24::uuid, $2, id, $6, 'reservation.created', $21, $22, $25::jsonb FROM written`

async function create(wanted: Wanted, userAgent: string): Promise<object> {
  const { cenoteId, visitDate, visitTime, guest } = wanted
  const people = wanted.visitors.adults
  const [[terms], [prices], [closure]] = await Promise.all([
    prepared<Terms>(
      catalog,
      'terms',
      `SELECT adult_cents AS adult, daily_capacity AS daily, hourly_capacity AS hourly, open_time AS open, close_time AS close,
         timezone, days_open AS "daysOpen", ($2::text || ' ' || $3::text)::timestamp AT TIME ZONE timezone AS "visitAt",
         ($2::text::date + 1)::timestamp AT TIME ZONE timezone AS "dayEndsAt"
       FROM cenote WHERE id = $1 AND is_active`,
      [cenoteId, visitDate, visitTime],
    ),
    prepared<Prices>(
      pricing,
      'prices',
      `SELECT (SELECT sum(percent)::integer FROM tax_rate) AS percent,
         (SELECT multiplier FROM age_configuration WHERE category = 'adult' AND is_active AND (item_id = $1 OR item_type = 'global')
            ORDER BY item_id NULLS LAST LIMIT 1) AS multiplier,
         (SELECT count(*)::integer FROM discount_rule WHERE is_active AND auto_apply AND user_eligibility = 'all'
            AND (promotion_id IS NULL OR EXISTS (SELECT FROM promotion p WHERE p.id = promotion_id AND p.status = 'active' AND now() BETWEEN starts_at AND ends_at)) AND applies_to <> 'tour'
            AND (item_id IS NULL OR item_id = $1) AND coalesce(min_people, 0) <= $2 AND min_amount_cents IS NULL) AS rules,
         (SELECT json_agg(json_build_object('id', id, 'name', name, 'category', category, 'minutes', duration_minutes) ORDER BY display_order, id)
            FROM cenote_service WHERE cenote_id = $1 AND inclusion_type = 'included' AND is_active) AS services`,
      [cenoteId, people],
    ),
    prepared<Row>(
      booking,
      'closed',
      'SELECT 1 FROM closure WHERE cenote_id = $1 AND $2 BETWEEN start_date AND end_date',
      [cenoteId, visitDate],
    ),
  ])
  if (!terms || !prices || closure) throw new Error('not available')
  // The peer prices what the benchmark asks for; discounts would need the product's rules.
  if (prices.rules > 0) throw new Error('a discount applies')
  const weekday = weekdays[new Date(visitDate).getUTCDay()] ?? ''
  if (!terms.daysOpen.includes(weekday) || !slotTimes(terms.open, terms.close).includes(visitTime))
    throw new Error('no slot')
  const unit = Math.round((terms.adult * prices.multiplier) / 10_000)
  const subtotal = unit * people
  const taxes = Math.round((subtotal * prices.percent) / 100)
  const total = subtotal + taxes
  const now = new Date()
  const id = randomUUID()
  const deadline = new Date(Math.min(now.getTime() + 86_400_000, terms.visitAt.getTime()))
  const draft = {
    id,
    partnerId,
    bookingReference: code('CEN-'),
    confirmationCode: code('CNF-'),
    status: 'pending',
    cenoteId,
    visitDate,
    visitTime,
    timezone: terms.timezone,
    visitAt: terms.visitAt,
    dayEndsAt: terms.dayEndsAt,
    adults: people,
    children: 0,
    seniors: 0,
    guest: { name: guest.name, email: guest.email, phone: guest.phone, emergencyContact: null },
    guestEmail: guest.email.toLowerCase(),
    pricing: {
      subtotalCents: subtotal,
      discountsCents: 0,
      taxesCents: taxes,
      feesCents: 0,
      totalCents: total,
      currency: 'MXN',
      breakdown: [{ type: 'adult', name: null, quantity: people, unitPriceCents: unit, totalCents: subtotal }],
      discounts: [],
    },
    services: (prices.services ?? []).map(({ id: service, name, category, minutes }) => ({
      id: service,
      name: name.en,
      type: category === 'transportation' ? 'transport' : category,
      quantity: 1,
      priceCents: 0,
      durationMinutes: minutes,
      pickup: null,
      included: true,
    })),
    specialRequests: null,
    notes: null,
    metadata: { source: 'api', userAgent, referrer: '', affiliateId: null },
    payment: null,
    cancellation: null,
    refund: null,
    documents: [],
    checkIn: null,
    confirmationSent: false,
    reminderSent: false,
    paymentDeadline: deadline,
    version: 1,
    createdAt: now,
    updatedAt: now,
  }
  const client = await booking.connect()
  try {
    await client.query('BEGIN')
    await prepared(client, 'insert', insertReservation, [
      id,
      partnerId,
      draft.bookingReference,
      draft.confirmationCode,
      'pending',
      cenoteId,
      visitDate,
      visitTime,
      terms.timezone,
      terms.visitAt,
      terms.dayEndsAt,
      people,
      0,
      0,
      JSON.stringify(draft.guest),
      draft.guestEmail,
      JSON.stringify(draft.pricing),
      JSON.stringify(draft.services),
      JSON.stringify(draft.metadata),
      deadline,
      1,
      now,
      now,
      randomUUID(),
      JSON.stringify(draft),
    ])
    const [taken] = await prepared<{ taken: boolean }>(
      client,
      'take',
      'SELECT take_places($1, $2, $3, $4, $5, $6) AS taken',
      [cenoteId, visitDate, visitTime, people, terms.daily, terms.hourly],
    )
    if (!taken?.taken) throw new Error('full')
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  } finally {
    client.release()
  }
  const claim = Buffer.from(JSON.stringify([id, 'sandbox', 'qr', terms.dayEndsAt.getTime() + 30 * 86_400_000]))
  const tag = createHmac('sha256', 'of this process').update(claim).digest().subarray(0, 16)
  return {
    success: true,
    message: 'reservation.created_successfully',
    data: {
      id,
      bookingReference: draft.bookingReference,
      status: 'pending',
      cenoteId,
      visitDate,
      visitTime,
      visitors: { total: people, breakdown: { adults: people, children: 0, seniors: 0 } },
      pricing: {
        subtotal: subtotal / 100,
        taxes: taxes / 100,
        fees: 0,
        total: total / 100,
        currency: 'MXN',
        breakdown: [{ type: 'adult', quantity: people, unitPrice: unit / 100, total: subtotal / 100 }],
      },
      payment: {
        required: true,
        deadline,
        methods: ['credit_card', 'paypal', 'cash'],
        instructions: { creditCard: { url: `${publicUrl}/checkout/${id}` } },
      },
      cancellation: {
        allowed: true,
        deadline: terms.visitAt,
        policy: { fullRefund: '48_hours', partialRefund: '24_hours', noRefund: 'same_day' },
      },
      confirmationCode: draft.confirmationCode,
      qrCode: {
        url: `${publicUrl}/api/partner/reservations/${id}/qr?token=${Buffer.concat([tag, claim]).toString('base64url')}`,
        data: draft.bookingReference,
      },
      createdAt: now,
      expiresAt: deadline,
    },
    _sandbox: true,
  }
}

// ---------------------------------------------------------------------------------------------------------------------

const app = Fastify()
app.post<{ Body: { variables: { from: string } } }>('/graphql', (request) => graphqlList(request.body.variables.from))
app.get('/api/partner/cenotes', () => restList())
/** Seconds of processor time that this process has used. */
app.get('/cpu', () => {
  const { user, system } = process.cpuUsage()
  return String((user + system) / 1_000_000)
})
app.post<{ Body: Wanted }>('/api/partner/reservations', async (request, reply) => {
  const answer = await create(request.body, request.headers['user-agent'] ?? '')
  return reply.code(201).send(answer)
})
app.setErrorHandler((error, _request, reply) => {
  process.stderr.write(`${String(error)}\n`)
  return reply.code(500).send({ success: false })
})
const address = await app.listen({ host: '127.0.0.1', port: 0 })
process.stdout.write(`Ready at ${address}\n`)
process.once('SIGTERM', () => {
  void app
    .close()
    .then(() => Promise.all([catalog.end(), pricing.end(), booking.end()]))
    .then(() => process.exit(0))
})
