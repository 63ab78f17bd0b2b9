import type { OwnPictures } from '../../../platform/pictures/own-pictures.ts'
import type { PerEnvironment } from '../../../platform/postgres/database.ts'
import type { Logger } from '../../../platform/process/logger.ts'
import type { CursorCodec } from '../../../platform/trust/cursor.ts'
import type { Environment } from '../../../platform/trust/identity.ts'
import type { Secrets } from '../../../platform/trust/secret.ts'
import type { Clock } from '../../../platform/values/clock.ts'
import type { Context } from '../context.ts'
import type { Database } from '../database.ts'
import type { SettingsReader } from '../partner-settings/index.ts'
import type { Upstream } from '../upstream/index.ts'
import type { MessageType } from './rules/messages.ts'
import type { Lease, QueuedMail } from './store/mail-queue.ts'
import type { HoldLimits } from './offer/hold-limit.ts'

/** The context of reservations. */
export interface ReservationServices {
  readonly databases: PerEnvironment<Database>
  /** Readers of the event log, notified when it has grown. */
  readonly hubs: PerEnvironment<{ wake(): void }>
  readonly upstream: Upstream
  readonly settings: PerEnvironment<Pick<SettingsReader, 'present' | 'shown'>>
  readonly cursors: CursorCodec
  /** The queue of mails, `Mails` of notifications/mails.ts. */
  readonly mails: {
    readonly lease: Lease
    deliver(environment: Environment, mails: readonly QueuedMail[]): Promise<ReadonlySet<MessageType>>
    workOnDue(environment: Environment): Promise<boolean>
  }
  readonly pictures: OwnPictures
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

export interface ReservationContext extends Context {
  readonly services: ReservationServices
}
