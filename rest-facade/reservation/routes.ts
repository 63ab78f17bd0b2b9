import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { Created, failures, keyOptional, refusal, Success } from '../schemas/response-schemas.ts'
import { success } from '../http/envelope.ts'
import { failure } from '../http/errors.ts'
import { varyBy } from '../../platform/http/vary.ts'
import { mapInTurns } from '../../platform/process/turn.ts'
import { requestContextOf } from '../http/request-context.ts'
import { preferredMediaType } from '../../platform/http/media-type.ts'
import { signedFile, type Facade } from '../http/facade.ts'
import { fieldSelector, Selectable, selectedFields } from '../schemas/field-selection.ts'
import {
  CancelReservationDocument,
  ConfirmReservationDocument,
  CreateReservationDocument,
  ListReservationsDocument,
  ReadReservationDocument,
  ReadReservationQrCodeDocument,
} from '../generated/operations.ts'
import { pageVariables, paginate, Pagination } from '../schemas/pagination.ts'
import { lowerName } from '../../schema/present-fields.ts'
import {
  cancelInput,
  confirmInput,
  inputOfCreateBody,
  listVariables,
  namedBy,
  originOf,
  partsOf,
  type NamedReservation,
} from './input.ts'
import {
  cancelledRepresentation,
  confirmedRepresentation,
  createdRepresentation,
  reservationRepresentation,
} from './representation.ts'
import { communicationRoutes } from './communication-routes.ts'
import { lifecycleRoutes } from './lifecycle-routes.ts'
import { CancelledReservation, ConfirmedReservation, CreatedReservation, QrCodeResponse } from './response-schema.ts'
import { NamedQuery, QrQuery, ReservationListQuery, ReservationPath, ReservationQuery } from './query-schema.ts'
import { Reservation } from './reservation-schema.ts'
import { CreateBody, FlatCreateBody, HoldBody, validateCreateBody } from './creation-schema.ts'
import { CancelBody, ConfirmBody } from './lifecycle-schema.ts'
import { ownValidator } from '../schemas/validation.ts'
import { bulkRoute } from './bulk-route.ts'
import { exportRoute } from './export-route.ts'
import { modificationRoute } from './modification-route.ts'
import { paymentRoute } from './payment-route.ts'
import { sendSignedFile } from './signed-file.ts'

const tags = ['Reservations']
const CreateBodies = Type.Union([CreateBody, HoldBody, FlatCreateBody])

