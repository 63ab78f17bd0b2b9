import type { PerEnvironment } from '../../../platform/postgres/database.ts'
import type { Logger } from '../../../platform/process/logger.ts'
import type { Clock } from '../../../platform/values/clock.ts'
import type { Context } from '../context.ts'
import type { Database } from '../database.ts'
import type { Upstream } from '../upstream/index.ts'

/** The context of coupon uses. */
export interface CouponServices {
  readonly databases: PerEnvironment<Database>
  readonly upstream: Pick<Upstream, 'redeemCoupon' | 'releaseCoupon'>
  readonly clock: Clock
  readonly logger: Logger
}

export interface CouponContext extends Context {
  readonly services: Pick<CouponServices, 'upstream' | 'logger'>
}

/** The context of releasing uses, in a request and in a job. */
export interface ReleaseContext {
  readonly services: Pick<CouponServices, 'upstream' | 'logger'>
  readonly database: Database
  readonly requestId: string
}
