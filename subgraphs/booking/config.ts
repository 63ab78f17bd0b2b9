import { Type } from 'typebox'
import { ConfigError } from '../../platform/process/config.ts'
import { HttpAddress, SmtpAddress, Text } from '../../platform/process/setting-types.ts'
import type { HoldLimits } from './reservation/index.ts'
import { defaultRetrySeconds, type PrivateReach } from './outbox/index.ts'

const areRetrySeconds = (schedule: string): boolean =>
  /^\d{1,7}(\.\d{1,3})?( *, *\d{1,7}(\.\d{1,3})?){0,29}$/.test(schedule)

/** Settings of the booking subgraph. */
export const bookingSettings = {
  /** How long a pending reservation holds its places, in minutes. */
  RESERVATION_HOLD_MINUTES: Type.Integer({ minimum: 1, maximum: 10_080, default: 1_440 }),
  /** Maximum places that the pending reservations of a partner may hold on one day of visit, by the plan of the key. */
  HOLD_LIMIT_BASIC: Type.Integer({ minimum: 1, maximum: 1_000_000, default: 100 }),
  HOLD_LIMIT_PRO: Type.Integer({ minimum: 1, maximum: 1_000_000, default: 200 }),
  /** In the live environment; in the sandbox Enterprise has none. */
  HOLD_LIMIT_ENTERPRISE: Type.Integer({ minimum: 1, maximum: 1_000_000, default: 1_000 }),
  /** Whether demo data have reservations, in the sandbox only. */
  DEMO_RESERVATIONS: Type.Boolean({ default: true }),
  /** How many days from today visits can be booked. */
  BOOKING_HORIZON_DAYS: Type.Integer({ minimum: 1, maximum: 3_650, default: 730 }),
  /** Mail server, such as smtp://user:password@host:587; without it mails are written as files. */
  SMTP_URL: Type.Optional(SmtpAddress()),
  /** Sender of e-mails. */
  MAIL_FROM: Type.String({ minLength: 3, default: 'Cenote Reservations <reservations@localhost>' }),
  /** Where mails of the sandbox go: marked as tests they are written as files, or delivered like those of live. */
  SANDBOX_MAIL: Type.Enum(['files', 'deliver'], { default: 'files' }),
  /** Payment pages of live reservations; a page of ours that refers guests to the partner when absent. */
  CHECKOUT_URL: Type.Optional(HttpAddress()),
  /** Payment pages of the sandbox; a page of ours that plays the payment when absent. */
  SANDBOX_CHECKOUT_URL: Type.Optional(HttpAddress()),
  /** Review pages; ours when absent. */
  REVIEWS_URL: Type.Optional(HttpAddress()),
  /** Seconds to wait before each retry of a webhook delivery, separated by commas; after the last retry it is dead. */
  WEBHOOK_RETRY_SCHEDULE: Text('1 to 30 numbers of seconds, separated by commas', areRetrySeconds, {
    default: defaultRetrySeconds.join(','),
  }),
  /** Addresses besides public ones that webhooks of the sandbox may reach; loopback by default outside production. */
  WEBHOOK_PRIVATE_ADDRESSES: Type.Optional(Type.Enum(['none', 'loopback', 'all'])),
}

/**
 * The networks that WEBHOOK_PRIVATE_ADDRESSES allows: none in production, where it would open our network to partners.
 */
export function privateReachOf(setting: PrivateReach | undefined, isProduction: boolean): PrivateReach {
  if (!isProduction) return setting ?? 'loopback'
  if (setting !== undefined && setting !== 'none')
    throw new ConfigError([
      'WEBHOOK_PRIVATE_ADDRESSES must be none in production: it would open this network to partners',
    ])
  return 'none'
}

/** Payment pages other than ours, without a slash at the end. */
export const checkoutUrlsIn = (settings: {
  CHECKOUT_URL?: string | undefined
  SANDBOX_CHECKOUT_URL?: string | undefined
}) => ({
  live: settings.CHECKOUT_URL?.replace(/\/$/, ''),
  sandbox: settings.SANDBOX_CHECKOUT_URL?.replace(/\/$/, ''),
})

/** The settings of mail, with the folder for mails that are written as files. */
export const mailOptionsIn = (
  settings: { SMTP_URL?: string | undefined; MAIL_FROM: string; SANDBOX_MAIL: string },
  folder: string,
) => ({
  smtpUrl: settings.SMTP_URL,
  from: settings.MAIL_FROM,
  folder,
  deliverSandbox: settings.SANDBOX_MAIL === 'deliver',
})

/** The seconds of WEBHOOK_RETRY_SCHEDULE. */
export const retrySecondsOf = (schedule: string): number[] => schedule.split(',').map(Number)

/** The limits of HOLD_LIMIT_BASIC, HOLD_LIMIT_PRO and HOLD_LIMIT_ENTERPRISE. */
export const holdLimitsOf = (settings: {
  HOLD_LIMIT_BASIC: number
  HOLD_LIMIT_PRO: number
  HOLD_LIMIT_ENTERPRISE: number
}): HoldLimits => ({
  basic: settings.HOLD_LIMIT_BASIC,
  pro: settings.HOLD_LIMIT_PRO,
  enterprise: settings.HOLD_LIMIT_ENTERPRISE,
})
