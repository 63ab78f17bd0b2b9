import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { success } from '../envelope.ts'
import type { Facade } from '../facade.ts'
import { ResendCommunicationDocument } from '../generated/operations.ts'
import { failures, Success } from '../response-schemas.ts'
import { namedBy } from './input.ts'
import { communicationRepresentation } from './representation.ts'
import { CommunicationPath, NamedQuery } from './query-schema.ts'
import { Communication } from './reservation-schema.ts'

/** Sends a message to the guest again (docs/partner-api/documents.md#messages). */
export function communicationRoute(facade: Facade): FastifyPluginAsyncTypebox<{ hide: boolean }> {
  return async (app, { hide }) => {
    app.post(
      '/reservations/:id/communications/:communicationId/resend',
      {
        config: { operation: ResendCommunicationDocument },
        schema: {
          hide,
          tags: ['Reservations'],
          operationId: 'resendCommunication',
          summary: 'Send a message to the guest again',
          description:
            "To the guest's present address, about the reservation as it is now, also after it was sent or has failed. At most 10 times in 24 hours for all messages of a reservation.",
          params: CommunicationPath,
          querystring: NamedQuery,
          response: {
            202: Success(Communication, 'The message, queued; its attempts show when it has been sent.'),
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
  }
}
