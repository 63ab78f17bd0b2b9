import type { Context } from '../context.ts'
import type { TourLoaders } from './loaders.ts'

/** What tours and their list need of a request. */
export interface TourContext extends Context {
  readonly loaders: TourLoaders
}
