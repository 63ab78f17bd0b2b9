import type { Context } from '../context.ts'
import type { CenoteCounts } from './cached-counts.ts'
import type { CenoteLoaders } from './loaders.ts'

/** The context of cenotes and their lists. */
export interface CenoteContext extends Context {
  readonly cenoteCounts: CenoteCounts
  readonly loaders: CenoteLoaders
}
