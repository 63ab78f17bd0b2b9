import type { PerEnvironment } from '../../../platform/postgres/database.ts'
import type { Logger } from '../../../platform/process/logger.ts'
import type { CursorCodec } from '../../../platform/trust/cursor.ts'
import type { Clock } from '../../../platform/values/clock.ts'
import type { Context } from '../context.ts'
import type { Database } from '../database.ts'
import type { Upstream } from '../upstream/index.ts'
import type { DisruptionLoaders } from './loaders.ts'

/** The services of the job. */
export interface DisruptionServices {
  readonly databases: PerEnvironment<Database>
  readonly hubs: PerEnvironment<{ wake(): void }>
  readonly upstream: Pick<Upstream, 'redeemCoupon' | 'releaseCoupon'>
  readonly clock: Clock
  readonly logger: Logger
}

/** The context of disruptions. */
export interface DisruptionContext extends Context {
  readonly services: { readonly cursors: CursorCodec }
  readonly disruptions: DisruptionLoaders
}
