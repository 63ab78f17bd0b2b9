import { requireValid } from '../../../../schema/errors.ts'
import { isBlank } from '../../../../platform/values/text.ts'
import { randomUUID } from 'node:crypto'
import type { FieldErrors } from '../../../../schema/field-errors.ts'
import type { ReservationContext } from '../context.ts'
import type { RecordPaymentInput } from '../../generated/resolvers.ts'
import { tooLong } from '../rules/guest.ts'
import { paymentsOf, recordedPayment, requireDue, withPayment } from '../rules/payment.ts'
import { updateReservation } from '../store/update.ts'
import type { RecordedPayment, Reservation } from '../reservation.ts'
import { changeReservation } from '../change/change-reservation.ts'

/** A payment that was recorded, now or before. */
export interface PaymentRecord {
  readonly reservation: Reservation
  readonly payment: RecordedPayment
  readonly isNew: boolean
}

const maxCents = 2 ** 31 - 1

/**
 * Records a payment towards what is due; the state of the reservation stays
 * (docs/partner-api/reservations.md#payments). Errors: RESERVATION_NOT_FOUND, INVALID_STATE_TRANSITION,
 * PAYMENT_EXCEEDS_BALANCE, PAYMENT_ALREADY_RECORDED, ERROR_VALIDACION.
 */
export async function recordPayment(input: RecordPaymentInput, context: ReservationContext): Promise<PaymentRecord> {
  requireValid(inputErrors(input))
  const { amountCents, method, transactionId = null, note = null } = input
  const givenId = input.paymentId ?? transactionId
  const id = givenId ?? randomUUID()
  let isNew = true
  const reservation = await changeReservation(
    input.id,
    'recordPayment',
    context,
    async (client, before, { at, by }) => {
      if (recordedPayment(before, givenId, amountCents)) {
        isNew = false
        return before
      }
      requireDue(before, amountCents)
      const payment: RecordedPayment = {
        id,
        method,
        provider: null,
        transactionId,
        paidAt: at.toISOString(),
        amountCents,
        ...(note === null ? {} : { note }),
      }
      return updateReservation(
        client,
        before,
        { payment: withPayment(before.payment, payment) },
        { event: 'reservation.modified', at, by, note: null },
      )
    },
  )
  // A repeated request that was completed before has made its own id.
  const payments = paymentsOf(reservation)
  const payment = payments.find((one) => one.id === id) ?? payments.at(-1)
  if (!payment) throw new Error('A payment was not recorded')
  return { reservation, payment, isNew }
}

function inputErrors({ amountCents, paymentId, transactionId, note }: RecordPaymentInput): FieldErrors {
  const fieldErrors = tooLong([
    ['paymentId', paymentId, 200],
    ['transactionId', transactionId, 200],
    ['note', note, 2_000],
  ])
  for (const [name, text] of [
    ['paymentId', paymentId],
    ['transactionId', transactionId],
  ] as const)
    if (isBlank(text ?? '-')) fieldErrors[name] = [{ code: 'EMPTY' }]
  if (amountCents < 1 || amountCents > maxCents)
    fieldErrors['amountCents'] = [{ code: 'NOT_POSITIVE_UP_TO', max: maxCents }]
  return fieldErrors
}
