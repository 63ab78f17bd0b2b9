import type { Context } from '../context.ts'
import type { CenoteCounts } from './cached-counts.ts'
import type { CenoteVersions } from './cached-versions.ts'
import type { CenoteLoaders } from './loaders.ts'

/** What cenotes and their lists need of a request. */
export interface CenoteContext extends Context {
  readonly cenoteCounts: CenoteCounts
  readonly cenoteVersions: CenoteVersions
  readonly loaders: CenoteLoaders
}
