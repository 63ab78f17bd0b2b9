import type { Author } from '../../../platform/trust/author.ts'
import { instants, type Instant } from './columns.ts'
import type { ProductType, Reservation } from './reservation.ts'

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
