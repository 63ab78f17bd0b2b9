import type { Context } from '../context.ts'
import type { ReviewLoaders } from './loaders.ts'

/** What reviews need of a request. */
export interface ReviewContext extends Context {
  readonly loaders: ReviewLoaders
}
