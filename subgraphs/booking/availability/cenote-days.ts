import type { StoredInventory } from './repository.ts'
import type { AvailabilityQuery, CenoteTerms, Day } from './slots.ts'

/** A cenote as the gateway passes it: with the fields of the catalog that `@requires` names. */
export interface CenoteReference extends Partial<CenoteTerms> {
  readonly id: string
  readonly pricing?: { readonly adultCents: number }
}

/** Days of a cenote, computed for one request. Rarely selected fields are computed on demand. */
export interface Availability {
  readonly startDate: string
  readonly endDate: string
  readonly requestedVisitors: number
  readonly days: readonly AvailableDay[]
  /** The inputs that the days were computed from. */
  readonly query: AvailabilityQuery
  readonly inventory: StoredInventory
  readonly cenoteId: string
  /** The first day with room after the last one covered; computed once for all days. */
  readonly firstAhead: () => Promise<string | null>
  /** By the mutation that returns this; `Disruption` of disruption/. */
  readonly disruption?: object | null
}

export interface AvailableDay extends Day {
  readonly of: Availability
}
