import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { errorCatalog } from '../../schema/error-catalog.ts'
import { errorMessage } from '../../schema/errors.ts'
import type { Static } from 'typebox'
import { failures, Success } from '../schemas/response-schemas.ts'
import { success } from '../http/envelope.ts'
import { ApiFailure, ValidationFailure, type FieldErrorsByField } from '../http/errors.ts'
import { requestContextOf } from '../http/request-context.ts'
import type { Facade } from '../http/facade.ts'
import { CreateReservationsDocument, type CreateReservationInput } from '../generated/operations.ts'
import { presentFields } from '../../schema/present-fields.ts'
import { inputOfCreateBody, originOf } from './input.ts'
import { createdRepresentation } from './representation.ts'
import { BulkOutcome } from './response-schema.ts'
import { BulkBody, validateBulkItem, type CreateBody, type FlatBulkItem, type HoldBody } from './creation-schema.ts'

type Outcome = Static<typeof BulkOutcome>['results'][number]

/**
 * POST /reservations/bulk (docs/partner-api/reservations.md#bulk): 201 when all succeed, 200 when some, 422 when none.
 */
export function bulkRoute(facade: Facade): FastifyPluginAsyncTypebox<{ hide: boolean }> {
  return (app, { hide }) => {
    app.post(
      '/reservations/bulk',
      {
        config: { operation: CreateReservationsDocument },
        schema: {
          hide,
          tags: ['Reservations'],
          operationId: 'createReservations',
          summary: 'Create up to 50 reservations, each independent of the others',
          description:
            '201 when all succeed, 200 when some do. When none does, the response is BULK_FAILED, whose details have the same `results` and `summary`: 503 when all failed for the same unavailable part, 422 otherwise.',
          body: BulkBody,
          response: {
            200: Success(BulkOutcome, 'Some succeeded.'),
            201: Success(BulkOutcome, 'All succeeded.'),
            ...failures({
              422: ['BULK_FAILED'],
              503: ['BULK_FAILED'],
            }),
          },
        },
      },
      async (request, reply) => {
        const results = await createEach(request, reply, request.body.reservations)
        const succeeded = results.filter((outcome) => outcome.success).length
        const summary = { total: results.length, succeeded, failed: results.length - succeeded }
        if (succeeded === 0) throw bulkFailure({ results, summary })
        reply.code(succeeded === results.length ? 201 : 200)
        return success(request, 'reservation.bulk_created_successfully', { results, summary })
      },
    )
    return Promise.resolve()
  }

  /** The outcome of every item, in order. Only valid items are sent to the gateway, in one operation. */
  async function createEach(
    request: FastifyRequest,
    reply: FastifyReply,
    items: readonly unknown[],
  ): Promise<Outcome[]> {
    const outcomes: (Outcome | undefined)[] = items.map(() => undefined)
    const inputs = new Map<number, CreateReservationInput>()
    const { language } = requestContextOf(request)
    for (const [index, item] of items.entries()) {
      const checked = validateBulkItem(item)
      if ('error' in checked) outcomes[index] = invalid(request, index, checked.error.fields(language))
      else inputs.set(index, inputOfCreateBody(checked.value as Body, originOf(request)))
    }
    for (let isDone = false; inputs.size > 0 && !isDone;) {
      const indexes = [...inputs.keys()]
      try {
        const { createReservations } = await facade.executeOrThrow(request, reply, CreateReservationsDocument, {
          input: { reservations: [...inputs.values()] },
        })
        for (const { index, reservation, error } of createReservations.results) {
          const place = indexes[index] ?? index
          outcomes[place] = reservation
            ? { index: place, success: true, reservation: createdRepresentation(reservation) }
            : { index: place, success: false, error: presentFields({ ...error, details: error?.details }) as never }
        }
        isDone = true
      } catch (problem) {
        if (problem instanceof ApiFailure && problem.status === 503) {
          for (const index of indexes) outcomes[index] = unavailable(request, index, problem)
          break
        }
        // A scalar of the contract refused a value, so nothing was created: try again without that item.
        const refused = problem instanceof ValidationFailure ? itemOf(problem.fields) : undefined
        const place = refused && indexes[refused.position]
        if (refused === undefined || place === undefined) throw problem
        outcomes[place] = invalid(request, place, refused.fields)
        inputs.delete(place)
      }
    }
    return outcomes.filter((outcome) => outcome !== undefined)
  }
}

type Body = Static<typeof CreateBody> | Static<typeof HoldBody> | Static<typeof FlatBulkItem>

/** The failure when nothing was created: the items were refused, or something that all of them need is unavailable. */
function bulkFailure(outcome: Static<typeof BulkOutcome>): ApiFailure {
  const { key, status } = errorCatalog.BULK_FAILED
  const isUnavailable = outcome.results.every(({ error }) => error?.status === 503)
  return new ApiFailure('BULK_FAILED', isUnavailable ? 503 : status, outcome, key, null)
}

function unavailable(request: FastifyRequest, index: number, { code, status, text }: ApiFailure): Outcome {
  const message = text ?? errorMessage('SERVICE_UNAVAILABLE', requestContextOf(request).locale)
  return { index, success: false, error: { code, message, status } }
}

function invalid(request: FastifyRequest, index: number, fields: FieldErrorsByField): Outcome {
  const { locale } = requestContextOf(request)
  const code = 'ERROR_VALIDACION'
  const { status } = errorCatalog[code]
  return { index, success: false, error: { code, message: errorMessage(code, locale), status, details: { fields } } }
}

/** The item that a refused variable belongs to, and its fields. */
function itemOf(fields: FieldErrorsByField): { position: number; fields: FieldErrorsByField } | undefined {
  const [[name = '', fieldErrors = []] = []] = Object.entries(fields)
  const [, position, field] = /^reservations\[(\d+)\]\.(.+)$/.exec(name) ?? []
  return position === undefined || field === undefined
    ? undefined
    : { position: Number(position), fields: { [field]: fieldErrors } }
}
