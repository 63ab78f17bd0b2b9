import type { PoolClient } from '../../../../platform/postgres/database.ts'
import { documentTypes } from '../../../../schema/file-kinds.ts'
import type { FieldErrors } from '../../../../schema/field-errors.ts'
import type { DayReason } from '../../availability/index.ts'
import { requireOperator } from '../../caller.ts'
import type { ReservationContext } from '../context.ts'
import type { ConfirmReservationInput } from '../../generated/resolvers.ts'
import type { CatalogTerms } from '../../upstream/index.ts'
import { ownReservation } from './find.ts'
import { inventoryAround, notAvailable } from './slot.ts'
import { changeReservation } from './transition.ts'
import { tooLong } from '../rules/guest.ts'
import { requireInputs } from '../rules/validation.ts'
import { balanceDueCents, recordedPayment, requireDue, withPayment } from '../rules/payment.ts'
import { closedSince } from '../store/disruptions.ts'
import { updateReservation } from '../store/update.ts'
import { peopleOf, type Payment, type Reservation, type StoredDocument } from '../reservation.ts'

const maxCents = 2 ** 31 - 1

/**
 * Confirms a pending reservation, or records a payment towards the balance of a confirmed one. Errors:
 * RESERVATION_NOT_FOUND, INVALID_STATE_TRANSITION, PAYMENT_EXCEEDS_BALANCE, PAYMENT_ALREADY_RECORDED, ERROR_VALIDACION,
 * CENOTE_NOT_AVAILABLE when the slot was closed since or the cenote is off sale, unless an operator forces it.
 * The e-mail is queued with the change: `communications` shows what became of it.
 */
export async function confirm(input: ConfirmReservationInput, context: ReservationContext): Promise<Reservation> {
  if (input.force != null) requireOperator(context)
  const paymentId = input.paymentId ?? input.transactionId ?? null
  requireInputs(inputErrors(input, paymentId))
  const terms = input.force ? null : await termsWhilePending(input.id, context)
  try {
    return await write(input, paymentId, terms, context)
  } catch (error) {
    if (!(error instanceof ClosedSince) || !terms) throw error
    const { reservation, reason } = error
    const inventory = await inventoryAround(reservation, terms, context)
    throw notAvailable(reservation, peopleOf(reservation), terms, inventory, context, reason)
  }
}

/** Rolls the transaction back. */
class ClosedSince extends Error {
  constructor(
    readonly reservation: Reservation,
    readonly reason: DayReason,
  ) {
    super('The slot was closed since')
  }
}

/** The facts of the cenote of a pending reservation; null in another state, which a confirmation does not sell. */
async function termsWhilePending(id: string, context: ReservationContext): Promise<CatalogTerms | null> {
  const { status, cenoteId } = await ownReservation(id, context)
  return status === 'pending' ? context.services.upstream.cenote(cenoteId, context.identity) : null
}

/** Throws ClosedSince when the slot of a pending reservation can no longer be sold. */
async function requireOpen(client: PoolClient, reservation: Reservation, { isActive }: CatalogTerms): Promise<void> {
  const reason = isActive ? await closedSince(client, reservation) : 'inactive'
  if (reason !== null) throw new ClosedSince(reservation, reason)
}

function write(
  input: ConfirmReservationInput,
  paymentId: string | null,
  terms: CatalogTerms | null,
  context: ReservationContext,
): Promise<Reservation> {
  return changeReservation(
    input.id,
    'confirm',
    context,
    async (client, reservation, { at: now, by }) => {
      // Sent again, after its response was lost or by two callers at once, it is the same payment and counts once.
      const known = recordedPayment(reservation, paymentId, input.amountCents ?? null)
      if (known && reservation.status !== 'pending') return reservation
      if (terms && reservation.status === 'pending') await requireOpen(client, reservation, terms)
      return updateReservation(
        client,
        reservation,
        {
          status: 'confirmed',
          payment: known ? reservation.payment : paymentOf(reservation, paymentId, input, now),
          documents: input.generateDocuments ? documentsOf(reservation, now) : reservation.documents,
        },
        {
          event: reservation.status === 'pending' ? 'reservation.confirmed' : 'reservation.modified',
          at: now,
          by,
          note: null,
        },
      )
    },
    {
      allows: (reservation) => paymentId !== null && hasBalance(reservation),
      messages: input.confirmationEmail ? ['confirmation_email'] : [],
    },
  )
}

/** Whether a change after the confirmation, or a confirmation without payment, left something to pay. */
const hasBalance = (reservation: Reservation): boolean =>
  reservation.status === 'confirmed' && balanceDueCents(reservation) > 0

function inputErrors(input: ConfirmReservationInput, paymentId: string | null): FieldErrors {
  const { amountCents } = input
  const fieldErrors = tooLong([
    ['paymentId', input.paymentId, 200],
    ['paymentMethod', input.paymentMethod, 100],
    ['provider', input.provider, 40],
    ['transactionId', input.transactionId, 200],
  ])
  for (const name of ['paymentId', 'provider', 'transactionId'] as const)
    if (input[name] === '') fieldErrors[name] = [{ code: 'EMPTY' }]
  if (amountCents === 0) fieldErrors['amountCents'] = [{ code: 'NOT_POSITIVE_UP_TO', max: maxCents }]
  if (amountCents != null && paymentId === null) fieldErrors['paymentId'] = [{ code: 'REQUIRED_WITH_AMOUNT' }]
  return fieldErrors
}

/** The payment afterwards. Without an id none was made: the partner collects on site. */
function paymentOf(
  reservation: Reservation,
  paymentId: string | null,
  { amountCents, paymentMethod, provider, transactionId }: ConfirmReservationInput,
  now: Date,
): Payment | null {
  if (paymentId === null) return reservation.payment
  const dueCents = balanceDueCents(reservation)
  if (amountCents != null) requireDue(reservation, amountCents)
  // All of it was paid while it was pending.
  if (dueCents === 0 && reservation.payment) return reservation.payment
  return withPayment(reservation.payment, {
    id: paymentId,
    method: paymentMethod ?? null,
    provider: provider ?? null,
    transactionId: transactionId ?? null,
    paidAt: now.toISOString(),
    amountCents: amountCents ?? dueCents,
  })
}

const documentsOf = ({ bookingReference }: Reservation, now: Date): StoredDocument[] =>
  documentTypes.map((type) => ({
    type,
    name: `${type}-${bookingReference}.pdf`,
    generatedAt: now.toISOString(),
  }))
