import type { Pool } from '../../../platform/postgres/database.ts'
import { ages } from '../../../schema/ages.ts'
import type { ProductType } from '../reservation/index.ts'
import type { StoredParty } from './party.ts'

/** A departure of a tour, or an hour of a cenote. */
export interface Visit {
  readonly productType: ProductType
  readonly productId: string
  readonly date: string
  readonly time: string
}

/** Reservations whose parties come; what else holds places is refunded after the visit. */
const statuses = ['pending', 'confirmed', 'in_progress', 'completed']

const columns = [
  'booking_reference AS "bookingReference"',
  'status',
  'partner_name AS "partnerName"',
  'product_id AS "productId"',
  'product_type AS "productType"',
  'visit_date AS "visitDate"',
  'visit_time AS "visitTime"',
  'visit_at AS "visitAt"',
  'timezone',
  'guest',
  'services',
  'transport',
  'special_requests AS "specialRequests"',
  'notes',
  'check_in AS "checkIn"',
  'pricing',
  'payment',
  ...ages,
].join(', ')

/**
 * The parties of a departure or hour, of one partner or without it of all; for a cenote those of tours that stop there,
 * too. Each part has an index: `reservation_slot` or those by partner and product, and `reservation_stop`.
 */
export async function findParties(
  pool: Pool,
  { productType, productId, date, time }: Visit,
  partnerId: string | undefined,
  now: Date,
  limit: number,
): Promise<StoredParty[]> {
  const isCenote = productType === 'cenote'
  const values: unknown[] = [productId, date, time, productType, statuses, now, limit]
  if (isCenote) values.push(JSON.stringify([{ cenoteId: productId, date, time }]))
  const own = '(product_id = $1 AND visit_date = $2 AND visit_time = $3 AND product_type = $4)'
  const stopping = isCenote ? ' OR stops @> $8' : ''
  const ofPartner = partnerId === undefined ? '' : ` AND partner_id = $${values.push(partnerId)}`
  const { rows } = await pool.query<StoredParty>(
    `SELECT ${columns} FROM reservation
     WHERE (${own}${stopping})${ofPartner} AND held_people > 0 AND status = ANY ($5)
       AND (status <> 'pending' OR payment_deadline > $6)
     LIMIT $7`,
    values,
  )
  return rows
}
