import { isBlank } from '../../../../platform/values/text.ts'
import type { PoolClient } from '../../../../platform/postgres/database.ts'
import type { Moment } from '../../../../platform/trust/author.ts'
import { requireValid, validationError } from '../../../../schema/errors.ts'
import { documentTypes } from '../../../../schema/file-kinds.ts'
import type { FieldErrors } from '../../../../schema/field-errors.ts'
import { requireOperator } from '../../caller.ts'
import type { ReservationContext } from '../context.ts'
import type { ConfirmReservationInput } from '../../generated/resolvers.ts'
import { presentFields } from '../../../../schema/present-fields.ts'
import { changeReservation, findEarlierResult } from '../change/change-reservation.ts'
import { ownReservation } from '../read/find.ts'
import { withEndedHolds } from '../expire/end-holds.ts'
import { canPlanAgain, Overtaken, planModification, writeModification, type Plan } from '../modify/modify.ts'
import { readProduct, type Refused, type SoldProduct } from '../offer/product.ts'
import { inventoriesAround, notAvailable } from '../offer/slot.ts'
import { changesBetween } from '../rules/diff.ts'
import { referenceErrors, tooLong } from '../rules/guest.ts'
import { mailsGuest, termsWith } from '../rules/guest-terms.ts'
import { isVoid } from '../rules/lifecycle.ts'
import { replanReminder } from '../notifications/queue-messages.ts'
import { balanceDueCents, recordedPayment, requireDue, withPayment } from '../rules/payment.ts'
import { closedSince } from '../store/disruptions.ts'
import { updateReservation } from '../store/update.ts'
import { peopleOf, type Payment, type Reservation, type StoredDocument } from '../reservation.ts'

const maxCents = 2 ** 31 - 1

/**
 * Confirms a pending reservation, with what was missing of it, or records a payment towards the balance of a confirmed
 * one. Errors: RESERVATION_NOT_FOUND, INVALID_STATE_TRANSITION, PAYMENT_EXCEEDS_BALANCE, PAYMENT_ALREADY_RECORDED,
 * ERROR_VALIDACION, CENOTE_NOT_AVAILABLE or TOUR_NOT_AVAILABLE when the slot was closed since or the product is off sale, unless an operator
 * forces it; with changes also those of modifying.
 * The e-mail is queued with the change: `communications` shows what became of it. `require` refuses the locked reservation.
 */
export async function confirmReservation(
  input: ConfirmReservationInput,
  context: ReservationContext,
  require?: (reservation: Reservation) => void,
): Promise<Reservation> {
  if (input.force != null) requireOperator(context)
  const paymentId = input.paymentId ?? input.transactionId ?? null
  requireValid(inputErrors(input, paymentId))
  return withEndedHolds(context, () => tryToConfirm({ ...input, paymentId }, context, require))
}

/** The input of a confirmation with the id of its payment; null when none was made. */
type Confirmation = ConfirmReservationInput & { readonly paymentId: string | null }

async function tryToConfirm(
  input: Confirmation,
  context: ReservationContext,
  require?: (reservation: Reservation) => void,
): Promise<Reservation> {
  for (let attempt = 1; ; attempt += 1) {
    const before = await ownReservation(input.id, context)
    const earlier = await findEarlierResult(context.database.pool, context)
    if (earlier) return earlier.reservation
    const planned = await planChanges(before, input, context)
    const product =
      planned?.visit.product ??
      (before.status === 'pending' && !input.force ? await readProduct(before, context) : null)
    try {
      return await writeConfirmation(input, input.force ? null : product, planned, before, context, require)
    } catch (error) {
      if (error instanceof ClosedSince && product) {
        const { reservation, refused } = error
        const taken = await inventoriesAround(reservation, product, context)
        throw notAvailable(reservation, peopleOf(reservation), product, taken, context, refused)
      }
      if (!(await canPlanAgain(error, attempt, before, planned?.visit, context))) throw error
    }
  }
}

/** Rolls the transaction back. */
class ClosedSince extends Error {
  constructor(
    readonly reservation: Reservation,
    readonly refused: Refused,
  ) {
    super('The slot was closed since')
  }
}

/** Members of a visit that a confirmation may complete. */
const visitMembers = ['guest', 'visitors', 'participants', 'services'] as const

/**
 * The changes of the visit by a confirmation; null for none. Error: ERROR_VALIDACION when the reservation is not
 * pending. One that is cancelled cannot be confirmed whatever is given.
 */
