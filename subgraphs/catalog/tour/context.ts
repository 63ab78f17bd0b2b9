import type { PerEnvironment } from '../../../platform/postgres/database.ts'
import type { Context } from '../context.ts'
import type { Database } from '../database.ts'
import type { TourLoaders } from './loaders.ts'

/** The context of tours and their list. */
export interface TourContext extends Context {
  /** The primaries: a replica may not have the latest change yet. */
  readonly databases: PerEnvironment<Database>
  readonly loaders: TourLoaders
}
