import type { Reservation } from '../reservation.ts'

/** Columns of a reservation in the order of the statements below. */
export const columns = {
  id: 'id',
  partnerId: 'partner_id',
  partnerName: 'partner_name',
  bookingReference: 'booking_reference',
  confirmationCode: 'confirmation_code',
  status: 'status',
  cenoteId: 'cenote_id',
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
  extendedAt: 'extended_at',
  couponCode: 'coupon_code',
  version: 'version',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
} as const satisfies Record<keyof Reservation, string>

const jsonColumns = new Set<string>([
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
