import type { Party } from '../../../../schema/ages.ts'
import { newRequestId } from '../../api/request-id.ts'
import type { GateReservationFragment } from '../../generated/operations.ts'

export type PaymentMethod = 'CASH' | 'CARD_PRESENT'

interface Paid {
  readonly amountCents: number
  readonly currency: string
  readonly method: PaymentMethod
}

/** A change of a reservation at the gate. */
export type Deed =
  /** Null as party: all of the reservation. `isUnpaid`: staff admitted it although something is due. */
  | { readonly kind: 'check_in'; readonly party: Party | null; readonly isUnpaid?: true }
  /** `confirm` is a payment that makes a sale certain. */
  | ({ readonly kind: 'payment' | 'confirm' } & Paid)

/** A deed that the server has not confirmed yet, or has refused. */
export interface Act {
  /** Its Idempotency-Key, and the id of its payment. */
  readonly id: string
  /** Reference, or the text of a QR code. */
  readonly reservation: string
  readonly deed: Deed
  /** When it was done, in milliseconds since 1970. */
  readonly at: number
  /** The API key and environment that it was done with. */
  readonly keyId: string
  readonly environment: string
  /** Why the server refused it. */
  readonly refusal?: { readonly code: string; readonly message: string }
}

/** An act that the server has done, with the reservation afterwards. */
export interface DoneAct {
  readonly act: Act
  readonly reservation: GateReservationFragment
  readonly ticketUrl: string | null
}

/** The booking reference in the text of a QR code, which may have a token after it. */
export const referenceIn = (text: string): string => (text.split('.')[0] ?? '').toUpperCase()

/** An id that no other device makes. */
export const newActId = (): string => newRequestId('gate')
