import type { PerEnvironment } from '../../../platform/postgres/database.ts'
import type { Logger } from '../../../platform/process/logger.ts'
import type { CursorCodec } from '../../../platform/trust/cursor.ts'
import type { Secrets } from '../../../platform/trust/secret.ts'
import type { Clock } from '../../../platform/values/clock.ts'
import type { Mailer } from '../communication/index.ts'
import type { Context } from '../context.ts'
import type { Database } from '../database.ts'
import type { Upstream } from '../upstream/index.ts'
import type { HoldLimits } from './rules/hold-limit.ts'

/** The context of reservations. */
export interface ReservationServices {
  readonly databases: PerEnvironment<Database>
  /** Readers of the event log, notified when it has grown. */
  readonly hubs: PerEnvironment<{ wake(): void }>
  readonly upstream: Upstream
  readonly cursors: CursorCodec
  readonly mailers: PerEnvironment<Mailer>
  readonly clock: Clock
  readonly signingSecret: Secrets
  readonly publicUrl: string
  /** Payment pages other than ours. */
  readonly checkoutUrls: PerEnvironment<string | undefined>
  /** Review pages other than ours. */
  readonly reviewsUrl: string | undefined
  readonly holdMinutes: number
  readonly holdLimits: HoldLimits
  readonly horizonDays: number
  readonly logger: Logger
}

/** The part of it that messages to guests need. */
export type MailServices = Pick<ReservationServices, 'upstream' | 'mailers' | 'publicUrl' | 'signingSecret' | 'logger'>

export interface MailContext extends Context {
  readonly services: MailServices
}

export interface ReservationContext extends Context {
  readonly services: ReservationServices
}
