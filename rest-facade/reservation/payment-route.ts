import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { presentFields } from '../../schema/present-fields.ts'
import { success } from '../http/envelope.ts'
import type { Facade } from '../http/facade.ts'
import { RecordPaymentDocument } from '../generated/operations.ts'
import { failures, Success } from '../schemas/response-schemas.ts'
import { namedBy } from './input.ts'
import { paidRecordRepresentation } from './representation.ts'
import { NamedQuery, ReservationPath } from './query-schema.ts'
import { PaymentBody } from './lifecycle-schema.ts'
import { PaidReservation } from './response-schema.ts'

/** POST /reservations/{id}/payments (docs/partner-api/reservations.md#payments). */
export function paymentRoute(facade: Facade): FastifyPluginAsyncTypebox<{ hide: boolean }> {
  return async (app, { hide }) => {
    app.post(
      '/reservations/:id/payments',
      {
        config: { operation: RecordPaymentDocument },
        schema: {
          hide,
          tags: ['Reservations'],
          operationId: 'recordPayment',
          summary: 'Record a payment towards what is due',
          description:
            'At any time until it is cancelled or refunded; the state stays, also of a pending one. With `paymentId`, or else `transactionId`, a payment sent twice counts once; without them an `Idempotency-Key` makes a repetition safe.',
          params: ReservationPath,
          querystring: NamedQuery,
          body: PaymentBody,
          response: {
            200: Success(PaidReservation, 'The payment was recorded before.'),
            201: Success(PaidReservation, 'The payment is recorded.'),
            ...failures({
              404: ['RESERVATION_NOT_FOUND'],
              409: ['INVALID_STATE_TRANSITION', 'PAYMENT_ALREADY_RECORDED', 'REFERENCE_NOT_UNIQUE'],
              422: ['PAYMENT_EXCEEDS_BALANCE'],
            }),
          },
        },
      },
      async (request, reply) => {
        const { amount, method, ...rest } = request.body
        const { recordPayment } = await facade.executeOrThrow(request, reply, RecordPaymentDocument, {
          input: {
            ...presentFields(rest),
            ...namedBy(request),
            amountCents: Math.round(amount * 100),
            method: method.toUpperCase() as Uppercase<typeof method>,
          },
        })
        reply.code(recordPayment.isNew ? 201 : 200)
        return success(request, 'payment.recorded_successfully', paidRecordRepresentation(recordPayment))
      },
    )
  }
}
