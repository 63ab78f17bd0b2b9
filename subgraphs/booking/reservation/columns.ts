import { selectList } from '../../../platform/postgres/columns.ts'
import { ages } from '../../../schema/ages.ts'
import type { Author } from '../../../platform/trust/author.ts'
import type { ProductType, Reservation } from './reservation.ts'

type ColumnType = 'uuid' | 'text' | 'integer' | 'double precision' | 'boolean' | 'timestamptz' | 'jsonb'

/**
 * Every member of a reservation and the type of its column, which is named like the member but in snake case. This list
 * is the source of the selection of a row, of the instants in a snapshot, and of the SQL functions that insert and update
 * a row, which `node scripts/reservation-sql.mjs` generates.
 */
export const members = {
  id: 'uuid',
  partnerId: 'uuid',
  partnerName: 'text',
  bookingReference: 'text',
  confirmationCode: 'text',
  resellerReference: 'text',
  externalId: 'uuid',
  requested: 'jsonb',
  isHold: 'boolean',
  status: 'text',
  productId: 'uuid',
  productType: 'text',
  productNames: 'jsonb',
  stops: 'jsonb',
  transport: 'jsonb',
  visitDate: 'text',
  visitTime: 'text',
  timezone: 'text',
  visitAt: 'timestamptz',
  dayEndsAt: 'timestamptz',
  adults: 'integer',
  children: 'integer',
  seniors: 'integer',
  infants: 'integer',
  teens: 'integer',
  participants: 'jsonb',
  guest: 'jsonb',
  guestEmail: 'text',
  language: 'text',
  pricing: 'jsonb',
  services: 'jsonb',
  specialRequests: 'text',
  notes: 'jsonb',
  metadata: 'jsonb',
  payment: 'jsonb',
  cancellation: 'jsonb',
  refund: 'jsonb',
  documents: 'jsonb',
  checkIn: 'jsonb',
  completion: 'jsonb',
  confirmationSent: 'boolean',
  reminderSent: 'boolean',
  disrupted: 'boolean',
  refundCeiling: 'double precision',
  paymentDeadline: 'timestamptz',
  holdEndsAt: 'timestamptz',
  extendedAt: 'timestamptz',
  couponCode: 'text',
  guestTerms: 'jsonb',
  version: 'integer',
  createdAt: 'timestamptz',
  updatedAt: 'timestamptz',
} as const satisfies Record<keyof Reservation, ColumnType>

type Members = typeof members
/** Members that are a Date in a reservation and a text in its snapshot. */
export type Instant = { [Name in keyof Members]: Members[Name] extends 'timestamptz' ? Name : never }[keyof Members]

const names = Object.keys(members) as (keyof Reservation)[]

export const instants = names.filter((name): name is Instant => members[name] === 'timestamptz')

/** A reservation as a statement selects it. */
export const selection = selectList(names)

/** The people of a row, as SQL. */
export const peopleSum = ages.join(' + ')

/** A reservation as the JSON of an event has it. */
export type ReservationSnapshot = Omit<Reservation, Instant> & {
  readonly [Name in Instant]: Reservation[Name] extends Date ? string : string | null
} & {
  readonly changedBy: Author
  /** Of the product that it was of before it was moved to another one. */
  readonly previousProductId?: string
  readonly previousProductType?: ProductType
}

/** A reservation out of JSON, its instants revived. */
export function reviveReservation(snapshot: ReservationSnapshot): Reservation {
  const revived = instants.map((name) => [name, snapshot[name] === null ? null : new Date(snapshot[name])])
  return { ...snapshot, ...(Object.fromEntries(revived) as Pick<Reservation, Instant>) }
}