/** Reservations under a partner prefix. */
export function reservationRoutes(facade: Facade): FastifyPluginAsyncTypebox<{ hide: boolean }> {
  return async (app, { hide }) => {
    app.get(
      '/reservations',
      {
        config: { operation: ListReservationsDocument },
        schema: {
          hide,
          tags,
          operationId: 'listReservations',
          summary: 'List reservations',
          querystring: ReservationListQuery,
          response: {
            200: Success(Type.Array(Selectable(Reservation)), 'A page of reservations.', { pagination: Pagination }),
            ...failures({ 400: ['INVALID_CURSOR'] }),
          },
        },
      },
      async (request, reply) => {
        const { query } = request
        const parts = partsOf(query, false)
        const { reservations } = await facade.executeOrThrow(request, reply, ListReservationsDocument, {
          ...listVariables(query),
          ...pageVariables(query),
          ...parts,
        })
        const select = fieldSelector(selectedFields(query))
        return success(
          request,
          'reservation.listed_successfully',
          await mapInTurns(reservations.nodes, (reservation) => select(reservationRepresentation(reservation, parts))),
          { pagination: paginate(request, reply, facade.publicUrl, query, reservations) },
        )
      },
    )

    app.post(
      '/reservations',
      {
        config: { operation: CreateReservationDocument },
        schema: {
          hide,
          tags,
          operationId: 'createReservation',
          summary: 'Create a reservation',
          body: CreateBodies,
          response: {
            200: Success(
              CreatedReservation,
              'The reservation of this `externalId`, which was made before, as it is now.',
            ),
            201: Created(CreatedReservation, 'The pending reservation.'),
            ...failures({
              400: ['INVALID_COORDINATES'],
              409: ['RESERVATION_ALREADY_EXISTS'],
              404: [
                'PARTNER_NOT_FOUND',
                'CENOTE_NOT_FOUND',
                'TOUR_NOT_FOUND',
                'MEETING_POINT_NOT_FOUND',
                'SERVICE_NOT_FOUND',
                'COUPON_NOT_FOUND',
              ],
              422: [
                'CENOTE_NOT_AVAILABLE',
                'TOUR_NOT_AVAILABLE',
                'INSUFFICIENT_CAPACITY',
                'HOLD_LIMIT_EXCEEDED',
                'INVALID_AGE_BREAKDOWN',
                'PICKUP_REQUIRED',
                'PICKUP_OUT_OF_ZONE',
                'SERVICE_NOT_AVAILABLE',
                'SERVICE_NOT_BOOKABLE',
                'COUPON_EXPIRED',
                'COUPON_usage_LIMIT_REACHED',
                'COUPON_MIN_SPEND_NOT_MET',
                'COUPON_NOT_APPLICABLE',
                'COUPON_NOT_YET_VALID',
                'COUPON_INACTIVE',
                'QUOTE_INVALID',
                'QUOTE_EXPIRED',
                'QUOTE_MISMATCH',
              ],
            }),
          },
        },
        validatorCompiler: ownValidator('body', validateCreateBody),
      },
      async (request, reply) => {
        const input = inputOfCreateBody(request.body, originOf(request))
        const { createReservation } = await facade.executeOrThrow(request, reply, CreateReservationDocument, { input })
        reply.code(createReservation.isNew ? 201 : 200)
        reply.header('location', `${facade.publicUrl}/api/partner/reservations/${createReservation.id}`)
        return success(request, 'reservation.created_successfully', createdRepresentation(createReservation))
      },
    )

    await app.register(exportRoute(facade), { hide })
    await app.register(bulkRoute(facade), { hide })

    app.get(
      '/reservations/:id',
      {
        config: { operation: ReadReservationDocument },
        schema: {
          hide,
          tags,
          operationId: 'readReservation',
          summary: 'Read a reservation by id, booking reference or external id',
          params: ReservationPath,
          querystring: ReservationQuery,
          response: {
            200: Success(Selectable(Reservation), 'The reservation.'),
            ...failures({ 404: ['RESERVATION_NOT_FOUND'], 409: ['REFERENCE_NOT_UNIQUE'] }),
          },
        },
      },
      async (request, reply) => {
        const named = namedBy(request)
        const { id } = named
        const parts = partsOf(request.query, true)
        const { reservation } = await facade.executeOrThrow(request, reply, ReadReservationDocument, {
          ...named,
          ...parts,
        })
        if (!reservation) throw failure('RESERVATION_NOT_FOUND', { reservationId: id })
        requestContextOf(request).version = reservation.version
        const select = fieldSelector(selectedFields(request.query))
        return success(
          request,
          'reservation.retrieved_successfully',
          select(reservationRepresentation(reservation, parts)),
        )
      },
    )

    app.post(
      '/reservations/:id/confirm',
      {
        config: { operation: ConfirmReservationDocument },
        schema: {
          hide,
          tags,
          operationId: 'confirmReservation',
          summary: 'Confirm a pending reservation, or record a payment towards the balance of a confirmed one',
          description:
            'Without `paymentId` and `transactionId` no payment is recorded: it is collected on site. A change that made a confirmed reservation more expensive leaves a balance; its payment is recorded here too. `guest`, `visitors` and `services` change a pending reservation as a PATCH does, in the same transaction; a reservation made with `hold` needs the name of a guest by now.',
          params: ReservationPath,
          querystring: NamedQuery,
          body: ConfirmBody,
          response: {
            200: Success(ConfirmedReservation, 'The confirmed reservation.'),
            ...failures({
              404: ['RESERVATION_NOT_FOUND', 'SERVICE_NOT_FOUND'],
              409: ['INVALID_STATE_TRANSITION', 'PAYMENT_ALREADY_RECORDED', 'EDIT_CONFLICT', 'REFERENCE_NOT_UNIQUE'],
              422: [
                'CENOTE_NOT_AVAILABLE',
                'TOUR_NOT_AVAILABLE',
                'PAYMENT_EXCEEDS_BALANCE',
                'INSUFFICIENT_CAPACITY',
                'HOLD_LIMIT_EXCEEDED',
                'INVALID_AGE_BREAKDOWN',
                'MODIFICATION_NOT_ALLOWED',
                'SERVICE_NOT_AVAILABLE',
                'SERVICE_NOT_BOOKABLE',
              ],
            }),
          },
        },
      },
      async (request, reply) => {
        // A missing body is an empty one.
        const body = request.body ?? {}
        const { confirmReservation } = await facade.executeOrThrow(request, reply, ConfirmReservationDocument, {
          input: confirmInput(namedBy(request), body),
        })
        return success(
          request,
          'reservation.confirmed_successfully',
          confirmedRepresentation(confirmReservation, body.paymentId ?? body.transactionId),
        )
      },
    )

    app.post(
      '/reservations/:id/cancel',
      {
        config: { operation: CancelReservationDocument },
        schema: {
          hide,
          tags,
          operationId: 'cancelReservation',
          summary: 'Cancel a reservation',
          params: ReservationPath,
          querystring: NamedQuery,
          body: CancelBody,
          response: {
            200: Success(CancelledReservation, 'The cancelled reservation with its refund.'),
            ...failures({
              404: ['RESERVATION_NOT_FOUND'],
              409: ['INVALID_STATE_TRANSITION', 'REFERENCE_NOT_UNIQUE'],
              422: ['CANCELLATION_NOT_ALLOWED'],
            }),
          },
        },
      },
      async (request, reply) => {
        const { cancelReservation } = await facade.executeOrThrow(request, reply, CancelReservationDocument, {
          input: cancelInput(namedBy(request), request.body),
        })
        return success(request, 'reservation.cancelled_successfully', cancelledRepresentation(cancelReservation))
      },
    )

    await app.register(paymentRoute(facade), { hide })
    await app.register(modificationRoute(facade), { hide })
    await app.register(lifecycleRoutes(facade), { hide })
    await app.register(communicationRoutes(facade), { hide })

    app.get(
      '/reservations/:id/qr',
      {
        // A token in the URL replaces the key; the gateway checks it (docs/partner-api/documents.md#signed-addresses).
        config: { ...signedFile, operation: ReadReservationQrCodeDocument },
        schema: {
          hide,
          tags,
          security: keyOptional,
          operationId: 'readReservationQrCode',
          summary: 'QR code of a reservation',
          description: 'The envelope, or the picture when Accept names image/png or image/svg+xml or a token is given.',
          params: ReservationPath,
          querystring: QrQuery,
          response: {
            200: {
              description: 'The QR code.',
              content: {
                'application/json': { schema: Success(QrCodeResponse, 'The QR code.') },
                'image/png': { schema: Type.String({ format: 'binary' }) },
                'image/svg+xml': { schema: Type.String() },
              },
            },
            ...failures({ 404: ['RESERVATION_NOT_FOUND', 'NOT_FOUND'], 409: ['REFERENCE_NOT_UNIQUE'] }),
            410: {
              description: 'The reservation is cancelled, refunded or missed; a picture says so.',
              content: {
                'application/json': { schema: refusal(['TICKET_NOT_VALID']) },
                'image/png': { schema: Type.String({ format: 'binary' }) },
                'image/svg+xml': { schema: Type.String() },
              },
            },
          },
        },
      },
      async (request, reply) => {
        varyBy(reply, 'Accept')
        const { token } = request.query
        const picture = wantedPicture(request)
        const { id } = request.params
        if (token === undefined) return readQrCode(request, reply, namedBy(request), picture)
        return sendSignedFile(facade, request, reply, {
          token,
          kind: 'image/',
          format: picture ?? 'PNG',
          reservation: id,
        })
      },
    )
  }

  async function readQrCode(
    request: FastifyRequest,
    reply: FastifyReply,
    named: NamedReservation,
    picture: 'PNG' | 'SVG' | null,
  ): Promise<object> {
    const { reservation } = await facade.executeOrThrow(request, reply, ReadReservationQrCodeDocument, { ...named })
    if (!reservation) throw failure('RESERVATION_NOT_FOUND', { reservationId: named.id })
    const { url, data, isValid } = reservation.qrCode
    const token = new URL(url, facade.publicUrl).searchParams.get('token')
    if (picture !== null && token !== null)
      return sendSignedFile(facade, request, reply, { token, kind: 'image/', format: picture })
    if (!isValid)
      throw failure('TICKET_NOT_VALID', { reservationId: reservation.id, status: lowerName(reservation.status) })
    return success(request, 'qr_code.retrieved_successfully', { url, data, format: 'png' })
  }
}

/** The picture format that Accept prefers to the envelope; null when there is none. */
function wantedPicture(request: FastifyRequest): 'PNG' | 'SVG' | null {
  const preferred = preferredMediaType(request.headers.accept, ['application/json', 'image/png', 'image/svg+xml'])
  if (preferred === 'image/png') return 'PNG'
  return preferred === 'image/svg+xml' ? 'SVG' : null
}
