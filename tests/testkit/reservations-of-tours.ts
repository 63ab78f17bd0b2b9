import { randomUUID } from 'node:crypto'
import { demoId } from '../../platform/values/demo-id.ts'
import { sql } from './database.ts'
import { keys, partner, type Json, type SharedProduct } from './product.ts'
import { reserve } from './reserve.ts'

interface Options {
  /** Slug of a tour of the demo data. */
  readonly tour?: string
  /** The cenotes' places that the party takes on its way. */
  readonly stops?: readonly { readonly cenoteId: string; readonly date: string; readonly time: string }[]
  /** Other members of the reservation. */
  readonly changes?: Json
  /** A key of the partner that reserves; by default Demo Travel's. */
  readonly apiKey?: string
}

const literal = (value: unknown): string =>
  `'${(typeof value === 'string' ? value : JSON.stringify(value)).replaceAll("'", "''")}'`

/**
 * Stores a reservation of a tour as its creation does, with its event and its places, in the shape of a new reservation of
 * a cenote; its id.
 */
export async function storeReservationOfTour(
  product: SharedProduct,
  { tour = 'ruta-de-los-cenotes', stops = [], changes = {}, apiKey = keys.demo }: Options = {},
): Promise<string> {
  const database = product.database('booking')
  const { id: modelId } = await reserve(product.url, { apiKey })
  const [model] = await sql<{ partner_id: string; snapshot: Json }>(
    database,
    'SELECT partner_id, snapshot FROM sandbox.reservation_event WHERE reservation_id = $1',
    [modelId],
  )
  if (!model) throw new Error('The model of a reservation has no event')
  await partner(product.url, apiKey).post(`/api/partner/reservations/${modelId}/cancel`, { reason: 'guest_request' })
  const [productNames] = await sql<{ en: string; es: string }>(
    product.database('catalog'),
    'SELECT name_en AS en, name_es AS es FROM sandbox.tour WHERE slug = $1',
    [tour],
  )
  const id = randomUUID()
  const code = id.slice(0, 6).toUpperCase()
  // From the product's clock, which also dates the reservations that it is listed with.
  const now: string = model.snapshot.createdAt
  const snapshot = {
    ...model.snapshot,
    productNames,
    id,
    bookingReference: `CEN-${code}`,
    confirmationCode: `CNF-${code}`,
    productId: demoId('tour', tour),
    productType: 'tour',
    stops,
    createdAt: now,
    updatedAt: now,
    ...changes,
  }
  const { productId: tourId, visitDate: date, visitTime: time, adults } = snapshot
  // The functions look for their tables where the service does; so all is one text, with its values in it.
  const places = [
    { productId: tourId, date, time },
    ...stops.map(({ cenoteId, ...stop }) => ({ productId: cenoteId, ...stop })),
  ]
  const days = new Map(places.map((place) => [`${place.productId} ${place.date}`, place]))
  const takeDay = (place: Json): string =>
    `INSERT INTO inventory_day AS d (product_id, visit_date, booked) VALUES (${literal(place.productId)}, ${literal(place.date)}, ${adults})
     ON CONFLICT (product_id, visit_date) DO UPDATE SET booked = d.booked + ${adults}`
  const takeSlot = (place: Json): string =>
    `INSERT INTO inventory_slot AS s (product_id, visit_date, visit_time, booked)
     VALUES (${literal(place.productId)}, ${literal(place.date)}, ${literal(place.time)}, ${adults})
     ON CONFLICT (product_id, visit_date, visit_time) DO UPDATE SET booked = s.booked + ${adults}`
  await sql(
    database,
    [
      'BEGIN; SET LOCAL search_path TO sandbox, public',
      ...[...days.values()].map(takeDay),
      ...places.map(takeSlot),
      `SELECT store_reservation(${literal(model.partner_id)}, ${literal(snapshot)}, ${literal(randomUUID())}, 'reservation.created', NULL)`,
      'COMMIT',
    ].join(';\n'),
  )
  return id
}

/**
 * Turns the stored reservation of a cenote into one of a tour that leaves at 08:00, two hours before the visit, and stops
 * on its way. The returned function undoes it: the places stay those of the cenote.
 */
export async function putOnTour(
  database: string,
  id: string,
  { tourId, stops }: { readonly tourId: string; readonly stops: readonly object[] },
): Promise<() => Promise<void>> {
  const [row] = await sql<Json>(
    database,
    'SELECT product_id, product_type, stops, visit_time, visit_at FROM sandbox.reservation WHERE id = $1',
    [id],
  )
  if (!row) throw new Error(`There is no reservation ${id}`)
  const write = async (...values: unknown[]): Promise<void> => {
    await sql(
      database,
      `UPDATE sandbox.reservation
       SET product_id = $2, product_type = $3, stops = $4, visit_time = $5, visit_at = $6 WHERE id = $1`,
      [id, ...values],
    )
  }
  const start = new Date(row.visit_at.getTime() - 2 * 3_600_000)
  await write(tourId, 'tour', JSON.stringify(stops), '08:00', start)
  const before = row.stops === null ? null : JSON.stringify(row.stops)
  return () => write(row.product_id, row.product_type, before, row.visit_time, row.visit_at)
}
