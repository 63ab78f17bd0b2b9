import { randomUUID } from 'node:crypto'
import type { Language } from '../../../../platform/values/i18n.ts'
import { openUndated } from '../../../../platform/trust/signed-address.ts'
import { apiError, validationError } from '../../../../schema/errors.ts'
import type { PageKind } from '../../../../schema/page-kinds.ts'
import { createContext } from '../../context.ts'
import type { PlayCheckoutInput } from '../../generated/resolvers.ts'
import type { ReservationContext } from '../context.ts'
import type { Reservation } from '../reservation.ts'
import { asOf } from '../rules/expiry.ts'
import type { EffectiveTerms } from '../rules/guest-terms.ts'
import { guestLanguage } from '../rules/guest.ts'
import { balanceDueCents, requireAmount } from '../rules/payment.ts'
import { addressExpiry } from '../notifications/addresses.ts'
import { termsOf } from '../notifications/terms.ts'
import { findReservation } from '../store/read.ts'
import { confirmReservation } from '../confirm/confirm.ts'
import { changeReservation, expire } from '../change/change-reservation.ts'

/** A visit as its guest sees it, with the context of its own partner and environment. */
export interface GuestVisit {
  readonly reservation: Reservation
  /** Of the reservation's environment and partner; the caller itself has neither. */
  readonly context: ReservationContext
  /** As they are now. */
  readonly terms: EffectiveTerms
}

export interface GuestVisitRequest {
  readonly token: string
  /** Pages that the token may be of. */
  readonly kinds: readonly PageKind[]
  /** Id of the reservation that the token must be of. */
  readonly of?: string
  /** Of the texts, in place of the guest's. */
  readonly language?: Language | undefined
}

/**
 * The visit that a signed address of this kind names. Error: NOT_FOUND for a bad or expired token, or one of another
 * reservation than `of`.
 */
export async function guestVisit(
  { token, kinds, of, language }: GuestVisitRequest,
  { services, identity, clock }: ReservationContext,
): Promise<GuestVisit> {
  const now = clock.now()
  const content = openUndated(token, kinds, services.signingSecret)
  if (!content || (of !== undefined && of.toLowerCase() !== content.subject)) throw apiError('NOT_FOUND')
  const { environment } = content
  const stored = await findReservation(services.databases[environment], undefined, content.subject)
  if (!stored || addressExpiry(stored) <= now) throw apiError('NOT_FOUND')
  const { partnerId } = stored
  const own = {
    partnerId,
    environment,
    scopes: [],
    locale: language ?? guestLanguage(stored),
    requestId: identity.requestId,
  }
  const context = { ...createContext(own, services), services }
  return { reservation: asOf(stored, now), context, terms: await termsOf(stored, context) }
}

/**
 * Plays the guest on the payment page of the sandbox. With nothing to pay the guest confirms in live, too, and from the page
 * of the visit. Errors: NOT_FOUND, also for a live reservation, whose payment only the partner records; ERROR_VALIDACION;
 * AMOUNT_CHANGED; INVALID_STATE_TRANSITION when it no longer awaits a payment.
 */
export async function playCheckout(
  { token, outcome, amountCents }: PlayCheckoutInput,
  caller: ReservationContext,
): Promise<GuestVisit> {
  const isFree = outcome === 'pay' && amountCents === 0
  const visit = await guestVisit({ token, kinds: isFree ? ['checkout', 'visit'] : ['checkout'] }, caller)
  const { reservation, context } = visit
  if (context.database.environment !== 'sandbox' && !isFree) throw apiError('NOT_FOUND')
  const { id } = reservation
  switch (outcome) {
    case 'pay': {
      if (amountCents == null) throw validationError({ amountCents: [{ code: 'REQUIRED' }] })
      const payment = isFree ? {} : { paymentId: `test_${randomUUID()}`, paymentMethod: 'credit_card' }
      const paid = await confirmReservation(
        { id, ...payment, generateDocuments: true, confirmationEmail: true },
        context,
        (present) => requireAmount(amountCents, balanceDueCents(present), present),
      )
      return { ...visit, reservation: paid }
    }
    // A declined card leaves the hold as it is: the guest may try again.
    case 'decline':
      return visit
    case 'expire': {
      const ended = await changeReservation(id, 'confirm', context, expire)
      return { ...visit, reservation: ended }
    }
  }
}
