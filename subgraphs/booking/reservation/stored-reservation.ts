import type { Author } from '../../../platform/trust/author.ts'
import type { ProductType, Reservation } from './reservation.ts'

const instants = [
  'visitAt',
  'dayEndsAt',
  'paymentDeadline',
  'holdEndsAt',
  'extendedAt',
  'createdAt',
  'updatedAt',
] as const
type Instant = (typeof instants)[number]

/** A reservation as the JSON of an event has it. */
export type ReservationSnapshot = Omit<Reservation, Instant | 'productId'> & {
  readonly [Name in Instant]: Reservation[Name] extends Date ? string : string | null
} & {
  /** Of the product, whatever it is. */
  readonly cenoteId: string
  readonly changedBy: Author
  /** Of the product that it was of before it was moved to another one. */
  readonly previousCenoteId?: string
  readonly previousProductType?: ProductType
}

/** A reservation as JSON with the members of its columns and of events. */
export const snapshotOf = ({ productId, ...reservation }: Reservation) => ({ ...reservation, cenoteId: productId })

/** A reservation out of JSON, its instants revived. */
export function reviveReservation({ cenoteId, ...snapshot }: ReservationSnapshot): Reservation {
  const revived = instants.map((name) => [name, snapshot[name] === null ? null : new Date(snapshot[name])])
  return { ...snapshot, productId: cenoteId, ...(Object.fromEntries(revived) as Pick<Reservation, Instant>) }
}
