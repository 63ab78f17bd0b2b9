import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { success } from '../http/envelope.ts'
import type { Facade } from '../http/facade.ts'
import { ResendCommunicationDocument, SendPaymentLinkDocument } from '../generated/operations.ts'
import { failures, Success } from '../schemas/response-schemas.ts'
import { namedBy } from './input.ts'
import { communicationRepresentation } from './representation.ts'
import { CommunicationPath, NamedQuery, ReservationPath } from './query-schema.ts'
import { Communication } from './reservation-schema.ts'

const tags = ['Reservations']
const Queued = Success(Communication, 'The message, queued; its attempts show when it has been sent.')

/** Messages to the guest that are sent on request (docs/partner-api/documents.md#messages). */
export function communicationRoutes(facade: Facade): FastifyPluginAsyncTypebox<{ hide: boolean }> {
  return async (app, { hide }) => {
    app.post(
      '/reservations/:id/communications/:communicationId/resend',
      {
        config: { operation: ResendCommunicationDocument },
        schema: {
          hide,
          tags,
          operationId: 'resendCommunication',
          summary: 'Send a message to the guest again',
          description:
            "To the guest's present address, about the reservation as it is now, also after it was sent or has failed. At most 10 times in 24 hours for all messages of a reservation.",
          params: CommunicationPath,
          querystring: NamedQuery,
          response: {
            202: Queued,
            ...failures({
              404: ['RESERVATION_NOT_FOUND', 'COMMUNICATION_NOT_FOUND'],
              409: ['COMMUNICATION_NOT_APPLICABLE', 'REFERENCE_NOT_UNIQUE'],
            }),
          },
        },
      },
      async (request, reply) => {
        const { resendCommunication } = await facade.executeOrThrow(request, reply, ResendCommunicationDocument, {
          input: { ...namedBy(request), communicationId: request.params.communicationId },
        })
        reply.code(202)
        return success(request, 'communication.resent_successfully', communicationRepresentation(resendCommunication))
      },
    )

    app.post(
      '/reservations/:id/payment-link',
      {
        config: { operation: SendPaymentLinkDocument },
        schema: {
          hide,
          tags,
          operationId: 'sendPaymentLink',
          summary: 'Mail the guest a payment link',
          description:
            'For a pending reservation with a balance due, at most 10 times in 24 hours. Not for guests who may not see prices, nor for bookings of resellers over OCTO. A guest without an e-mail address is 400 `ERROR_VALIDACION`, field `guest.email`.',
          params: ReservationPath,
          querystring: NamedQuery,
          response: {
            202: Queued,
            ...failures({
              404: ['RESERVATION_NOT_FOUND'],
              409: ['INVALID_STATE_TRANSITION', 'REFERENCE_NOT_UNIQUE'],
            }),
          },
        },
      },
      async (request, reply) => {
        const { sendPaymentLink } = await facade.executeOrThrow(request, reply, SendPaymentLinkDocument, {
          input: namedBy(request),
        })
        reply.code(202)
        return success(request, 'communication.payment_link_sent', communicationRepresentation(sendPaymentLink))
      },
    )
  }
}
