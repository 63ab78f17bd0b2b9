import type { Context } from '../context.ts'
import type { TourLoaders } from './loaders.ts'

/** The context of tours and their list. */
export interface TourContext extends Context {
  readonly loaders: TourLoaders
}
