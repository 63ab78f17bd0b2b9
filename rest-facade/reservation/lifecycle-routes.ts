import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { failures, Success } from '../schemas/response-schemas.ts'
import { success } from '../http/envelope.ts'
import { failure } from '../http/errors.ts'
import type { Facade } from '../http/facade.ts'
import {
  CheckInReservationDocument,
  CompleteReservationDocument,
  ExtendReservationDocument,
  MarkReservationNoShowDocument,
  QuoteCancellationDocument,
  RefundReservationDocument,
} from '../generated/operations.ts'
import { presentFields } from '../../schema/present-fields.ts'
import { cancelInput, checkInInput, completeInput, namedBy, refundInput } from './input.ts'
import {
  checkedInRepresentation,
  completedRepresentation,
  extendedRepresentation,
  missedRepresentation,
  quoteRepresentation,
  refundedRepresentation,
} from './representation.ts'
import {
  CancellationQuote,
  CheckedInReservation,
  CompletedReservation,
  ExtendedReservation,
  MissedReservation,
  RefundedReservation,
} from './response-schema.ts'
import { NamedQuery, ReservationPath } from './query-schema.ts'
import { CancelBody, CheckInBody, CompleteBody, ExtendBody, NoShowBody, RefundBody } from './lifecycle-schema.ts'

const tags = ['Reservations']
const refusals = {
  404: ['RESERVATION_NOT_FOUND'],
  409: ['INVALID_STATE_TRANSITION', 'REFERENCE_NOT_UNIQUE'],
} as const

/** Operations on a reservation after it is created (docs/partner-api/reservations.md#lifecycle). */
export function lifecycleRoutes(facade: Facade): FastifyPluginAsyncTypebox<{ hide: boolean }> {
  return async (app, { hide }) => {
    app.post(
      '/reservations/:id/cancel/quote',
      {
        config: { operation: QuoteCancellationDocument },
        schema: {
          hide,
          tags,
          operationId: 'quoteCancellation',
          summary: 'Quote the refund of a cancellation, without cancelling',
          params: ReservationPath,
          querystring: NamedQuery,
          body: CancelBody,
          response: {
            200: Success(CancellationQuote, 'The refund as cancelling with this body would compute it.'),
            ...failures({ ...refusals, 422: ['CANCELLATION_NOT_ALLOWED'] }),
          },
        },
      },
      async (request, reply) => {
        const named = namedBy(request)
        const { id } = named
        const input = cancelInput(named, request.body)
        const { cancellationQuote } = await facade.executeOrThrow(request, reply, QuoteCancellationDocument, { input })
        if (!cancellationQuote) throw failure('RESERVATION_NOT_FOUND', { reservationId: id })
        return success(request, 'cancellation.quoted_successfully', quoteRepresentation(cancellationQuote))
      },
    )

    app.post(
      '/reservations/:id/extend',
      {
        config: { operation: ExtendReservationDocument },
        schema: {
          hide,
          tags,
          operationId: 'extendReservation',
          summary: 'Change the end of the hold of a pending reservation',
          description:
            'With `minutes` any number of times, to at most twice `RESERVATION_HOLD_MINUTES` after the creation (422 with the reason `hold_limit`) and at most to the start of the visit; without a body once, by `RESERVATION_HOLD_MINUTES`.',
          params: ReservationPath,
          querystring: NamedQuery,
          body: ExtendBody,
          response: {
            200: Success(ExtendedReservation, 'The reservation with its new deadline.'),
            ...failures({ ...refusals, 422: ['MODIFICATION_NOT_ALLOWED'] }),
          },
        },
      },
      async (request, reply) => {
        const input = { ...presentFields({ minutes: request.body?.minutes }), ...namedBy(request) }
        const { extendReservation } = await facade.executeOrThrow(request, reply, ExtendReservationDocument, { input })
        return success(request, 'reservation.extended_successfully', extendedRepresentation(extendReservation))
      },
    )

    app.post(
      '/reservations/:id/checkin',
      {
        config: { operation: CheckInReservationDocument },
        schema: {
          hide,
          tags,
          operationId: 'checkInReservation',
          summary: 'Check guests in, on the day of their visit',
          description:
            'The path takes the content of the QR code, too (`qrCode.data`); one with a wrong token is 404 `RESERVATION_NOT_FOUND`.',
          params: ReservationPath,
          querystring: NamedQuery,
          body: CheckInBody,
          response: {
            200: Success(CheckedInReservation, 'The visit in progress.'),
            ...failures({ ...refusals, 422: ['MODIFICATION_NOT_ALLOWED', 'PAYMENT_REQUIRED'] }),
          },
        },
      },
      async (request, reply) => {
        const input = checkInInput(namedBy(request), request.body ?? {})
        const { checkInReservation } = await facade.executeOrThrow(request, reply, CheckInReservationDocument, {
          input,
        })
        return success(request, 'reservation.checked_in_successfully', checkedInRepresentation(checkInReservation))
      },
    )

    app.post(
      '/reservations/:id/complete',
      {
        config: { operation: CompleteReservationDocument },
        schema: {
          hide,
          tags,
          operationId: 'completeReservation',
          summary: 'End a visit',
          params: ReservationPath,
          querystring: NamedQuery,
          body: CompleteBody,
          response: { 200: Success(CompletedReservation, 'The completed visit.'), ...failures(refusals) },
        },
      },
      async (request, reply) => {
        const input = completeInput(namedBy(request), request.body ?? {})
        const { completeReservation } = await facade.executeOrThrow(request, reply, CompleteReservationDocument, {
          input,
        })
        return success(request, 'reservation.completed_successfully', completedRepresentation(completeReservation))
      },
    )

    app.post(
      '/reservations/:id/no-show',
      {
        config: { operation: MarkReservationNoShowDocument },
        schema: {
          hide,
          tags,
          operationId: 'markReservationNoShow',
          summary: 'Record a no-show',
          params: ReservationPath,
          querystring: NamedQuery,
          body: NoShowBody,
          response: {
            200: Success(MissedReservation, 'The reservation, now a no-show.'),
            ...failures({ ...refusals, 422: ['MODIFICATION_NOT_ALLOWED'] }),
          },
        },
      },
      async (request, reply) => {
        const input = { ...presentFields({ note: request.body?.note }), ...namedBy(request) }
        const { markReservationNoShow } = await facade.executeOrThrow(request, reply, MarkReservationNoShowDocument, {
          input,
        })
        return success(request, 'reservation.marked_no_show_successfully', missedRepresentation(markReservationNoShow))
      },
    )

    app.post(
      '/reservations/:id/refund',
      {
        config: { operation: RefundReservationDocument },
        schema: {
          hide,
          tags,
          operationId: 'refundReservation',
          summary: 'Record a refund paid to the guest',
          description:
            'For a reservation that is over, its refund; for a pending or confirmed one, its credit: the amount paid above the present price. Returning a credit does not change the state.',
          params: ReservationPath,
          querystring: NamedQuery,
          body: RefundBody,
          response: {
            200: Success(RefundedReservation, 'The reservation with its refunds.'),
            ...failures({ ...refusals, 422: ['REFUND_NOT_DUE'] }),
          },
        },
      },
      async (request, reply) => {
        const input = refundInput(namedBy(request), request.body ?? {})
        const { refundReservation } = await facade.executeOrThrow(request, reply, RefundReservationDocument, { input })
        return success(request, 'reservation.refunded_successfully', refundedRepresentation(refundReservation))
      },
    )
  }
}
