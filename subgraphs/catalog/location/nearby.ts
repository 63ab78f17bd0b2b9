import type { CenoteRow } from '../cenote/index.ts'

/** A cenote and its great-circle distance from the search point. */
export interface CenoteAtDistance {
  readonly cenote: CenoteRow
  readonly km: number
}

/** Answer of a search around a point. */
export interface NearbySearch {
  readonly results: CenoteAtDistance[]
  readonly searchTimeMs: number
}
