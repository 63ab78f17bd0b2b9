import { randomUUID } from 'node:crypto'
import { openAddress } from '../../../../platform/trust/signed-address.ts'
import { apiError } from '../../../../schema/errors.ts'
import type { PageKind } from '../../../../schema/page-kinds.ts'
import { createContext } from '../../context.ts'
import type { PlayCheckoutInput } from '../../generated/resolvers.ts'
import type { ReservationContext } from '../context.ts'
import type { Reservation } from '../reservation.ts'
import { asOf } from '../rules/expiry.ts'
import { guestLanguage } from '../rules/language.ts'
import { findReservation } from '../store/read.ts'
import { confirm } from './confirm.ts'
import { changeReservation, expire } from './transition.ts'

/** A visit as its guest sees it, with the context of its own partner and environment. */
export interface GuestVisit {
  readonly reservation: Reservation
  /** Of the reservation's environment and partner; the caller itself has neither. */
  readonly context: ReservationContext
}

/**
 * The visit that a signed address of this kind names. Error: NOT_FOUND for a bad or expired token, or one of another
 * reservation than `of`.
 */
export async function guestVisit(
  { token, kind, of }: { readonly token: string; readonly kind: PageKind; readonly of?: string },
  { services, identity, clock }: ReservationContext,
): Promise<GuestVisit> {
  const now = clock.now()
  const content = openAddress(token, [kind], services.signingSecret, now)
  if (!content || (of !== undefined && of.toLowerCase() !== content.subject)) throw apiError('NOT_FOUND')
  const { environment } = content
  const stored = await findReservation(services.databases[environment], undefined, content.subject)
  if (!stored) throw apiError('NOT_FOUND')
  const { partnerId } = stored
  const own = { partnerId, environment, scopes: [], locale: guestLanguage(stored), requestId: identity.requestId }
  return { reservation: asOf(stored, now), context: { ...createContext(own, services), services } }
}

/**
 * Plays the guest on the payment page of the sandbox. Errors: NOT_FOUND, also for a live reservation, whose payment only
 * the partner records; INVALID_STATE_TRANSITION when it no longer awaits a payment.
 */
export async function playCheckout(
  { token, outcome }: PlayCheckoutInput,
  caller: ReservationContext,
): Promise<GuestVisit> {
  const { reservation, context } = await guestVisit({ token, kind: 'checkout' }, caller)
  if (context.database.environment !== 'sandbox') throw apiError('NOT_FOUND')
  const { id } = reservation
  switch (outcome) {
    case 'PAY': {
      const payment = { paymentId: `test_${randomUUID()}`, paymentMethod: 'credit_card' }
      const paid = await confirm({ id, ...payment, generateDocuments: true, confirmationEmail: true }, context)
      return { reservation: paid, context }
    }
    // A declined card leaves the hold as it is: the guest may try again.
    case 'DECLINE':
      return { reservation, context }
    case 'EXPIRE': {
      const ended = await changeReservation(id, 'confirm', context, expire)
      return { reservation: ended, context }
    }
  }
}
