import type { Reader } from '../../platform/postgres/database.ts'
import { systemAuthor } from '../../platform/trust/author.ts'
import { partyOf } from '../../schema/ages.ts'
import type { Status } from '../../subgraphs/booking/reservation/rules/lifecycle.ts'

/** The properties by which a list distinguishes reservations. */
export interface ReservationRow {
  readonly id: string
  readonly partner_id: string
  readonly status: Status
  readonly product_id: string
  readonly visit_date: string
  readonly visit_time: string
  readonly guest_email: string
  readonly guest_name?: string
  readonly payment_deadline: string
  readonly created_at: string
  readonly updated_at: string
}

/** The members that are the same in every stored reservation. */
const common = {
  partnerName: null,
  resellerReference: null,
  externalId: null,
  requested: null,
  isHold: false,
  productType: 'cenote',
  productNames: { en: 'Gran Cenote', es: 'Gran Cenote' },
  stops: null,
  transport: null,
  timezone: 'America/Cancun',
  ...partyOf({ adults: 1 }),
  participants: null,
  language: 'en',
  pricing: {
    subtotalCents: 0,
    discountsCents: 0,
    taxesCents: 0,
    feesCents: 0,
    totalCents: 0,
    originalCents: 0,
    taxes: [],
    currency: 'MXN',
    breakdown: [],
    discounts: [],
  },
  services: [],
  specialRequests: null,
  notes: null,
  metadata: { source: '', userAgent: '', referrer: '', affiliateId: null },
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
  extendedAt: null,
  couponCode: null,
  guestTerms: null,
  version: 1,
  changedBy: systemAuthor,
} as const

/** Stores reservations as the product does, with as little as a reservation can have. */
export async function insertReservations(client: Reader, rows: readonly ReservationRow[]): Promise<void> {
  await client.query(
    `SELECT store_reservation(partner_id, $2::jsonb || jsonb_build_object('id', id, 'partnerId', partner_id, 'status', status,
       'productId', product_id, 'visitDate', visit_date, 'visitTime', visit_time, 'guestEmail', guest_email,
       'paymentDeadline', payment_deadline, 'holdEndsAt', payment_deadline, 'createdAt', created_at, 'updatedAt', updated_at,
       'bookingReference', id, 'confirmationCode', 'CNF-' || id, 'visitAt', visit_date, 'dayEndsAt', visit_date,
       'guest', jsonb_build_object('name', coalesce(guest_name, ''), 'email', guest_email, 'phone', '')),
       gen_random_uuid(), 'reservation.created', NULL)
     FROM jsonb_to_recordset($1) AS row (id uuid, partner_id uuid, status text, product_id uuid, visit_date text, visit_time text,
       guest_email text, guest_name text, payment_deadline timestamptz, created_at timestamptz, updated_at timestamptz)`,
    [JSON.stringify(rows), JSON.stringify(common)],
  )
}
