import { Type } from 'typebox'
import { defaultRetrySeconds } from './webhook/index.ts'

/** Settings of the booking subgraph. */
export const bookingSettings = {
  /** How long a pending reservation holds its places, in minutes. */
  RESERVATION_HOLD_MINUTES: Type.Integer({ minimum: 1, maximum: 10_080, default: 1_440 }),
  /** Mail server, such as smtp://user:password@host:587; without it mails are written as files. */
  SMTP_URL: Type.Optional(Type.String({ pattern: '^smtps?://' })),
  /** Sender of e-mails. */
  MAIL_FROM: Type.String({ minLength: 3, default: 'Cenote Reservations <reservations@localhost>' }),
  /** Payment pages (specification 1.5). */
  CHECKOUT_URL: Type.Optional(Type.String({ format: 'url' })),
  /** Review pages (specification 1.5). */
  REVIEWS_URL: Type.Optional(Type.String({ format: 'url' })),
  /** Seconds to wait before each retry of a webhook delivery, separated by commas; then it is given up. */
  WEBHOOK_RETRY_SCHEDULE: Type.String({
    pattern: '^\\d{1,7}(\\.\\d{1,3})?( *, *\\d{1,7}(\\.\\d{1,3})?){0,29}$',
    default: defaultRetrySeconds.join(','),
  }),
}

/** The seconds of WEBHOOK_RETRY_SCHEDULE. */
export const retrySecondsOf = (schedule: string): number[] => schedule.split(',').map(Number)
