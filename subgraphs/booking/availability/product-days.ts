import type { DateRange } from './date-range.ts'
import type { StoredInventory } from './repository.ts'
import type { AvailabilityQuery, BookingWindow, Day } from './slots.ts'
import type { TourQuery } from './tour-day.ts'

/** The party and the time that room is looked for, and when they could come. */
export interface RequestedVisit extends BookingWindow {
  readonly visitors: number
  /** Whether the caller did not say how large the party is. */
  readonly isAnyParty: boolean
  readonly time?: string | null | undefined
}

/** Questions about days whose inventory was read. */
export interface StoredCenoteQuery extends AvailabilityQuery {
  readonly inventory: StoredInventory
}
export interface StoredTourQuery extends TourQuery {
  readonly inventory: StoredInventory
  readonly stops: ReadonlyMap<string, StoredInventory>
}
export type StoredQuery = StoredCenoteQuery | StoredTourQuery

/** A product whose days are requested: a cenote, or a tour. */
export interface Product<Q extends StoredQuery = StoredQuery, D extends Day = Day> {
  readonly id: string
  /** Of the time zone of its days. */
  readonly terms: Q['terms']
  /** Reads what the days of a range depend on. */
  read(range: DateRange, visit: RequestedVisit): Promise<Q>
  day(query: Q, date: string): D
}

/** Days of a product, computed for one request. Rarely selected fields are computed on demand. */
export interface Availability<Q extends StoredQuery = StoredQuery, D extends Day = Day> {
  readonly startDate: string
  readonly endDate: string
  readonly requestedVisitors: number
  readonly days: readonly AvailableDay<Q, D>[]
  readonly product: Product<Q, D>
  readonly visit: RequestedVisit
  /** The inputs that the days were computed from. */
  readonly query: Q
  /** The first day with room after the last one covered; computed once for all days. */
  readonly firstAhead: () => Promise<string | null>
}

export type AvailableDay<Q extends StoredQuery = StoredQuery, D extends Day = Day> = D & {
  readonly of: Availability<Q, D>
}
