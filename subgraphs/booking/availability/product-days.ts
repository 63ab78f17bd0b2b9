import type { AvailabilityContext } from './context.ts'
import type { DateRange } from './rules/date-range.ts'
import type { ProductTerms } from './rules/product-terms.ts'
import type { StoredInventory } from './repository.ts'
import type { BookingWindow, Day, ProductQuery } from './rules/slots.ts'
import { stopRanges } from './rules/stops.ts'

/** The party and the time that room is looked for, and when they could come. */
export interface RequestedVisit extends BookingWindow {
  readonly visitors: number
  /** Whether the caller did not say how large the party is. */
  readonly isAnyParty: boolean
  readonly time?: string | null | undefined
}

/** A question about days whose inventory was read. */
export interface StoredQuery extends ProductQuery {
  readonly inventory: StoredInventory
  readonly stops: ReadonlyMap<string, StoredInventory>
}

/** A product whose days are requested. */
export interface Product {
  readonly id: string
  readonly terms: ProductTerms
  /** Reads what the days of a range depend on. */
  read(range: DateRange, visit: RequestedVisit): Promise<StoredQuery>
}

/** A product whose inventory, and that of the cenotes at which it stops, is read for a request. */
export function productOf(
  id: string,
  terms: ProductTerms,
  { availability: { inventory } }: Pick<AvailabilityContext, 'availability'>,
): Product {
  const load = (productId: string, { start, end }: DateRange): Promise<StoredInventory> =>
    inventory.load({ productId, from: start, to: end }, id)
  return {
    id,
    terms,
    async read(range, visit) {
      const [own, ...stops] = await Promise.all([
        load(id, range),
        ...[...stopRanges(terms, range)].map(
          async ([cenoteId, days]) => [cenoteId, await load(cenoteId, days)] as const,
        ),
      ])
      return { ...visit, terms, inventory: own, stops: new Map(stops) }
    },
  }
}

/** Days of a product, computed for one request. Rarely selected fields are computed on demand. */
export interface Availability {
  readonly startDate: string
  readonly endDate: string
  readonly requestedVisitors: number
  readonly days: readonly AvailableDay[]
  readonly product: Product
  readonly visit: RequestedVisit
  /** The inputs that the days were computed from. */
  readonly query: StoredQuery
  /** The first day with room after the last one covered; computed once for all days. */
  readonly firstAhead: () => Promise<string | null>
}

export interface AvailableDay extends Day {
  readonly of: Availability
}
