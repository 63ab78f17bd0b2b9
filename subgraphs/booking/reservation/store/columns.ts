import type { Reservation } from '../reservation.ts'

/**
 * Columns of a reservation in the order of the statements below. `cenote_id` holds the id of the product, whatever it is:
 * it is named so since before tours were sold.
 */
export const columns = {
  id: 'id',
  partnerId: 'partner_id',
  partnerName: 'partner_name',
  bookingReference: 'booking_reference',
  confirmationCode: 'confirmation_code',
  resellerReference: 'reseller_reference',
  externalId: 'external_id',
  requested: 'requested',
  isHold: 'is_hold',
  status: 'status',
  productId: 'cenote_id',
  productType: 'product_type',
  productNames: 'product_names',
  stops: 'stops',
  transport: 'transport',
  visitDate: 'visit_date',
  visitTime: 'visit_time',
  timezone: 'timezone',
  visitAt: 'visit_at',
  dayEndsAt: 'day_ends_at',
  adults: 'adults',
  children: 'children',
  seniors: 'seniors',
  infants: 'infants',
  teens: 'teens',
  guest: 'guest',
  guestEmail: 'guest_email',
  language: 'language',
  pricing: 'pricing',
  services: 'services',
  specialRequests: 'special_requests',
  notes: 'notes',
  metadata: 'metadata',
  payment: 'payment',
  cancellation: 'cancellation',
  refund: 'refund',
  documents: 'documents',
  checkIn: 'check_in',
  completion: 'completion',
  confirmationSent: 'confirmation_sent',
  reminderSent: 'reminder_sent',
  disrupted: 'disrupted',
  refundCeiling: 'refund_ceiling',
  paymentDeadline: 'payment_deadline',
  holdEndsAt: 'hold_ends_at',
  extendedAt: 'extended_at',
  couponCode: 'coupon_code',
  version: 'version',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
} as const satisfies Record<keyof Reservation, string>

const jsonColumns = new Set<string>([
  'productNames',
  'requested',
  'stops',
  'transport',
  'guest',
  'pricing',
  'services',
  'notes',
  'metadata',
  'payment',
  'cancellation',
  'refund',
  'documents',
  'checkIn',
  'completion',
])
export const names = Object.keys(columns) as (keyof Reservation)[]
/** A reservation as a statement selects it. */
export const selection = names.map((name) => `${columns[name]} AS "${name}"`).join(', ')
export const parameter = (name: keyof Reservation, value: unknown): unknown =>
  jsonColumns.has(name) && value !== null ? JSON.stringify(value) : value
