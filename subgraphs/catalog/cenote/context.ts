import type { PerEnvironment } from '../../../platform/postgres/database.ts'
import type { Context } from '../context.ts'
import type { Database } from '../database.ts'
import type { CenoteCounts } from './cached-counts.ts'
import type { CenoteLoaders } from './loaders.ts'

/** The context of cenotes and their lists. */
export interface CenoteContext extends Context {
  /** The primaries; `database` of a read may be a replica. */
  readonly databases: PerEnvironment<Database>
  readonly cenoteCounts: CenoteCounts
  readonly loaders: CenoteLoaders
}
