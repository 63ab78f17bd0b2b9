import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { versionsOf, versionTag } from '../../platform/http/etag.ts'
import { failures, Success } from '../schemas/response-schemas.ts'
import { success } from '../http/envelope.ts'
import type { Facade } from '../http/facade.ts'
import { ModifyReservationDocument } from '../generated/operations.ts'
import { modifyInput, namedBy } from './input.ts'
import { modifiedRepresentation } from './representation.ts'
import { ModifiedReservation } from './response-schema.ts'
import { ModifyQuery, ReservationPath } from './query-schema.ts'
import { ModifyBody } from './modification-schema.ts'

const ModifyHeaders = Type.Object({
  'if-match': Type.Optional(
    Type.String({
      maxLength: 2_000,
      description: 'The `ETag` of a read reservation: when it has changed since, 409 EDIT_CONFLICT.',
    }),
  ),
})

/** PATCH /reservations/{id} (docs/partner-api/reservations.md#modifying). */
export function modificationRoute(facade: Facade): FastifyPluginAsyncTypebox<{ hide: boolean }> {
  return (app, { hide }) => {
    app.patch(
      '/reservations/:id',
      {
        config: { operation: ModifyReservationDocument },
        schema: {
          hide,
          tags: ['Reservations'],
          operationId: 'modifyReservation',
          summary: 'Move a reservation, or change its party, guest or services',
          description:
            'All or nothing. `visitDate`, `visitTime`, and `cenoteId` or `tourId` move it: the new places are taken and the former ' +
            'released at once; another day, cenote or tour is priced as a creation now. A coupon that no longer applies is dropped: `pricing.notApplied` says why. With ' +
            '`dryRun=true` it returns what would happen and changes nothing. With `If-Match` it changes only the ' +
            'reservation that was read.',
          params: ReservationPath,
          querystring: ModifyQuery,
          headers: ModifyHeaders,
          body: ModifyBody,
          response: {
            200: Success(ModifiedReservation, 'The changes and their price; nothing changed when `changes` is empty.'),
            ...failures({
              400: ['INVALID_COORDINATES'],
              404: [
                'RESERVATION_NOT_FOUND',
                'CENOTE_NOT_FOUND',
                'TOUR_NOT_FOUND',
                'MEETING_POINT_NOT_FOUND',
                'SERVICE_NOT_FOUND',
              ],
              409: ['EDIT_CONFLICT', 'REFERENCE_NOT_UNIQUE'],
              422: [
                'MODIFICATION_NOT_ALLOWED',
                'CENOTE_NOT_AVAILABLE',
                'TOUR_NOT_AVAILABLE',
                'INSUFFICIENT_CAPACITY',
                'HOLD_LIMIT_EXCEEDED',
                'INVALID_AGE_BREAKDOWN',
                'PICKUP_REQUIRED',
                'PICKUP_OUT_OF_ZONE',
                'SERVICE_NOT_AVAILABLE',
                'SERVICE_NOT_BOOKABLE',
              ],
            }),
          },
        },
      },
      async (request, reply) => {
        const { dryRun = false } = request.query
        const { modifyReservation } = await facade.executeOrThrow(request, reply, ModifyReservationDocument, {
          input: modifyInput(namedBy(request), request.body, {
            dryRun,
            expectedVersions: versionsOf(request.headers['if-match']),
          }),
        })
        // So that a client can modify again without a read.
        if (!dryRun) reply.header('etag', versionTag(modifyReservation.reservation.version))
        const message = dryRun ? 'modification.quoted_successfully' : 'reservation.modified_successfully'
        return success(request, message, modifiedRepresentation(modifyReservation))
      },
    )
    return Promise.resolve()
  }
}
