import { createHmac, randomInt, randomUUID } from 'node:crypto'
import { slotTimes, weekdayOf } from './calendar.ts'
import { booking, catalog, prepared, pricing, type Row, type Text } from './databases.ts'
import { partnerId, publicUrl } from './settings.ts'

export interface Wanted {
  cenoteId: string
  visitDate: string
  visitTime: string
  visitors: { adults: number }
  guest: { name: string; email: string; phone: string }
}
interface Terms {
  name: string
  spanishName: string
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
  taxes: { name: string; percent: number }[]
  multiplier: number
  rules: number
  services: { id: string; name: Text; category: string; minutes: number | null }[] | null
}

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const code = (prefix: string): string => prefix + Array.from({ length: 6 }, () => alphabet[randomInt(32)]).join('')

const storeReservation = 'SELECT store_reservation($1, $2, $3, $4, NULL)'
const takePlaces = `WITH day AS (
    INSERT INTO inventory_day AS d (product_id, visit_date, booked) SELECT $1, $2, $4::integer WHERE $4 <= $5::integer
    ON CONFLICT (product_id, visit_date) DO UPDATE SET booked = d.booked + $4 WHERE d.booked + $4 <= $5
    RETURNING 1
  ), slot AS (
    INSERT INTO inventory_slot AS s (product_id, visit_date, visit_time, booked) SELECT $1, $2, $3, $4 WHERE $4 <= $6::integer
    ON CONFLICT (product_id, visit_date, visit_time) DO UPDATE SET booked = s.booked + $4
      WHERE NOT s.closed AND s.booked + $4 <= LEAST(COALESCE(s.capacity, s.event_capacity), $6)
    RETURNING 1
  )
  SELECT EXISTS (SELECT FROM day) AND EXISTS (SELECT FROM slot) AS taken`

/**
 * A reservation, its history and its event in one transaction, and the response of POST /api/partner/reservations. Among
 * many reservations a random code sometimes exists already: then the transaction is retried.
 */
export async function create(wanted: Wanted, userAgent: string): Promise<object> {
  for (;;) {
    try {
      return await attempt(wanted, userAgent)
    } catch (error) {
      const { code: state, constraint } = error as { code?: string; constraint?: string }
      if (state !== '23505' || constraint !== 'reservation_code_key') throw error
    }
  }
}

