import type { CancellationReason } from '../../../../schema/reservation-statuses.ts'
import type { MeansOfTransport } from '../../../../schema/transport-text.ts'

/** The subject of a message to a guest, with formatted amounts, dates and instants. */
export interface MessageSubject {
  readonly guestName: string
  /** Who sold the visit; null when it is not known. */
  readonly partnerName: string | null
  readonly product: {
    readonly name: string
    readonly picture: { readonly url: string; readonly alt: string } | null
    readonly includes: readonly string[]
    readonly preparations: readonly string[]
    readonly phone: string | null
    readonly email: string | null
    readonly website: string | null
  }
  readonly bookingReference: string
  readonly confirmationCode: string
  /** Day of the visit. */
  readonly date: string
  /** When and where the guests have to be. */
  readonly meeting: {
    /** Null for guests who come on their own. */
    readonly option: MeansOfTransport | null
    /** Its name. */
    readonly way: string | null
    readonly date: string
    /** With the time zone that it is meant in. */
    readonly time: string
    readonly place: string
    /** Null when it is not known where the place is. */
    readonly mapUrl: string | null
    readonly directions: string | null
    /** When the visit starts, for guests who are picked up or meet before. */
    readonly start: { readonly label: string; readonly value: string; readonly sentence: string } | null
  }
  readonly party: string
  /** Services that were booked too. */
  readonly services: readonly string[]
  /** Whether amounts are left out. */
  readonly hidePrice?: boolean
  readonly total: string
  /** Null when nothing was paid, went back, is due or is to go back. */
  readonly paid: string | null
  readonly returned: string | null
  readonly due: string | null
  readonly credit: string | null
  /** Until when all and until when a part is refunded. */
  readonly refundUntil: { readonly full: string | null; readonly partial: string; readonly partialPercentage: number }
  /** Why it was cancelled; null when it is not, or no reason was given. */
  readonly reason: CancellationReason | null
  /** Null when nothing is refunded. */
  readonly refund: { readonly amount: string; readonly fees: string | null } | null
  readonly visitUrl: string
  /** The page where the guest pays the balance; null when nothing is due. */
  readonly paymentUrl: string | null
  /** When the hold ends, and with it the time to pay. */
  readonly payUntil: string
  /** Address of the picture of its QR code; null while it has none. */
  readonly qrUrl: string | null
  /** Changed values, before and after; empty for other messages. */
  readonly changes: readonly { readonly label: string; readonly before: string; readonly after: string }[]
  readonly documents: readonly { readonly type: 'confirmation' | 'ticket'; readonly url: string }[]
  /** Where the visit may be reviewed. */
  readonly reviewLink: string | null
  /** Whether it comes from the sandbox. */
  readonly isTest: boolean
}
