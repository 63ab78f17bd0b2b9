import type { Context } from '../context.ts'
import type { MunicipalityCounts } from './cached-counts.ts'
import type { LocationLoaders } from './loaders.ts'

/** What searches around a place, meeting points and states need of a request. */
export interface LocationContext extends Context {
  readonly municipalityCounts: MunicipalityCounts
  readonly loaders: LocationLoaders
}
