import type { PerEnvironment } from '../../../platform/postgres/database.ts'
import type { Secrets } from '../../../platform/trust/secret.ts'
import type { Context } from '../context.ts'
import type { Database } from '../database.ts'
import type { ReviewLoaders } from './loaders.ts'

/** The context of reviews. */
export interface ReviewContext extends Context {
  readonly loaders: ReviewLoaders
  /** The token of an invitation, not its bearer, determines the environment. */
  readonly databases: PerEnvironment<Database>
  readonly signingSecret: Secrets
}
