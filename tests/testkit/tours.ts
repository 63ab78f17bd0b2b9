import { demoId } from '../../platform/values/demo-id.ts'
import { mover } from './moves.ts'
import { sql } from './database.ts'
import type { Json, SharedProduct } from './product.ts'

/** Departs daily at 08:30 for 8 people, and takes places of its first cenote at 09:00 and of its second at 11:00. */
export const diving = demoId('tour', 'dos-ojos-diving')
export const stopsOfDiving = [demoId('cenote', 'dos-ojos'), demoId('cenote', 'nicte-ha')] as const

/** Departs daily at 08:00 and 13:00 and takes places of no cenote. */
export const classic = demoId('tour', 'tulum-cenotes-classic')

/** A partner that reserves tours, `diving` unless another one is given. */
export function tourSeller(product: SharedProduct, apiKey?: string, tourId = diving) {
  const guide = mover(product, apiKey)
  const bodyOf = (change: object): object => ({
    tourId,
    visitTime: '08:30',
    visitors: { adults: 2, children: 0 },
    guest: { name: 'Ana Núñez', email: 'ana@example.com', phone: '+52 998 123 4567' },
    ...change,
  })
  return {
    ...guide,
    bodyOf,
    create: (change: object) => guide.post('/api/partner/reservations', bodyOf(change)),
    reserve: (change: object): Promise<Json> => guide.reserve({ cenoteId: undefined, ...bodyOf(change) }),
    /** The status, code and details of a creation that must fail. */
    async refused(change: object): Promise<Json> {
      const { status, body } = await guide.post('/api/partner/reservations', bodyOf(change))
      return { status, code: body.error?.code ?? body.code, details: body.error?.details, fields: body.errors?.fields }
    },
  }
}

/** Booked places on a date: of days, and of slots by their time. */
export async function placesOn(product: SharedProduct, productId: string, date: string): Promise<Json> {
  const rows = await sql<{ time: string; booked: number }>(
    product.database('booking'),
    `SELECT visit_time AS time, booked FROM sandbox.inventory_slot
     WHERE product_id = $1 AND visit_date = $2 AND booked > 0
     UNION ALL SELECT 'day', booked FROM sandbox.inventory_day
     WHERE product_id = $1 AND visit_date = $2 AND booked > 0`,
    [productId, date],
  )
  return Object.fromEntries(rows.map(({ time, booked }) => [time, booked]))
}

/** Changes the stored facts of a demo tour, as a change of the catalog does. */
export const changeTour = (product: SharedProduct, id: string, changes: Json): Promise<unknown> =>
  sql(
    product.database('catalog'),
    `UPDATE sandbox.tour SET ${Object.keys(changes)
      .map((name, index) => `${name} = $${index + 2}`)
      .join(', ')}, version = version + 1 WHERE id = $1`,
    [id, ...Object.values(changes).map((value) => (typeof value === 'object' ? JSON.stringify(value) : value))],
  )

/** Reads the departures and the stops of a tour of the sandbox. */
export async function storedTour(product: SharedProduct, id: string): Promise<{ departures: Json; stops: Json }> {
  const [row] = await sql<{ departures: Json; stops: Json }>(
    product.database('catalog'),
    'SELECT departures, stops FROM sandbox.tour WHERE id = $1',
    [id],
  )
  if (!row) throw new Error(`There is no tour ${id}`)
  return row
}

/** Reads the ids of the tours on sale in the sandbox that take places of a cenote. */
export async function toursTakingPlacesOf(product: SharedProduct, cenoteId: string): Promise<string[]> {
  const rows = await sql<{ id: string }>(
    product.database('catalog'),
    `SELECT id FROM sandbox.tour WHERE is_active
     AND stops @> jsonb_build_array(jsonb_build_object('cenoteId', $1::text, 'takesPlaces', true))`,
    [cenoteId],
  )
  return rows.map(({ id }) => id)
}

/** Removes the exceptions of `classic`. Their dates depend on the day of the first start; on some weekdays tests use the same. */
export const removeExceptions = (product: SharedProduct): Promise<unknown> =>
  sql(
    product.database('catalog'),
    `UPDATE sandbox.tour SET departures = departures || '{"exceptions": []}', version = version + 1 WHERE id = $1`,
    [classic],
  )