async function attempt(wanted: Wanted, userAgent: string): Promise<object> {
  const { cenoteId, visitDate, visitTime, guest } = wanted
  const people = wanted.visitors.adults
  const [[terms], [prices], [closure]] = await Promise.all([
    prepared<Terms>(
      catalog,
      'terms',
      `SELECT name_en AS name, name_es AS "spanishName", adult_cents AS adult, daily_capacity AS daily, hourly_capacity AS hourly, open_time AS open, close_time AS close,
         timezone, days_open AS "daysOpen", ($2::text || ' ' || $3::text)::timestamp AT TIME ZONE timezone AS "visitAt",
         ($2::text::date + 1)::timestamp AT TIME ZONE timezone AS "dayEndsAt"
       FROM cenote WHERE id = $1 AND is_active`,
      [cenoteId, visitDate, visitTime],
    ),
    prepared<Prices>(
      pricing,
      'prices',
      `SELECT (SELECT sum(percent)::integer FROM tax_rate) AS percent,
         (SELECT json_agg(json_build_object('name', name, 'percent', percent) ORDER BY name) FROM tax_rate) AS taxes,
         (SELECT multiplier FROM age_configuration WHERE category = 'adult' AND is_active AND (product_id = $1 OR source = 'global')
            ORDER BY product_id NULLS LAST LIMIT 1) AS multiplier,
         (SELECT count(*)::integer FROM discount_rule WHERE is_active AND auto_apply AND user_eligibility = 'all'
            AND (promotion_id IS NULL OR EXISTS (SELECT FROM promotion p WHERE p.id = promotion_id AND p.status = 'active' AND now() BETWEEN starts_at AND ends_at)) AND applies_to <> 'tour'
            AND (product_id IS NULL OR product_id = $1) AND coalesce(min_people, 0) <= $2 AND min_amount_cents IS NULL) AS rules,
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
  // The peer computes the price of the benchmark's input; discounts would need the product's rules.
  if (prices.rules > 0) throw new Error('a discount applies')
  if (!terms.daysOpen.includes(weekdayOf(visitDate)) || !slotTimes(terms.open, terms.close).includes(visitTime))
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
    partnerName: null,
    bookingReference: code('CEN-'),
    confirmationCode: code('CNF-'),
    resellerReference: null,
    externalId: null,
    requested: null,
    isHold: false,
    status: 'pending',
    productId: cenoteId,
    productType: 'cenote',
    productNames: { en: terms.name, es: terms.spanishName },
    stops: null,
    transport: null,
    visitDate,
    visitTime,
    timezone: terms.timezone,
    visitAt: terms.visitAt,
    dayEndsAt: terms.dayEndsAt,
    adults: people,
    children: 0,
    seniors: 0,
    infants: 0,
    teens: 0,
    participants: null,
    guest: { name: guest.name, email: guest.email, phone: guest.phone, emergencyContact: null },
    guestEmail: guest.email.toLowerCase(),
    language: 'en',
    pricing: {
      subtotalCents: subtotal,
      discountsCents: 0,
      taxesCents: taxes,
      feesCents: 0,
      totalCents: total,
      originalCents: total,
      taxes: prices.taxes.map(({ name, percent }) => {
        const cents = Math.round((subtotal * percent) / 100)
        return { name, originalCents: cents, retailCents: cents }
      }),
      currency: 'MXN',
      breakdown: [{ type: 'adult', name: null, quantity: people, unitPriceCents: unit, totalCents: subtotal }],
      discounts: [],
    },
    services: (prices.services ?? []).map(({ id: service, name, category, minutes }) => ({
      id: service,
      name,
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
    completion: null,
    confirmationSent: false,
    reminderSent: false,
    disrupted: false,
    refundCeiling: 1,
    paymentDeadline: deadline,
    holdEndsAt: new Date(now.getTime() + 86_400_000),
    extendedAt: null,
    couponCode: null,
    guestTerms: null,
    version: 1,
    createdAt: now,
    updatedAt: now,
    changedBy: { type: 'partner', keyId: null, keyLabel: null },
  }
  const client = await booking.connect()
  try {
    await client.query('BEGIN')
    await prepared(client, 'store', storeReservation, [
      partnerId,
      JSON.stringify(draft),
      randomUUID(),
      'reservation.created',
    ])
    const [taken] = await prepared<{ taken: boolean }>(client, 'take', takePlaces, [
      cenoteId,
      visitDate,
      visitTime,
      people,
      terms.daily,
      terms.hourly,
    ])
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
  const ticket = createHmac('sha256', 'of this process').update(id).digest('hex').slice(0, 20).toUpperCase()
  return {
    success: true,
    message: 'reservation.created_successfully',
    data: {
      id,
      bookingReference: draft.bookingReference,
      status: 'pending',
      cenoteId,
      tourId: null,
      product: { type: 'cenote', id: cenoteId, name: terms.name },
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
      transport: null,
      payment: {
        required: true,
        deadline,
        methods: ['credit_card', 'paypal', 'cash'],
        instructions: { creditCard: { url: `${publicUrl}/checkout/${id}` } },
      },
      cancellation: {
        allowed: true,
        deadline: new Date(terms.visitAt.getTime() - 86_400_000),
        policy: { fullRefund: '48_hours', partialRefund: '24_hours', noRefund: 'same_day' },
      },
      confirmationCode: draft.confirmationCode,
      qrCode: {
        url: `${publicUrl}/api/partner/reservations/${id}/qr?token=${Buffer.concat([tag, claim]).toString('base64url')}`,
        data: `${draft.bookingReference}.${ticket}`,
      },
      createdAt: now,
      expiresAt: deadline,
    },
    _sandbox: true,
  }
}
