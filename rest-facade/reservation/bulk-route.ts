import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { errorCatalogue, errorMessage } from '../../schema/errors.ts'
import { Type, type Static } from 'typebox'
import { failures, Success } from '../answers.ts'
import { success } from '../envelope.ts'
import { ValidationFailure, type FieldMistakes } from '../errors.ts'
import { exchangeOf } from '../exchange.ts'
import type { Facade } from '../facade.ts'
import { CreateReservationsDocument, type CreateReservationInput } from '../generated/operations.ts'
import { presentFields } from '../present-fields.ts'
import { inputOfCreateBody, originOf } from './input.ts'
import { createdRepresentation } from './representation.ts'
import { BulkOutcome } from './answer-schema.ts'
import { BulkBody, validateCreateBody, type CreateBody, type FlatCreateBody } from './request-schema.ts'

const NoneCreated = Type.Object(
  {
    success: Type.Literal(false),
    message: Type.String(),
    data: BulkOutcome,
    _sandbox: Type.Optional(Type.Literal(true)),
  },
  { description: 'None succeeded.' },
)

type Outcome = Static<typeof BulkOutcome>['results'][number]

/** POST /reservations/bulk (specification 4.4, decisions 6): 201 when all succeed, 200 when some, 422 when none. */
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
          summary: 'Create up to 50 reservations, each on its own',
          body: BulkBody,
          response: {
            200: Success(BulkOutcome, 'Some succeeded.'),
            201: Success(BulkOutcome, 'All succeeded.'),
            422: NoneCreated,
            ...failures(),
          },
        },
      },
      async (request, reply) => {
        const results = await createEach(request, reply, request.body.reservations)
        const succeeded = results.filter((outcome) => outcome.success).length
        reply.code(succeeded === results.length ? 201 : succeeded > 0 ? 200 : 422)
        const summary = { total: results.length, succeeded, failed: results.length - succeeded }
        const answer = success(request, 'reservation.bulk_created_successfully', { results, summary })
        return succeeded > 0 ? answer : { ...answer, success: false, message: 'reservation.bulk_creation_failed' }
      },
    )
    return Promise.resolve()
  }

  /** The outcome of every item, in order. Items that are not valid stay here; the others go in one operation. */
  async function createEach(
    request: FastifyRequest,
    reply: FastifyReply,
    items: readonly unknown[],
  ): Promise<Outcome[]> {
    const outcomes: (Outcome | undefined)[] = items.map(() => undefined)
    const inputs = new Map<number, CreateReservationInput>()
    const { language } = exchangeOf(request)
    for (const [index, item] of items.entries()) {
      const checked = validateCreateBody(item)
      if ('error' in checked) outcomes[index] = invalid(request, index, checked.error.fields(language))
      else inputs.set(index, inputOfCreateBody(checked.value as Body, originOf(request)))
    }
    for (let asked = false; inputs.size > 0 && !asked;) {
      const indexes = [...inputs.keys()]
      try {
        const { createReservations } = await facade.call(request, reply, CreateReservationsDocument, {
          input: { reservations: [...inputs.values()] },
        })
        for (const { index, reservation, error } of createReservations.results) {
          const place = indexes[index] ?? index
          outcomes[place] = reservation
            ? { index: place, success: true, reservation: createdRepresentation(reservation) }
            : { index: place, success: false, error: presentFields({ ...error, details: error?.details }) as never }
        }
        asked = true
      } catch (problem) {
        // A value that only the contract's scalars refuse: nothing was created, and the others may try without it.
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

type Body = Static<typeof CreateBody> | Static<typeof FlatCreateBody>

function invalid(request: FastifyRequest, index: number, fields: FieldMistakes): Outcome {
  const { locale } = exchangeOf(request)
  const code = 'ERROR_VALIDACION'
  const { status } = errorCatalogue[code]
  return { index, success: false, error: { code, message: errorMessage(code, locale), status, details: { fields } } }
}

/** The item that a refused variable belongs to, and its fields. */
function itemOf(fields: FieldMistakes): { position: number; fields: FieldMistakes } | undefined {
  const [[name = '', mistakes = []] = []] = Object.entries(fields)
  const [, position, field] = /^reservations\[(\d+)\]\.(.+)$/.exec(name) ?? []
  return position === undefined || field === undefined
    ? undefined
    : { position: Number(position), fields: { [field]: mistakes } }
}
