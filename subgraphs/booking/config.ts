import { Type } from 'typebox'

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
}
