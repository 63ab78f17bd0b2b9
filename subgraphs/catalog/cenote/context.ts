import type { Context } from '../context.ts'
import type { CenoteCounts } from './cached-counts.ts'
import type { CenoteLoaders } from './loaders.ts'

/** What cenotes and their lists need of a request. */
export interface CenoteContext extends Context {
  readonly cenoteCounts: CenoteCounts
  readonly loaders: CenoteLoaders
}