async function planChanges(
  before: Reservation,
  input: ConfirmReservationInput,
  context: ReservationContext,
): Promise<Plan | null> {
  const given = visitMembers.filter((name) => input[name] != null)
  if (given.length === 0 || isVoid(before.status)) return null
  if (before.status !== 'pending')
    throw validationError(Object.fromEntries(given.map((name) => [name, [{ code: 'ONLY_WHILE_PENDING' }]])))
  const { id, guest, visitors, participants, services } = input
  const changes = presentFields({ guest, visitors, participants, services })
  const planned = await planModification(before, { ...changes, id, dryRun: false }, context)
  return changesBetween(before, planned.at(before.visitTime)).length === 0 ? null : planned
}

/** Error: ERROR_VALIDACION for a reservation that was made to hold places and has no guest yet. */
function requireGuest({ isHold, guest }: Reservation): void {
  if (isHold && isBlank(guest.name)) throw validationError({ 'guest.name': [{ code: 'REQUIRED' }] })
}

/**
 * Throws ClosedSince when the slot of a pending reservation, or one in which it stops, can no longer be sold, and Overtaken
 * when the facts of the product changed since they were read.
 */
async function requireOpen(client: PoolClient, reservation: Reservation, product: SoldProduct): Promise<void> {
  const refused = product.withdrawn(reservation) ?? (await closedSince(client, reservation, product.versions))
  if (refused === 'outdated') throw new Overtaken()
  if (refused !== null) throw new ClosedSince(reservation, refused)
}

function writeConfirmation(
  input: Confirmation,
  product: SoldProduct | null,
  planned: Plan | null,
  before: Reservation,
  context: ReservationContext,
  require?: (reservation: Reservation) => void,
): Promise<Reservation> {
  const { paymentId } = input
  return changeReservation(
    input.id,
    'confirm',
    context,
    async (client, present, moment) => {
      require?.(present)
      // The plan, in particular its price, is for the reservation as it was read.
      if (planned && present.version !== before.version) throw new Overtaken()
      // It was moved to another product in the meantime.
      if (product && present.productId !== product.id) throw new Overtaken()
      const isPending = present.status === 'pending'
      if (product && isPending) await requireOpen(client, present, product)
      // Nothing is held unpaid after a confirmation.
      const reservation = planned
        ? await writeModification(client, present, planned.at(present.visitTime), planned.visit.product, moment, null)
        : present
      if (isPending) requireGuest(reservation)
      // Sent again, after its response was lost or by two callers at once, it is the same payment and counts once.
      const known = recordedPayment(reservation, paymentId, input.amountCents ?? null)
      if (known && !isPending) return reservation
      const payment = known ? reservation.payment : paymentOf(reservation, input, moment.at)
      return saveConfirmation(client, reservation, input, payment, moment)
    },
    {
      allows: (reservation) => paymentId !== null && hasBalance(reservation),
      messages: input.confirmationEmail ? ['confirmation_email'] : [],
    },
  )
}

async function saveConfirmation(
  client: PoolClient,
  reservation: Reservation,
  { generateDocuments, resellerReference, tickets, mailsGuest: mails }: Confirmation,
  payment: Payment | null,
  moment: Moment,
): Promise<Reservation> {
  const isPending = reservation.status === 'pending'
  const confirmed = await updateReservation(
    client,
    reservation,
    {
      status: 'confirmed',
      payment,
      documents: generateDocuments ? documentsOf(reservation, moment.at) : reservation.documents,
      ...(resellerReference == null ? {} : { resellerReference }),
      guestTerms: termsWith(reservation.guestTerms, presentFields({ tickets, mailsGuest: mails })),
    },
    { event: isPending ? 'reservation.confirmed' : 'reservation.modified', ...moment, note: null },
  )
  // That of a pending one is planned with the confirmation e-mail.
  if (!isPending && mailsGuest(reservation) !== mailsGuest(confirmed))
    await replanReminder(client, confirmed, moment.at)
  return confirmed
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
  Object.assign(fieldErrors, referenceErrors(input))
  for (const name of ['paymentId', 'provider', 'transactionId'] as const)
    if (isBlank(input[name] ?? '-')) fieldErrors[name] = [{ code: 'EMPTY' }]
  if (amountCents === 0) fieldErrors['amountCents'] = [{ code: 'NOT_POSITIVE_UP_TO', max: maxCents }]
  if (amountCents != null && paymentId === null) fieldErrors['paymentId'] = [{ code: 'REQUIRED_WITH_AMOUNT' }]
  return fieldErrors
}

/** The payment afterwards. Without an id none was made: the partner collects on site. */
function paymentOf(
  reservation: Reservation,
  { paymentId, amountCents, paymentMethod, provider, transactionId }: Confirmation,
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
